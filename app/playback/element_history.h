#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/playback/player.h"

namespace texelsort::app {

/// What became of two keys in the present pass.
enum class CompareOutcome : std::uint8_t {
  apart,     ///< not compared with each other
  compared,  ///< and what came of it is not known
  kept,
  swapped
};
CompareOutcome outcome_of(const Player& player, const Pair& pair);
/// "not compared", "compared", "compared, kept", "compared and swapped".
std::string_view text(CompareOutcome outcome);

/// What the present pass has done with the key at a place.
struct ElementHistory {
  std::uint64_t place = 0;
  std::optional<network::Comparator> comparator;
  std::optional<std::uint64_t> partner;
  std::optional<std::string> before, after;                  ///< the place's keys, as far as they are known
  std::optional<std::string> partner_before, partner_after;  ///< the partner's place's
  std::optional<std::uint64_t> from;                         ///< where the key that stands here now stood before
  CompareOutcome outcome = CompareOutcome::apart;
  bool gets_smaller = false;  ///< of a comparator's two keys
};
ElementHistory story_of(const Player& player, std::uint64_t place);

/// What the symbols stand for that shaders' and kernels' marks bind their identifiers to:
///   place, partner           indices
///   own, other               the keys there before the pass
///   result, key              the key at `place` after it
///   from                     where that key stood before
///   takes_min, takes_max     whether `place` gets the smaller or the larger of the two, "true" or "false"
///   swaps                    whether the two change places
///   min_place, max_place     the places that get the smaller and the larger of them
///   min_before, max_before   the keys there before
///   low, high                the lower and the higher of the two places
///   equation                 the blend equation that does the same, "minimum" or "maximum"
///   digit                    of the key, of a radix sort's pass
///   threshold                of a selection's pass
///   pairs                    there where the pass is one step of a network
/// Those that make no sense for this key and pass are missing.
using Symbols = std::map<std::string, std::string>;
Symbols symbols_of(const Player& player, const ElementHistory& story);

}  // namespace texelsort::app
