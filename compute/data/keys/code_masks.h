#pragma once

#include <type_traits>

#include "compute/data/keys/order.h"

namespace texelsort::data {

/// Masks that encode and decode keys of any type and order without branches (see order.h). They are data, so that one
/// compiled kernel per key width serves all types and orders.
template <typename Code>
struct CodeMasks {
  Code if_negative = 0;  ///< bits to flip in negative keys, without the sign bit
  Code always = 0;

  constexpr Code encode(Code bits) const { return bits ^ (spread_sign(bits) & if_negative) ^ always; }

  constexpr Code decode(Code code) const {
    const Code bits = code ^ always;  // `bits` has the sign bit of the key
    return bits ^ (spread_sign(bits) & if_negative);
  }

  /// Returns whether encoding changes no bits of any key.
  constexpr bool is_identity() const { return if_negative == 0 && always == 0; }

 private:
  static constexpr Code spread_sign(Code bits) {
    return static_cast<Code>(static_cast<std::make_signed_t<Code>>(bits) >> (8 * sizeof(Code) - 1));
  }
};

/// Returns the masks of a key type and order. `Code` must have the width of the key type.
template <typename Code>
constexpr CodeMasks<Code> code_masks(KeyType type, Order order) {
  constexpr Code sign = Code{1} << (8 * sizeof(Code) - 1);
  CodeMasks<Code> masks;
  if (type == KeyType::f32 || type == KeyType::f64) masks.if_negative = static_cast<Code>(~sign);
  if (type != KeyType::u32 && type != KeyType::u64) masks.always = sign;
  if (order == Order::descending) masks.always = static_cast<Code>(~masks.always);
  return masks;
}

}  // namespace texelsort::data
