#pragma once

#include <functional>
#include <string>

#include "compute/external/benchmark_records.h"

namespace texelsort::external {

struct GenerateRequest {
  BenchmarkKind kind;
  WideNumber first = 0;  ///< number of the first record
  std::uint64_t records = 0;
  bool checksum = false;  ///< true to compute the sum of each record's CRC32
};

/// Writes records, using all processors. Calls `report` with the number of records written so far. Returns the
/// checksum, or 0 if it is not requested. Throws UsageError if the records cannot be written. Throws UnavailableError
/// before writing if the disk space is insufficient; then no file appears.
WideNumber generate_records(const GenerateRequest& request, const std::string& path,
                            const std::function<void(std::uint64_t)>& report);

}  // namespace texelsort::external
