#pragma once

#include <cstdint>

namespace texelsort::algorithms {
template <typename Settings>
class SettingsTable;
}

/// Types that host code and kernels of quicksort share.
namespace texelsort::algorithms::quick {

enum class Network : std::uint8_t { odd_even, bitonic };

/// Settings of a quicksort run. The settings table in settings.cpp describes the members.
struct Settings {
  unsigned small = 2048, threads = 256, drawn = 3, depth = 2;
  Network network = Network::odd_even;
  std::uint64_t blocks = 1056, parts = 1056, seed = 1;
};
const SettingsTable<Settings>& settings();

/// Share of a part that one block processes: elements [first, last) of the array.
struct Share {
  std::uint64_t first = 0, last = 0;
  std::uint64_t part = 0;  ///< index of the part in the list of the round
};

/// Part of the array that several blocks partition: elements [first, first + count), divided into the shares from
/// `share` to `share_end` - 1.
struct SharedPart {
  std::uint64_t first = 0, count = 0, share = 0, share_end = 0;
};

/// Part that one block sorts. After `depth` nested partitions, the block sorts by merging instead of partitioning.
struct SmallPart {
  std::uint64_t first = 0, count = 0, depth = 0;
};

}  // namespace texelsort::algorithms::quick
