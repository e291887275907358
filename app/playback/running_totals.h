#pragma once

#include <cstdint>
#include <optional>

#include "app/playback/player.h"

namespace texelsort::app {

/// Work of the first passes of a run, added up.
struct RunningTotals {
  std::uint64_t passes = 0;
  std::optional<std::uint64_t> comparisons;  ///< unset unless the run executes a comparator network
  std::optional<std::uint64_t> swaps;        ///< exchanged pairs of keys; unset if they are unknown
  std::uint64_t bytes = 0;                   ///< bytes read and written, by the definitions of the passes
};

/// Greatest number of keys for which running_totals() counts swaps. The count needs the keys after each pass.
inline constexpr std::uint64_t most_counted_swaps = 4096;

/// Returns the totals of the passes that led to the present state. They depend only on these passes, so going back
/// lowers them. The first call at a later state may execute passes again.
RunningTotals running_totals(Player& player);

}  // namespace texelsort::app
