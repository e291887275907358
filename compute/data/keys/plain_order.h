#pragma once

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// Whether `<` and `>` of the key type order these keys as their codes (see order.h) are ordered, so that a sort by
/// either gives the same: always for integers; for floats where none is NaN, which `<` does not order, or -0, which it
/// takes for equal to +0.
bool plain_order_agrees(const Keys& keys);

}  // namespace texelsort::data
