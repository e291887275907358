#pragma once

#include "compute/network/generators.h"

namespace texelsort::network {

/// A family with one step, to time a single pass. Compares place i with i + distance, in blocks of 2 * distance, a
/// power of two. The step does not sort. It has no comparators for n <= distance.
Family single_step(std::uint64_t distance);

}  // namespace texelsort::network
