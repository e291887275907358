#pragma once

#include <type_traits>

#include "compute/data/keys/order.h"

namespace texelsort::data {

/// encode() and decode() of order.h for keys whose type is known only when the program runs, on their bits, without a
/// branch: for kernels that are compiled once for a width, not once for a key type and an order.
template <typename Code>
struct CodeMasks {
  Code if_negative = 0;  ///< changes places under the sign; the sign bit itself is not in it
  Code always = 0;

  constexpr Code encode(Code bits) const { return bits ^ (spread_sign(bits) & if_negative) ^ always; }

  constexpr Code decode(Code code) const {
    const Code bits = code ^ always;  // its sign bit is the key's
    return bits ^ (spread_sign(bits) & if_negative);
  }

  /// The keys' bits are their codes.
  constexpr bool is_identity() const { return if_negative == 0 && always == 0; }

 private:
  static constexpr Code spread_sign(Code bits) {
    return static_cast<Code>(static_cast<std::make_signed_t<Code>>(bits) >> (8 * sizeof(Code) - 1));
  }
};

/// `Code` has the width of the key type.
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
