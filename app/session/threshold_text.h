#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/playback/models/selection_progress.h"
#include "app/session/session.h"

/// Texts about the threshold m of a pass of a selection.
namespace texelsort::app {

/// Returns whether the key `keys[i]` passes the threshold of the current pass of a selection. Returns true for all
/// other passes.
bool passes(const Session& session, const data::Keys& keys, std::uint64_t i);

/// Returns the text of a key, given as its encoding, in at most `letters` characters.
std::string key_text(const Session& session, std::uint64_t code, std::size_t letters = 12);

/// Returns the text of an encoded threshold, for example "1000 (8)". The key in parentheses is omitted if it has the
/// same text.
std::string threshold_name(const Session& session, std::uint64_t threshold);

/// Returns the words for the comparison of keys with the threshold, for keys that pass it or do not pass it. They
/// depend on the problem's order.
const char* passing_text(const Session& session, bool passes);

/// Returns the encoded keys that each wanted element of a selection can still be, in ascending order of k. Returns an
/// empty list if the algorithm is not a selection.
std::vector<Possible> possible_codes(const Session& session);

}  // namespace texelsort::app
