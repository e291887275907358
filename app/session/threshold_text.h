#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/playback/models/selection_progress.h"
#include "app/session/session.h"

/// The threshold m of a selection's present pass, in words.
namespace texelsort::app {

/// Whether key i of `keys` passes; all do where nothing is counted.
bool passes(const Session& session, const data::Keys& keys, std::uint64_t i);

/// A code's key, in few letters.
std::string key_text(const Session& session, std::uint64_t code, std::size_t letters = 12);

/// "1000", and behind it the key that has this code if that is another text: "1000 (8)".
std::string threshold_name(const Session& session, std::uint64_t threshold);

/// How keys that pass stand to the threshold, and how those do that do not, in the problem's order.
const char* passing_text(const Session& session, bool passes);

/// Codes that each wanted element can still have, in ascending order of k. Empty if the algorithm sorts.
std::vector<Possible> possible_codes(const Session& session);

}  // namespace texelsort::app
