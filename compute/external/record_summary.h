#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/external/format.h"
#include "compute/external/wide_number.h"

/// Validates sorted records like valsort of the sort benchmark. Summaries of parts can be combined.
namespace texelsort::external {

struct RecordSummary {
  WideNumber records = 0;
  WideNumber unordered = 0;        ///< number of records whose key is below that of the previous record
  WideNumber first_unordered = 0;  ///< index of the first unordered record, from 0; 0 if there is none
  WideNumber duplicates = 0;       ///< number of records with the same key as the previous record
  WideNumber checksum = 0;         ///< sum of each record's CRC32
  std::vector<std::byte> first, last;

  bool in_order() const { return unordered == 0; }
};

RecordSummary summarise(const RecordFormat& format, const Records& records);

/// Combines a summary with the summary of the records that directly follow.
void append(const RecordFormat& format, RecordSummary& summary, const RecordSummary& next);

/// Summarises a file ("-": standard input), using all processors. Throws UsageError if it cannot be read or ends within
/// a record.
RecordSummary summarise_file(const RecordFormat& format, const std::string& path);

/// Returns the bytes that valsort -o writes for records of 100 bytes, in this machine's byte order. If the first and
/// last record are empty, there are no records.
std::string summary_bytes(const RecordSummary& summary, std::size_t record_bytes);
/// Reads concatenated summaries. Throws UsageError with `origin` if the bytes are not summaries.
std::vector<RecordSummary> read_summaries(std::string_view bytes, std::size_t record_bytes, const std::string& origin);

}  // namespace texelsort::external
