#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/external/format.h"
#include "compute/external/wide_number.h"

/// What valsort of the sort benchmark finds out of sorted records, for parts of a file apart and together.
namespace texelsort::external {

struct RecordSummary {
  WideNumber records = 0;
  WideNumber unordered = 0;        ///< records whose key is below that of the record before
  WideNumber first_unordered = 0;  ///< its number, from 0; 0 if there is none
  WideNumber duplicates = 0;       ///< records with the key of the record before
  WideNumber checksum = 0;         ///< sum of each record's CRC32
  std::vector<std::byte> first, last;

  bool in_order() const { return unordered == 0; }
};

RecordSummary summarise(const RecordFormat& format, const Records& records);

/// The summary of the records of both, those of `next` behind.
void append(const RecordFormat& format, RecordSummary& summary, const RecordSummary& next);

/// The records of a file ("-": standard input), by all processors. Throws UsageError if it cannot be read or is cut in
/// the middle of a record.
RecordSummary summarise_file(const RecordFormat& format, const std::string& path);

/// The bytes that valsort -o writes for records of 100 bytes, on this machine's byte order; a first and a last record
/// of no bytes stand for no records.
std::string summary_bytes(const RecordSummary& summary, std::size_t record_bytes);
/// Several of them one after another, as of `cat`. Throws UsageError naming `origin` for what is no summary.
std::vector<RecordSummary> read_summaries(std::string_view bytes, std::size_t record_bytes, const std::string& origin);

}  // namespace texelsort::external
