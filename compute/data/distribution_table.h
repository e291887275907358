#pragma once

#include <random>
#include <span>

#include "compute/data/distribution.h"

/// The table behind distribution.h. Internal to the data layer.
namespace texelsort::data {

/// Its output is fixed by the C++ standard, so it is the same everywhere.
using Twister = std::mt19937_64;

struct DistributionEntry {
  Distribution about;
  void (*fill)(Keys& keys, Twister& twister);
};

/// In [0, bound). The remainder's bias is below bound / 2^64.
inline std::uint64_t draw_below(Twister& twister, std::uint64_t bound) {
  return twister() % bound;
}

/// The filler of a table's line, from one that takes a span of keys of any type.
template <auto filler>
void fill(Keys& keys, Twister& twister) {
  std::visit([&](auto& column) { filler(std::span(column), twister); }, keys);
}

/// Keys made from random numbers; any n.
std::span<const DistributionEntry> generators();

/// Inputs with which the literature compares parallel sorts; any n.
std::span<const DistributionEntry> benchmarks();

/// Worked examples of papers; their own n.
std::span<const DistributionEntry> examples();

}  // namespace texelsort::data
