#pragma once

#include <type_traits>

#include "compute/algorithms/cuda/kernels/counting_tile.cuh"
#include "compute/algorithms/cuda/kernels/digit_tile.cuh"
#include "compute/algorithms/cuda/kernels/move_fields.cuh"
#include "compute/algorithms/radix/cuda/launch.h"
#include "compute/cuda/kernel.h"

/// Selection of a kernel's template arguments from the run-time values of a Move.
namespace texelsort::algorithms::radix {
namespace {

using kernels::CountingTile;
using kernels::Digit;
using kernels::DigitTile;
using kernels::Fields;
using kernels::is_word;
using kernels::most_digits;
using kernels::NoPayload;

/// Calls launch.operator()<TileType>() with the tile type for a shape. The shape must be one that shapes() lists.
template <typename Word, typename Payload, typename Launch>
void with_shape(Shape shape, Digit digit, Launch launch) {
  if (digit.is_byte()) {
    if (shape == Shape{256, 16}) return launch.template operator()<DigitTile<Word, Payload, 256, 16, true>>();
    if constexpr (sizeof(Word) == 8) {
      if (shape == Shape{384, 16}) return launch.template operator()<DigitTile<Word, Payload, 384, 16, true>>();
    } else {
      if (shape == Shape{256, 32}) return launch.template operator()<DigitTile<Word, Payload, 256, 32, true>>();
      if (shape == Shape{384, 24}) return launch.template operator()<DigitTile<Word, Payload, 384, 24, true>>();
    }
  } else {
    if (shape == Shape{64, 16}) return launch.template operator()<DigitTile<Word, Payload, 64, 16, false>>();
    if (shape == Shape{256, 16}) return launch.template operator()<DigitTile<Word, Payload, 256, 16, false>>();
  }
  refuse_shape(shape);
}

/// Calls `launch` with the type of a tile with counters per thread. Such tiles are for digits of up to 4 bits.
template <typename Word, typename Payload, typename Launch>
void with_counting_shape(Shape shape, Launch launch) {
  if (shape == Shape{64, 16})
    return launch.template operator()<CountingTile<Word, Payload, 64, 16, most_counted_bits>>();
  if (shape == Shape{256, 16})
    return launch.template operator()<CountingTile<Word, Payload, 256, 16, most_counted_bits>>();
  refuse_shape(shape);
}

/// Calls launch.operator()<Payload>() for the payload type that the move carries with each key.
template <typename Launch>
void with_payload(const Move& move, Launch launch) {
  if (move.fields.count > 0) return launch.template operator()<Fields>();
  if (move.payload_bytes == 0) return launch.template operator()<NoPayload>();
  if (move.payload_bytes == 4) return launch.template operator()<std::uint32_t>();
  return launch.template operator()<std::uint64_t>();
}

template <typename Word, typename Launch>
void with_tile(const Move& move, Launch launch) {
  with_payload(move, [&]<typename Payload>() {
    with_shape<Word, Payload>(move.shape, {move.shift, move.bits}, launch);
  });
}

/// Calls `launch` with one of the largest tiles, which only Onesweep has. Returns false if the shape is none of them.
template <typename Word, typename Payload, typename Launch>
bool with_sweep_shape(Shape shape, Digit digit, Launch launch) {
  const auto with = [&]<unsigned Threads, unsigned Items>() {
    launch.template operator()<DigitTile<Word, Payload, Threads, Items, true>>();
    return true;
  };
  if (!digit.is_byte()) return false;
  if constexpr (sizeof(Word) == 8 && !std::is_same_v<Payload, Fields>) {
    if (shape == sweep_shape_64) return with.template operator()<512, 16>();
  } else if constexpr (is_word<Payload>) {
    if (shape == paired_sweep_shape_32) return with.template operator()<512, 20>();
  } else if constexpr (std::is_same_v<Payload, NoPayload>) {
    if (shape == alone_sweep_shape_32) return with.template operator()<512, 28>();
  }
  return false;
}

/// Calls `launch` with the tile type for the move's shape, including the shapes that only Onesweep has.
template <typename Word, typename Launch>
void with_sweep_tile(const Move& move, Launch launch) {
  with_payload(move, [&]<typename Payload>() {
    const Digit digit{move.shift, move.bits};
    if (!with_sweep_shape<Word, Payload>(move.shape, digit, launch))
      with_shape<Word, Payload>(move.shape, digit, launch);
  });
}

template <typename Word, typename Launch>
void with_counting_tile(const Move& move, Launch launch) {
  with_payload(move, [&]<typename Payload>() { with_counting_shape<Word, Payload>(move.shape, launch); });
}

template <typename Payload>
inline constexpr Carried carried_by = std::is_same_v<Payload, Fields> ? Carried::fields
                                      : is_word<Payload>              ? Carried::word
                                                                      : Carried::nothing;

/// Arrays and digit of a Move, with typed pointers for kernels.
template <typename Word, typename Payload>
struct MoveArguments {
  const Word* in;
  Word* out;
  const Payload* payload_in;
  Payload* payload_out;
  FieldArrays fields;
  data::CodeMasks<Word> code;
  Digit digit;
  std::uint64_t n;

  void take(const Move& move) {
    in = static_cast<const Word*>(move.keys_in);
    out = static_cast<Word*>(move.keys_out);
    if constexpr (is_word<Payload>) {
      payload_in = static_cast<const Payload*>(move.payload_in);
      payload_out = static_cast<Payload*>(move.payload_out);
    }
    fields = move.fields;
    code = data::code_masks<Word>(move.type, move.order);
    digit = {move.shift, move.bits};
    n = move.n;
  }

  // Return the array to read or the array to write. `turned` exchanges the two. They are chosen from constant memory at
  // each use, because pointers would occupy registers between uses.
  __device__ const Word* source(bool turned) const { return turned ? out : in; }
  __device__ Word* target(bool turned) const { return turned ? const_cast<Word*>(in) : out; }
  __device__ const Payload* payload_source(bool turned) const { return turned ? payload_out : payload_in; }
  __device__ Payload* payload_target(bool turned) const {
    return turned ? const_cast<Payload*>(payload_in) : payload_out;
  }
  __device__ FieldArrays turned_fields(bool turned) const {
    FieldArrays both = fields;
    if (turned) {
      both.in = fields.out;
      both.out = const_cast<unsigned*>(fields.in);
    }
    return both;
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
