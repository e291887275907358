#pragma once

#include <cstdint>
#include <string>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// Formats the key that an encoded key represents (see order.h), for messages.
std::string code_text(std::uint64_t code, KeyType type, Order order);

}  // namespace texelsort::data
