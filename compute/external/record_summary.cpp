#include "compute/external/record_summary.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <zlib.h>

#include "compute/data/error.h"
#include "compute/external/input.h"

namespace texelsort::external {
namespace {

constexpr std::size_t block_bytes = std::size_t{4} << 20;

/// The wide numbers of valsort's `struct summary`, in its order.
constexpr WideNumber RecordSummary::*summary_members[] = {&RecordSummary::first_unordered, &RecordSummary::unordered,
                                                          &RecordSummary::records, &RecordSummary::duplicates,
                                                          &RecordSummary::checksum};
constexpr std::size_t summary_numbers_bytes = std::size(summary_members) * 2 * sizeof(std::uint64_t);

}  // namespace

RecordSummary summarise(const RecordFormat& format, const Records& records) {
  RecordSummary summary;
  if (records.empty()) return summary;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::span<const std::byte> record = records[i];
    summary.checksum += crc32_z(0, reinterpret_cast<const Bytef*>(record.data()), record.size());
    const std::uint64_t prefix = format.prefix(record);
    if (i > 0) {
      int order = before == prefix ? 0 : before < prefix ? -1 : 1;
      if (order == 0 && !format.prefix_decides()) order = format.compare_ties(records[i - 1], record);
      if (order == 0) ++summary.duplicates;
      if (order > 0 && summary.unordered++ == 0) summary.first_unordered = i;
    }
    before = prefix;
  }
  summary.records = records.size();
  const auto bytes_of = [](std::span<const std::byte> record) {
    return std::vector<std::byte>(record.begin(), record.end());
  };
  summary.first = bytes_of(records[0]);
  summary.last = bytes_of(records[records.size() - 1]);
  return summary;
}

void append(const RecordFormat& format, RecordSummary& summary, const RecordSummary& next) {
  if (next.records == 0) return;
  if (summary.records == 0) {
    summary = next;
    return;
  }
  const int order = format.compare(summary.last, next.first);
  if (order == 0) ++summary.duplicates;
  if (order > 0 && summary.unordered++ == 0) summary.first_unordered = summary.records;
  if (summary.in_order() && !next.in_order()) summary.first_unordered = summary.records + next.first_unordered;
  summary.unordered += next.unordered;
  summary.duplicates += next.duplicates;
  summary.checksum += next.checksum;
  summary.records += next.records;
  summary.last = next.last;
}

RecordSummary summarise_file(const RecordFormat& format, const std::string& path) {
  Input input({path}, format);
  RecordSummary whole;
  using Bytes = std::shared_ptr<std::vector<std::byte>>;
  const auto read = [&](tbb::flow_control& control) -> Bytes {
    auto block = std::make_shared<std::vector<std::byte>>(std::max(block_bytes, 2 * format.usual_record_bytes()));
    const std::size_t bytes = input.read(*block);
    if (bytes == 0) control.stop();
    block->resize(bytes);
    return block;
  };
  const auto look = [&format](const Bytes& block) { return summarise(format, format.split(*block)); };
  const auto join = [&](const RecordSummary& part) { append(format, whole, part); };
  const auto at_once = 2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  tbb::parallel_pipeline(at_once, tbb::make_filter<void, Bytes>(tbb::filter_mode::serial_in_order, read) &
                                      tbb::make_filter<Bytes, RecordSummary>(tbb::filter_mode::parallel, look) &
                                      tbb::make_filter<RecordSummary, void>(tbb::filter_mode::serial_in_order, join));
  return whole;
}

std::string summary_bytes(const RecordSummary& summary, std::size_t record_bytes) {
  std::string bytes;
  for (const auto member : summary_members) {
    for (const std::uint64_t half : {high_half(summary.*member), low_half(summary.*member)}) {
      bytes.append(reinterpret_cast<const char*>(&half), sizeof half);
    }
  }
  for (const std::vector<std::byte>* record : {&summary.first, &summary.last}) {
    std::string padded(reinterpret_cast<const char*>(record->data()), record->size());
    padded.resize(record_bytes, '\0');
    bytes += padded;
  }
  return bytes;
}

std::vector<RecordSummary> read_summaries(std::string_view bytes, std::size_t record_bytes, const std::string& origin) {
  const std::size_t length = summary_numbers_bytes + 2 * record_bytes;
  if (bytes.empty() || bytes.size() % length != 0) {
    throw UsageError(
        fmt::format("{}: {} bytes are no summaries of partitions, which have {} each", origin, bytes.size(), length));
  }
  std::vector<RecordSummary> summaries;
  for (; !bytes.empty(); bytes.remove_prefix(length)) {
    RecordSummary& summary = summaries.emplace_back();
    const char* at = bytes.data();
    for (const auto member : summary_members) {
      std::uint64_t halves[2];
      std::memcpy(halves, at, sizeof halves);
      summary.*member = wide(halves[0], halves[1]);
      at += sizeof halves;
    }
    if (summary.records == 0) continue;
    const auto* record = reinterpret_cast<const std::byte*>(at);
    summary.first.assign(record, record + record_bytes);
    summary.last.assign(record + record_bytes, record + 2 * record_bytes);
  }
  return summaries;
}

}  // namespace texelsort::external
