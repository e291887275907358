#pragma once

#include <cstdint>
#include <type_traits>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/cuda/kernel.h"
#include "compute/data/keys/code_masks.h"

/// Template arguments, chosen from the host's description of the arrays. A kernel is compiled for keys of 4 or 8 bytes,
/// with or without a payload word. It compares encoded keys in natural order (CodeLess) or by a comparison that is
/// chosen at run time (AnyLess).
namespace texelsort::algorithms::kernels {
namespace {

/// Payload type of keys without payload.
struct NoPayload {};

template <typename Payload>
inline constexpr bool has_payload = !std::is_same_v<Payload, NoPayload>;

/// Comparison that is chosen at run time. It is a function call, because inlining the code into every comparison would
/// take minutes to compile.
template <typename Word>
struct AnyLess {
  data::ComparedLess<Word> less;

  explicit constexpr AnyLess(const KeyOrder& order) : less(order.comparison, order.type, order.order) {}
  __host__ __device__ __attribute__((noinline)) constexpr bool operator()(Word one, Word other) const {
    return less(one, other);
  }
};

/// Typed arrays for kernels. Keys are compared in encoded form: encode() after reading, decode() before writing.
template <typename WordType, typename PayloadType, typename LessType>
struct Typed {
  using Word = WordType;
  using Payload = PayloadType;
  using Less = LessType;

  const Word* keys_in;
  Word* keys_out;
  const Payload* payload_in;
  Payload* payload_out;
  std::uint64_t n;
  data::CodeMasks<Word> code;
  Less less;

  __device__ Word load(std::uint64_t i) const { return code.encode(keys_in[i]); }
  __device__ void store(std::uint64_t i, Word value) const { keys_out[i] = code.decode(value); }
};

template <typename Word, typename Payload, typename Less>
Typed<Word, Payload, Less> typed(const Arrays& arrays, Less less) {
  return {static_cast<const Word*>(arrays.keys_in),
          static_cast<Word*>(arrays.keys_out),
          static_cast<const Payload*>(arrays.payload_in),
          static_cast<Payload*>(arrays.payload_out),
          arrays.n,
          data::code_masks<Word>(arrays.order.type, arrays.order.order),
          less};
}

/// Returns the comparison of type Less for a key order.
template <typename Less>
Less less_of([[maybe_unused]] const KeyOrder& order) {
  if constexpr (std::is_same_v<Less, data::CodeLess>) {
    return {};
  } else {
    return Less(order);
  }
}

/// Calls launch(less) with the comparison for a key order. `Word` must have the width of the keys.
template <typename Word, typename Launch>
void with_less(const KeyOrder& order, Launch launch) {
  if (order.comparison == data::Comparison::natural) return launch(data::CodeLess{});
  launch(AnyLess<Word>(order));
}

/// Calls launch(Typed<Word, Payload, Less>) with the types of the payload and of the comparison of `arrays`.
template <typename Word, typename Launch>
void with_types(const Arrays& arrays, Launch launch) {
  with_less<Word>(arrays.order, [&](auto less) {
    if (arrays.payload_in == nullptr) return launch(typed<Word, NoPayload>(arrays, less));
    return launch(typed<Word, std::uint32_t>(arrays, less));
  });
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
