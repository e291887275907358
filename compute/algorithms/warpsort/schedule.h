#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/warpsort/settings.h"

namespace texelsort::algorithms::warpsort {

/// Step of Warpsort that a pass executes. The rounds of each kind of step are numbered from 0.
struct WarpsortStep {
  enum class Kind : std::uint8_t { tiles, runs, splitters, bounds, places, parts };
  Kind kind = Kind::tiles;
  std::uint64_t round = 0;

  /// Returns true if the pass moves every element to the other array, and false if the pass fills a table.
  bool moves() const { return kind <= Kind::runs || kind == Kind::parts; }
};

/// Lengths and numbers of Warpsort's sequences and parts, which follow from n and the settings.
struct Plan {
  /// Complete settings. There are at least two parts, and at most one part per tile of n keys.
  Settings settings;
  std::uint64_t n = 0;
  std::uint64_t rounds = 0;  ///< number of rounds of step 2, each of which halves the number of runs
  std::uint64_t length = 0;  ///< number of keys per sequence after step 2
  std::uint64_t sequences = 0;
  std::uint64_t part_rounds = 0;  ///< number of merge rounds of step 4

  std::uint64_t run_length(std::uint64_t round) const { return settings.tile << round; }
  bool splits() const { return sequences > 1; }
  std::uint64_t bounds() const { return splits() ? (settings.parts + 1) * sequences : 0; }
  std::uint64_t places() const { return splits() ? settings.parts * sequences + 1 : 0; }
  std::uint64_t sample() const { return splits() ? settings.parts * settings.sample : 0; }
  /// Returns the bytes of device memory that a run needs in addition to the two arrays.
  std::uint64_t table_bytes(data::KeyType type) const;

  std::vector<WarpsortStep> steps() const;
  PassHeader header(const WarpsortStep& step) const;
};

Plan make_plan(std::uint64_t n, const Settings& settings);

}  // namespace texelsort::algorithms::warpsort
