#pragma once

#include <cstdint>

#include "compute/algorithms/warpsort/warpsort_settings.h"

/// Lengths and numbers of what Warpsort merges; all of them follow from n.
namespace texelsort::algorithms::warpsort {

struct Plan {
  Settings settings;  ///< parts are no more than n has tiles, and two at the least
  std::uint64_t n = 0;
  std::uint64_t rounds = 0;  ///< of step 2, each of which halves the number of runs
  std::uint64_t length = 0;  ///< of the sequences that are left
  std::uint64_t sequences = 0;
  std::uint64_t part_rounds = 0;  ///< of step 4

  std::uint64_t run_length(std::uint64_t round) const { return settings.tile << round; }
  bool splits() const { return sequences > 1; }
  std::uint64_t bounds() const { return splits() ? (settings.parts + 1) * sequences : 0; }
  std::uint64_t places() const { return splits() ? settings.parts * sequences + 1 : 0; }
  std::uint64_t sample() const { return splits() ? settings.parts * settings.sample : 0; }
};

Plan make_plan(std::uint64_t n, const Settings& settings);

}  // namespace texelsort::algorithms::warpsort
