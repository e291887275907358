#pragma once

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// Returns whether `<` and `>` of the key type order these keys in the same way as their encoded keys (see order.h).
/// This is true for integers, and for floats without NaN, which `<` does not order, and without -0, which equals +0.
bool plain_order_agrees(const Keys& keys);

}  // namespace texelsort::data
