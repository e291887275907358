#pragma once

#include <cstdint>

namespace texelsort::algorithms {
template <typename Settings>
class SettingsTable;
}

/// What quicksort's host and kernels both know.
namespace texelsort::algorithms::quick {

enum class Network : std::uint8_t { odd_even, bitonic };

/// What a run is told; settings.cpp says what each member is for.
struct Settings {
  unsigned small = 2048, threads = 256, drawn = 3, depth = 2;
  Network network = Network::odd_even;
  std::uint64_t blocks = 1056, parts = 1056, seed = 1;
};
const SettingsTable<Settings>& settings();

/// A block's elements [first, last) of a part.
struct Share {
  std::uint64_t first = 0, last = 0;
  std::uint64_t part = 0;  ///< which of the round's
};

/// A part as the kernel that adds up its counts sees it: its place, and its shares [share, share_end).
struct SharedPart {
  std::uint64_t first = 0, count = 0, share = 0, share_end = 0;
};

/// A part that one block sorts, by merging once it has partitioned `depth` times.
struct SmallPart {
  std::uint64_t first = 0, count = 0, depth = 0;
};

}  // namespace texelsort::algorithms::quick
