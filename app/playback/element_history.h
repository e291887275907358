#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/playback/player.h"

namespace texelsort::app {

/// Effect of the present pass on a pair of keys.
enum class CompareOutcome : std::uint8_t {
  apart,     ///< the pass did not compare the two keys with each other
  compared,  ///< the pass compared the two keys, but whether it swapped them is unknown
  kept,
  swapped
};
CompareOutcome outcome_of(const Player& player, const Pair& pair);
/// Returns the effect of a pass on two keys in words: "not compared", "compared", "compared, kept" or "compared and
/// swapped".
std::string_view text(CompareOutcome outcome);

/// Effect of the present pass on the key at one place (array index).
struct ElementHistory {
  std::uint64_t place = 0;
  std::optional<network::Comparator> comparator;
  std::optional<std::uint64_t> partner;
  std::optional<std::string> before, after;  ///< keys at the place before and after the pass; empty if unknown
  /// Keys at the partner's place before and after the pass; empty if unknown.
  std::optional<std::string> partner_before, partner_after;
  std::optional<std::uint64_t> from;  ///< place before the pass of the key that is at `place` after the pass
  CompareOutcome outcome = CompareOutcome::apart;
  bool gets_smaller = false;  ///< true if `place` receives the smaller key of its comparator
};
ElementHistory story_of(const Player& player, std::uint64_t place);

/// Values of the symbols to which the marks in shaders and kernels bind identifiers:
///   place, partner           indices
///   own, other               the keys at these indices before the pass
///   result, key              the key at `place` after the pass
///   from                     the index of that key before the pass
///   takes_min, takes_max     whether `place` receives the smaller or the larger key, "true" or "false"
///   swaps                    whether the two keys are exchanged
///   min_place, max_place     the indices that receive the smaller and the larger key
///   min_before, max_before   the keys at these indices before the pass
///   low, high                the lower and the higher of the two indices
///   equation                 the equivalent blend equation, "minimum" or "maximum"
///   digit                    the key's digit, in a pass of a radix sort
///   threshold                the threshold, in a pass of a selection
///   pairs                    present if the pass is a step of a network
/// Symbols without a meaning for this key and pass are absent.
using Symbols = std::map<std::string, std::string>;
Symbols symbols_of(const Player& player, const ElementHistory& story);

}  // namespace texelsort::app
