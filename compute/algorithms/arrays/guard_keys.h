#pragma once

#include <cstdint>

#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// Returns `count` guard keys, which have the largest encoding of their type and order. Guard keys are stored before
/// and after the real keys, and show writes out of bounds.
data::Keys guard_keys(data::KeyType type, data::Order order, std::uint64_t count);

inline constexpr std::uint32_t guard_payload = 0xFFFF'FFFF;

/// Returns whether guards that were read back equal the guards of guard_keys() in every byte.
bool intact(const data::Keys& guards, data::Order order);
bool intact(const std::vector<std::uint64_t>& guards);

}  // namespace texelsort::algorithms
