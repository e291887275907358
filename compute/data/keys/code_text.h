#pragma once

#include <cstdint>
#include <string>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// The key of a code (see order.h) as text, for messages about codes.
std::string code_text(std::uint64_t code, KeyType type, Order order);

}  // namespace texelsort::data
