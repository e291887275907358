#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/external/format.h"
#include "compute/external/wide_number.h"

/// Statistics that validate sorted records, like valsort of the sort benchmark. Summaries of consecutive parts can be
/// combined.
namespace texelsort::external {

struct RecordSummary {
  WideNumber records = 0;
  WideNumber unordered = 0;        ///< number of records whose key is less than the key before
  WideNumber first_unordered = 0;  ///< index of the first record whose key is less than the key before; 0 if none
  WideNumber duplicates = 0;       ///< number of records whose key equals the key before
  WideNumber checksum = 0;         ///< sum of the CRC32 of all records
  std::vector<std::byte> first, last;

  bool in_order() const { return unordered == 0; }
};

RecordSummary summarise(const RecordFormat& format, const Records& records);

/// Combines the summaries of two consecutive ranges of records in `summary`.
void append(const RecordFormat& format, RecordSummary& summary, const RecordSummary& next);

/// Summarises the records of a file, using all processors. Reads standard input for the path "-". Throws UsageError if
/// the file cannot be read or ends within a record.
RecordSummary summarise_file(const RecordFormat& format, const std::string& path);

/// Returns a summary in the file format of valsort -o, for records of 100 bytes and in this machine's byte order. An
/// empty first and last record mean that there are no records.
std::string summary_bytes(const RecordSummary& summary, std::size_t record_bytes);
/// Parses one or more concatenated summaries of valsort -o. Throws UsageError with `origin`, the name of the file, if
/// the bytes are not summaries.
std::vector<RecordSummary> read_summaries(std::string_view bytes, std::size_t record_bytes, const std::string& origin);

}  // namespace texelsort::external
