#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/playback/models/selection_progress.h"
#include "app/session/session.h"

/// The threshold m of a selection pass, as text.
namespace texelsort::app {

/// Returns whether key i of `keys` passes the threshold. All keys pass if the pass does not count.
bool passes(const Session& session, const data::Keys& keys, std::uint64_t i);

/// Returns the key of an encoded key, shortened to `letters` characters.
std::string key_text(const Session& session, std::uint64_t code, std::size_t letters = 12);

/// Returns the encoded threshold, followed by the key if its text differs: "1000 (8)".
std::string threshold_name(const Session& session, std::uint64_t threshold);

/// Describes how keys that pass, or do not pass, compare with the threshold, in the problem's order.
const char* passing_text(const Session& session, bool passes);

/// Returns the encoded keys that are still possible for each wanted element, in ascending order of k. Empty if the
/// algorithm sorts.
std::vector<Possible> possible_codes(const Session& session);

}  // namespace texelsort::app
