#pragma once

#include <span>

#include "compute/data/keys/distribution.h"
#include "compute/data/keys/parallel_rng.h"

/// Table of all distributions. Internal to the data layer.
namespace texelsort::data {

struct DistributionEntry {
  Distribution about;
  void (*fill)(Keys& keys, ParallelRng& draws);
};

/// Adapts a filler that accepts a span of any key type to DistributionEntry::fill.
template <auto filler>
void fill(Keys& keys, ParallelRng& draws) {
  std::visit([&](auto& column) { filler(std::span(column), draws); }, keys);
}

/// Fills keys as generate() does. `draws` must be seeded.
void fill_keys(const Distribution& distribution, Keys& keys, ParallelRng& draws);

/// Returns distributions of random keys for any n.
std::span<const DistributionEntry> generators();

/// Returns input distributions that the literature uses to compare parallel sorts, for any n.
std::span<const DistributionEntry> benchmarks();

/// Returns worked examples of papers with their own n.
std::span<const DistributionEntry> examples();

}  // namespace texelsort::data
