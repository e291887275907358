#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "compute/algorithms/cuda/launches.h"

struct CUstream_st;

/// Launches of the kernels that move records on CUDA. All pointers are device addresses, aligned to 256 bytes. Records
/// are stored as in data::RecordMemory. Every function throws the errors of cuda::check_launch().
namespace texelsort::algorithms::records {

/// Records [first, first + n) in one memory, which may belong to another device.
struct Source {
  const std::uint32_t* words = nullptr;
  std::uint64_t first = 0, n = 0;
};

/// Arguments of a gather: record i of `out` becomes record order[i] of the sources.
struct Gather {
  Source from;                        ///< the only source, if `sources` is empty
  std::span<const Source> sources{};  ///< sources in up to most_sources memories, in the order of record numbers
  std::uint32_t* out = nullptr;
  const std::uint32_t* order = nullptr;
  std::uint64_t n = 0;  ///< number of records of `out`
  std::uint32_t columns = 0, row_words = 0;
  CUstream_st* stream = nullptr;
};

inline constexpr std::size_t most_sources = 64;

struct Launches {
  /// Gathers records. One thread moves each record, word by word (Bandyopadhyay & Sahni, figures 4 and 5).
  virtual void gather(const Gather& call) const = 0;
  /// Gathers records that are stored as rows, in a single column. A group of threads moves each row in the widest
  /// possible words, up to 16 bytes (figure 6).
  virtual void gather_by_groups(const Gather& call) const = 0;

  /// Transposes `call.columns` columns of n words to n rows. There must be a single source. `call.order` is not used.
  virtual void columns_to_rows(const Gather& call) const = 0;
  /// Gathers rows of `call.columns` words, and writes them as columns.
  virtual void gather_rows_to_columns(const Gather& call) const = 0;

  /// Copies the keys, which are the first `key_words` words of each row, to `keys`. Writes the record numbers to
  /// `indices`.
  virtual void extract_keys(const Source& rows, std::uint32_t row_words, std::uint32_t key_words, std::uint32_t* keys,
                            std::uint32_t* indices, CUstream_st* stream) const = 0;
  /// Writes the record numbers: numbers[i] = first + i.
  virtual void number(std::uint32_t* numbers, std::uint64_t first, std::uint64_t n, CUstream_st* stream) const = 0;
};

}  // namespace texelsort::algorithms::records
