#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/playback/models/selection_progress.h"
#include "app/session/session.h"

/// Texts about the threshold m of a pass of a selection.
namespace texelsort::app {

/// Returns whether the key `keys[i]` passes the threshold of the current pass. Returns true if the pass does not count.
bool passes(const Session& session, const data::Keys& keys, std::uint64_t i);

/// Returns the key with an encoding as text, shortened to `letters` characters.
std::string key_text(const Session& session, std::uint64_t code, std::size_t letters = 12);

/// Returns an encoded threshold as text. If the text of its key differs, the key follows in parentheses: "1000 (8)".
std::string threshold_name(const Session& session, std::uint64_t threshold);

/// Returns in words how keys that pass, or keys that do not pass, compare with the threshold in the problem's order.
const char* passing_text(const Session& session, bool passes);

/// Returns the encoded keys that are still possible for each element that the selection wants, in ascending order of k.
/// Returns an empty list if the algorithm sorts.
std::vector<Possible> possible_codes(const Session& session);

}  // namespace texelsort::app
