#pragma once

#include <cstdint>

#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// `count` keys whose code is the largest of their type and order: what stands around and past the real keys.
data::Keys guard_keys(data::KeyType type, data::Order order, std::uint64_t count);

inline constexpr std::uint32_t guard_payload = 0xFFFF'FFFF;

/// True if every byte of a read-back guard region is as guard_keys made it.
bool intact(const data::Keys& guards, data::Order order);
bool intact(const std::vector<std::uint64_t>& guards);

}  // namespace texelsort::algorithms
