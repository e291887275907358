#pragma once

#include <span>

#include "compute/data/keys/distribution.h"
#include "compute/data/keys/parallel_rng.h"

/// Tables of all distributions, with the functions that fill keys. Internal to the data layer.
namespace texelsort::data {

struct DistributionEntry {
  Distribution about;
  void (*fill)(Keys& keys, ParallelRng& draws);
};

/// Converts a fill function to the type of DistributionEntry::fill. The result calls it for any key type with a span of
/// the keys.
template <auto filler>
void fill(Keys& keys, ParallelRng& draws) {
  std::visit([&](auto& column) { filler(std::span(column), draws); }, keys);
}

/// Fills keys with a distribution, as generate() does. `draws` must be seeded.
void fill_keys(const Distribution& distribution, Keys& keys, ParallelRng& draws);

/// Returns the distributions of random keys for any n.
std::span<const DistributionEntry> generators();

/// Returns the input distributions for any n that the literature uses to compare parallel sorts.
std::span<const DistributionEntry> benchmarks();

/// Returns the worked examples of papers, each with its own number of keys.
std::span<const DistributionEntry> examples();

}  // namespace texelsort::data
