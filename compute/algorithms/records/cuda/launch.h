#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/launches.h"

struct CUstream_st;

/// Launches of the kernels that move records on CUDA. Pointers are the device's, aligned to 256 bytes; records are
/// those of data::RecordMemory. Every function throws what cuda::check_launch() throws.
namespace texelsort::algorithms::records {

/// Record i of `out` is the one that is record order[i] of `in`.
struct Gather {
  const std::uint32_t* in = nullptr;
  std::uint32_t* out = nullptr;
  const std::uint32_t* order = nullptr;
  std::uint64_t n = 0;
  std::uint32_t columns = 0, row_words = 0;
  CUstream_st* stream = nullptr;
};

struct Launches {
  /// A thread carries a record, word after word (Bandyopadhyay & Sahni, figures 4 and 5).
  virtual void gather(const Gather& call) const = 0;
  /// A group of threads carries a row in the widest words it is made of, up to 16 bytes (figure 6); one column.
  virtual void gather_by_groups(const Gather& call) const = 0;

  /// `call.columns` columns of n words become n rows; the order is not read.
  virtual void columns_to_rows(const Gather& call) const = 0;
  /// Rows of `call.columns` words are gathered and become columns.
  virtual void gather_rows_to_columns(const Gather& call) const = 0;

  /// Takes the keys, of `key_words` words, out of the rows' beginnings, and numbers them.
  virtual void extract_keys(const std::uint32_t* rows, std::uint64_t n, std::uint32_t row_words,
                            std::uint32_t key_words, std::uint32_t* keys, std::uint32_t* indices,
                            CUstream_st* stream) const = 0;
};

}  // namespace texelsort::algorithms::records
