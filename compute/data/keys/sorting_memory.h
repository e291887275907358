#pragma once

#include <cstdint>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// require_memory() of as many keys and the output of their sort beside them.
void require_sorting_memory(KeyType type, std::uint64_t n);

}  // namespace texelsort::data
