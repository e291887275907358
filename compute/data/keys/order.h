#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "compute/data/keys/keys.h"

/// Order-preserving map from keys to unsigned integers, which are called encoded keys. This is the only implementation
/// on the host, and shaders use shaders/common/keys.glsl. Integers are ordered by value. Floats are ordered by IEEE
/// 754-2008 totalOrder (section 5.10): -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN. For descending order, all bits
/// are inverted. Every algorithm therefore sorts unsigned integers in ascending order, and equal keys keep their input
/// order in both directions.
namespace texelsort::data {

template <typename Key>
using CodeOf = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

template <typename Key>
constexpr CodeOf<Key> encode(Key key, Order order) {
  using Code = CodeOf<Key>;
  constexpr Code sign = Code{1} << (std::numeric_limits<Code>::digits - 1);
  Code code = std::bit_cast<Code>(key);
  if constexpr (std::floating_point<Key>) {
    code = (code & sign) ? static_cast<Code>(~code) : static_cast<Code>(code | sign);
  } else if constexpr (std::is_signed_v<Key>) {
    code ^= sign;
  }
  return order == Order::descending ? static_cast<Code>(~code) : code;
}

template <typename Key>
constexpr Key decode(CodeOf<Key> code, Order order) {
  using Code = CodeOf<Key>;
  constexpr Code sign = Code{1} << (std::numeric_limits<Code>::digits - 1);
  if (order == Order::descending) code = static_cast<Code>(~code);
  if constexpr (std::floating_point<Key>) {
    code = (code & sign) ? static_cast<Code>(code ^ sign) : static_cast<Code>(~code);
  } else if constexpr (std::is_signed_v<Key>) {
    code ^= sign;
  }
  return std::bit_cast<Key>(code);
}

/// Returns the encoded keys as 64-bit numbers.
std::vector<std::uint64_t> codes(const Keys& keys, Order order);

}  // namespace texelsort::data
