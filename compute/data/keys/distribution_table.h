#pragma once

#include <span>

#include "compute/data/keys/distribution.h"
#include "compute/data/keys/parallel_rng.h"

/// The table behind distribution.h. Internal to the data layer.
namespace texelsort::data {

struct DistributionEntry {
  Distribution about;
  void (*fill)(Keys& keys, ParallelRng& draws);
};

/// The filler of a table's line, from one that takes a span of keys of any type.
template <auto filler>
void fill(Keys& keys, ParallelRng& draws) {
  std::visit([&](auto& column) { filler(std::span(column), draws); }, keys);
}

/// Fills keys as generate() does, with `draws` of its seed.
void fill_keys(const Distribution& distribution, Keys& keys, ParallelRng& draws);

/// Keys made from random numbers; any n.
std::span<const DistributionEntry> generators();

/// Inputs with which the literature compares parallel sorts; any n.
std::span<const DistributionEntry> benchmarks();

/// Worked examples of papers; their own n.
std::span<const DistributionEntry> examples();

}  // namespace texelsort::data
