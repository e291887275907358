#pragma once

#include <cstdint>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// Checks as require_memory() that n keys and the output of their sort fit in memory.
void require_sorting_memory(KeyType type, std::uint64_t n);

}  // namespace texelsort::data
