#pragma once

#include <functional>
#include <string>

#include "compute/external/benchmark_records.h"

namespace texelsort::external {

struct GenerateRequest {
  BenchmarkKind kind;
  WideNumber first = 0;  ///< number of the first record to generate, in the numbering of gensort
  std::uint64_t records = 0;
  bool checksum = false;  ///< true to compute the sum of the CRC32 of all records
};

/// Writes records of the sort benchmark, using all processors. Calls `report` with the number of records written so
/// far. Returns the checksum, or 0 if the request has none. Throws UsageError if the records cannot be written. Throws
/// UnavailableError and creates no file if the disk space is insufficient.
WideNumber generate_records(const GenerateRequest& request, const std::string& path,
                            const std::function<void(std::uint64_t)>& report);

}  // namespace texelsort::external
