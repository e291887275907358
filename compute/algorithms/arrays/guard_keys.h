#pragma once

#include <cstdint>

#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// Returns `count` guard keys, which have the largest encoding of their type and order. They are stored before and
/// after the real keys.
data::Keys guard_keys(data::KeyType type, data::Order order, std::uint64_t count);

inline constexpr std::uint32_t guard_payload = 0xFFFF'FFFF;

/// Returns whether guards that were read back equal those that guard_keys() made, in every byte.
bool intact(const data::Keys& guards, data::Order order);
bool intact(const std::vector<std::uint64_t>& guards);

}  // namespace texelsort::algorithms
