#pragma once

#include <cstdint>

#include "compute/network/network.h"

namespace texelsort::network {

/// Returns a network that runs `copies` copies of `network` next to each other. Place i of copy x is place i * copies +
/// x, so that each comparator becomes one pattern. `copies` is a power of two. Steps have no claims.
Network repeated(const Network& network, std::uint64_t copies);

}  // namespace texelsort::network
