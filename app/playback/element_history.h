#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/playback/key_moves.h"
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

/// A pass with the states before and after it. In contrast to a Player, it is not only the present pass.
struct SeenPass {
  const algorithms::Problem* of;
  const algorithms::PassRecord* executed;
  const data::State *earlier, *later;
  const KeyMoves* moves;

  // The same functions as those of Player.
  const algorithms::Problem& problem() const { return *of; }
  const algorithms::PassRecord* record() const { return executed; }
  const data::State* before() const { return earlier; }
  data::Keys key(std::uint64_t i) const { return data::slice(later->keys, i, 1); }
  std::string key_text(std::uint64_t i) const { return data::text(later->keys, i); }
};
ElementHistory story_of(const SeenPass& pass, std::uint64_t place);

/// Values of symbols. Marks in shaders and kernels bind identifiers of the source to symbols:
///   place, partner           index of the chosen key, and index of its partner in the pass
///   own, other               keys at `place` and at `partner` before the pass
///   result, key              key at `place` after the pass
///   from                     index before the pass of the key that is at `place` after the pass
///   takes_min, takes_max     "true" if `place` receives the smaller or the larger key, otherwise "false"
///   swaps                    "true" if the pass swaps the two keys, otherwise "false"
///   min_place, max_place     indices that receive the smaller and the larger key
///   min_before, max_before   keys at `min_place` and `max_place` before the pass
///   low, high                lower and higher index of `place` and `partner`
///   equation                 equivalent blend equation, "minimum" or "maximum"
///   digit                    digit of the key, in a pass of a radix sort
///   threshold                threshold, in a pass of a selection
///   pairs                    exists if the pass is a step of a network
/// A symbol that has no meaning for the key and the pass does not exist.
using Symbols = std::map<std::string, std::string>;
Symbols symbols_of(const Player& player, const ElementHistory& story);
Symbols symbols_of(const SeenPass& pass, const ElementHistory& story);

}  // namespace texelsort::app
