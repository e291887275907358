#pragma once

#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::kernels {
namespace {

/// Encoded key and its payload.
template <typename Word, typename Payload>
struct Element {
  Word key;
  Payload payload;
};

/// Two arrays ("sides") of keys and payload in global memory. A kernel reads and writes both sides.
template <typename WordType, typename PayloadType, typename LessType>
struct TwoSides {
  using Word = WordType;
  using Payload = PayloadType;
  using Less = LessType;

  Word* first_keys;
  Word* second_keys;
  Payload* first_payload;
  Payload* second_payload;
  data::CodeMasks<Word> code;
  Less less;

  __device__ Word* keys(unsigned side) const { return side == 0 ? first_keys : second_keys; }
  __device__ Payload* payload(unsigned side) const { return side == 0 ? first_payload : second_payload; }
  __device__ Word load(unsigned side, std::uint64_t i) const { return code.encode(keys(side)[i]); }
  __device__ void store(unsigned side, std::uint64_t i, Word value) const { keys(side)[i] = code.decode(value); }
  /// Returns the payload of element i of a side.
  __device__ Payload carried(unsigned side, std::uint64_t i) const { return payload(side)[i]; }
  __device__ Element<Word, Payload> take(unsigned side, std::uint64_t i) const {
    Element<Word, Payload> element;
    element.key = load(side, i);
    if constexpr (has_payload<Payload>) element.payload = payload(side)[i];
    return element;
  }
  __device__ void put(unsigned side, std::uint64_t i, const Element<Word, Payload>& element) const {
    store(side, i, element.key);
    if constexpr (has_payload<Payload>) payload(side)[i] = element.payload;
  }
};

/// Returns the arrays as two sides. Side 0 is the input, which kernels also write; side 1 is the output.
template <typename Word, typename Payload, typename Less>
TwoSides<Word, Payload, Less> two_sides(const Typed<Word, Payload, Less>& arrays) {
  return {const_cast<Word*>(arrays.keys_in),
          arrays.keys_out,
          const_cast<Payload*>(arrays.payload_in),
          arrays.payload_out,
          arrays.code,
          arrays.less};
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
