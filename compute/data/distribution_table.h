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

/// Keys made from random numbers; any n.
std::span<const DistributionEntry> generators();

/// Worked examples of papers; their own n.
std::span<const DistributionEntry> examples();

}  // namespace texelsort::data
