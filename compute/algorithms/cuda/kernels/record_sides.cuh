#pragma once

#include "compute/algorithms/cuda/kernels/move_fields.cuh"
#include "compute/algorithms/cuda/kernels/two_sides.cuh"
#include "compute/cuda/kernel.h"

/// Keys whose records follow them (Bandyopadhyay & Sahni, Sorting Large Multifield Records on a GPU, section IV).
namespace texelsort::algorithms::kernels {
namespace {

/// Two sides of keys and records. Keys move first, with their previous index as payload. Then the records follow.
template <typename WordType, typename LessType>
struct RecordSides : TwoSides<WordType, std::uint32_t, LessType> {
  FieldArrays fields;  ///< `in` has the fields of side 0, `out` those of side 1; kernels read and write both
  std::uint64_t n;

  __device__ std::uint32_t carried(unsigned, std::uint64_t i) const { return static_cast<std::uint32_t>(i); }

  /// Moves records to consecutive indices: record source(j) of side `from` goes to index first + j of the other side,
  /// for j below `count`. All threads of the block call it between barriers.
  template <typename Source>
  __device__ void follow(unsigned from, std::uint64_t first, std::uint64_t count, const Source& source) const {
    FieldArrays way = fields;
    if (from == 1) {
      way.in = fields.out;
      way.out = const_cast<unsigned*>(fields.in);
    }
    carry_records(way, n, count, source, [first](std::uint64_t j) { return first + j; });
  }
  /// Moves the records of a range to the same indices of the other side.
  __device__ void follow(unsigned from, std::uint64_t first, std::uint64_t count) const {
    follow(from, first, count, [first](std::uint64_t j) { return first + j; });
  }
};

template <typename Sides>
inline constexpr bool has_records = requires(const Sides& sides) {
  sides.fields;
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
