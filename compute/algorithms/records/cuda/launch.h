#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "compute/algorithms/cuda/launches.h"

struct CUstream_st;

/// Launches of the kernels that move records on CUDA. Pointers are the device's, aligned to 256 bytes; records are
/// those of data::RecordMemory. Every function throws what cuda::check_launch() throws.
namespace texelsort::algorithms::records {

/// Records that stand in one memory, which may be another device's: those of the numbers from `first` on.
struct Source {
  const std::uint32_t* words = nullptr;
  std::uint64_t first = 0, n = 0;
};

/// Record i of `out` is the one whose number is order[i].
struct Gather {
  Source from;                        ///< where all stand, or
  std::span<const Source> sources{};  ///< where they stand in up to most_sources memories, by their numbers
  std::uint32_t* out = nullptr;
  const std::uint32_t* order = nullptr;
  std::uint64_t n = 0;  ///< of `out`
  std::uint32_t columns = 0, row_words = 0;
  CUstream_st* stream = nullptr;
};

inline constexpr std::size_t most_sources = 64;

struct Launches {
  /// A thread carries a record, word after word (Bandyopadhyay & Sahni, figures 4 and 5).
  virtual void gather(const Gather& call) const = 0;
  /// A group of threads carries a row in the widest words it is made of, up to 16 bytes (figure 6); one column.
  virtual void gather_by_groups(const Gather& call) const = 0;

  /// `call.columns` columns of n words, of one source, become n rows; the order is not read.
  virtual void columns_to_rows(const Gather& call) const = 0;
  /// Rows of `call.columns` words are gathered and become columns.
  virtual void gather_rows_to_columns(const Gather& call) const = 0;

  /// Takes the keys, of `key_words` words, out of the rows' beginnings, and numbers them as the source does.
  virtual void extract_keys(const Source& rows, std::uint32_t row_words, std::uint32_t key_words, std::uint32_t* keys,
                            std::uint32_t* indices, CUstream_st* stream) const = 0;
  /// numbers[i] = first + i.
  virtual void number(std::uint32_t* numbers, std::uint64_t first, std::uint64_t n, CUstream_st* stream) const = 0;
};

}  // namespace texelsort::algorithms::records
