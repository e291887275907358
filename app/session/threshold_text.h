#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/playback/models/selection_progress.h"
#include "app/session/session.h"

/// Texts about the threshold m of a selection pass.
namespace texelsort::app {

/// Returns whether key i of `keys` passes the threshold of the current pass. All keys pass if the pass does not count.
bool passes(const Session& session, const data::Keys& keys, std::uint64_t i);

/// Returns the decoded key as text, shortened to `letters` characters.
std::string key_text(const Session& session, std::uint64_t code, std::size_t letters = 12);

/// Returns the encoded threshold, followed by the key in parentheses if its text differs: "1000 (8)".
std::string threshold_name(const Session& session, std::uint64_t threshold);

/// Returns how keys that pass, or do not pass, compare with the threshold, in words and in the problem's order.
const char* passing_text(const Session& session, bool passes);

/// Returns, for each element that the selection wants, the encoded keys that are still possible, in ascending order of
/// k. Empty if the algorithm sorts.
std::vector<Possible> possible_codes(const Session& session);

}  // namespace texelsort::app
