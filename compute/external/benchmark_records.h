#pragma once

#include <cstddef>
#include <span>

#include "compute/external/wide_number.h"

/// The records of the sort benchmark (sortbenchmark.org): 100 bytes, the first ten of them the key, the very bytes of
/// its generator gensort 1.5 (C. Nyberg, ordinal.com/gensort.html).
namespace texelsort::external {

inline constexpr std::size_t benchmark_record_bytes = 100;
inline constexpr std::size_t benchmark_key_bytes = 10;

struct BenchmarkKind {
  bool ascii = false;   ///< printable characters and a line end (gensort -a)
  bool skewed = false;  ///< many keys begin alike (gensort -s)
};

/// The records with numbers first, first + 1, ..., as many as `out` has room for; its length is a multiple of 100. Any
/// part of a file is made without those before it.
void make_benchmark_records(BenchmarkKind kind, WideNumber first, std::span<std::byte> out);

/// The n-th number, from 1, of the benchmark's linear congruential generator, which starts at 0.
WideNumber benchmark_random(WideNumber n);

/// The sum of the CRC32 of each record: what gensort -c and valsort print. The length is a multiple of `record_bytes`.
WideNumber checksum(std::span<const std::byte> records, std::size_t record_bytes);

}  // namespace texelsort::external
