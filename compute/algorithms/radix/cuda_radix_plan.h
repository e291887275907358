#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/parameter.h"
#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/radix/cuda/launch.h"

namespace texelsort::algorithms {

/// How a radix sort on CUDA cuts an array of n keys.
struct CudaRadixPlan {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;  ///< record: whole records move with their keys
  std::uint32_t digit_bits = 8;
  radix::Shape shape;
  bool grouped = false;       ///< records that are rows: groups of threads carry them, see radix::FieldArrays
  std::uint64_t columns = 0;  ///< of the tables: tiles, or blocks that share them
  std::uint64_t column_tiles = 1;

  /// Digits of a key; the last may have fewer bits.
  std::uint64_t digits() const;
  DigitPass digit(std::uint64_t index) const;
  std::uint64_t tiles() const { return shape.tiles(n); }
  /// Elements of a table of 64-bit numbers, one for each digit and column.
  std::uint64_t table_elements() const { return columns << digit_bits; }

  /// Of a move by that digit; arrays are still to be named.
  radix::Move move(std::uint64_t index) const;
};

/// "digit" and "shape", with the source's values.
std::vector<ParameterSpec> cuda_radix_parameters(std::string paper_digit, std::string paper_shape);

/// A plan with tables of a column for each tile; shape "auto" is tuned_shape().
CudaRadixPlan cuda_radix_plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                              const Parameters& parameters);

/// The fastest of the shapes for these digits that fit the shared memory of a block; measured on an H200.
radix::Shape tuned_shape(std::uint32_t digit_bits, data::KeyType type, data::PayloadKind payload);

/// Whether there are kernels of this shape for such digits and keys.
std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes);

}  // namespace texelsort::algorithms
