#pragma once

#include <functional>
#include <string>

#include "compute/external/benchmark_records.h"

namespace texelsort::external {

struct GenerateRequest {
  BenchmarkKind kind;
  WideNumber first = 0;       ///< number of the first record
  std::uint64_t records = 0;  ///< how many
  bool checksum = false;      ///< whether the sum of CRC32 is wanted
};

/// Writes records by all processors; `report` is called with the records that are written.
/// Returns the checksum, 0 if it is not wanted. Throws UsageError where they cannot be written, and UnavailableError
/// before the first if the disk has no room for all; nothing is at the file's place then.
WideNumber generate_records(const GenerateRequest& request, const std::string& path,
                            const std::function<void(std::uint64_t)>& report);

}  // namespace texelsort::external
