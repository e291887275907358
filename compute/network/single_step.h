#pragma once

#include "compute/network/generators.h"

namespace texelsort::network {

/// One step by itself, to be timed as one pass: place i is compared with i + distance, in blocks of 2 * distance, a
/// power of two. It sorts nothing; below distance + 1 places it has no comparator.
Family single_step(std::uint64_t distance);

}  // namespace texelsort::network
