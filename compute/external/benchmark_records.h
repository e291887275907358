#pragma once

#include <cstddef>
#include <span>

#include "compute/external/wide_number.h"

/// Records of the sort benchmark (sortbenchmark.org). A record has 100 bytes, and the first ten are the key. The
/// records are identical to the output of the benchmark's generator gensort 1.5 (C. Nyberg, ordinal.com/gensort.html).
namespace texelsort::external {

inline constexpr std::size_t benchmark_record_bytes = 100;
inline constexpr std::size_t benchmark_key_bytes = 10;

struct BenchmarkKind {
  bool ascii = false;   ///< true for printable characters and a line end per record (gensort -a)
  bool skewed = false;  ///< true if many keys share a prefix (gensort -s)
};

/// Fills `out` with consecutive records of the benchmark, starting with record number `first`. The length of `out` must
/// be a multiple of 100. Any record can be generated without the preceding ones.
void make_benchmark_records(BenchmarkKind kind, WideNumber first, std::span<std::byte> out);

/// Returns random number n of the benchmark's linear congruential generator. Number 0 is 0.
WideNumber benchmark_random(WideNumber n);

/// Returns the sum of the CRC32 of all records, as gensort -c and valsort print it. The length of `records` must be a
/// multiple of `record_bytes`.
WideNumber checksum(std::span<const std::byte> records, std::size_t record_bytes);

}  // namespace texelsort::external
