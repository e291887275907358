#pragma once

#include <cstdint>

#include "compute/network/network.h"

namespace texelsort::network {

/// The same network for `copies` inputs side by side: place i of input x is place i * copies + x, so that a comparator
/// becomes one pattern. `copies` is a power of two. Steps have no claims.
Network repeated(const Network& network, std::uint64_t copies);

}  // namespace texelsort::network
