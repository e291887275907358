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
constexpr std::size_t longest_row = std::size_t{256} << 20;

/// Numbers of a summary in the order in which the benchmark's program valsort stores them.
constexpr WideNumber RecordSummary::*summary_members[] = {&RecordSummary::first_unordered, &RecordSummary::unordered,
                                                          &RecordSummary::records, &RecordSummary::duplicates,
                                                          &RecordSummary::checksum};
constexpr std::size_t summary_numbers_bytes = std::size(summary_members) * 2 * sizeof(std::uint64_t);

}  // namespace

RecordSummary summarise(const RecordFormat& format, const Records& records) {
  RecordSummary summary;
  const bool makes_keys = format.kept_key_bytes() > 0;
  std::uint64_t before = 0;
  std::vector<std::byte> key, key_before;
  std::span<const std::byte> first, last;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::span<const std::byte> record = records[i];
    std::uint64_t prefix = 0;
    if (makes_keys) {
      make_numbered_key(format, records, i, key);
      if (key.empty()) continue;
      prefix = prefix_of_key(key);
    } else {
      prefix = format.prefix(record);
    }
    summary.checksum += crc32_z(0, reinterpret_cast<const Bytef*>(record.data()), record.size());
    if (summary.records > 0) {
      int order = before == prefix ? 0 : before < prefix ? -1 : 1;
      if (order == 0 && makes_keys) order = compare_keys(key_before, key);
      if (order == 0 && !makes_keys && !format.prefix_decides()) order = format.compare_ties(last, record);
      if (order == 0) ++summary.duplicates;
      if (order > 0 && summary.unordered++ == 0) summary.first_unordered = summary.records;
    }
    if (summary.records++ == 0) first = record;
    last = record;
    before = prefix;
    key_before.swap(key);
  }
  summary.first.assign(first.begin(), first.end());
  summary.last.assign(last.begin(), last.end());
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
  struct ReadPart {
    std::unique_ptr<std::byte[]> memory;
    InputPart part{};
  };
  using PartPtr = std::shared_ptr<ReadPart>;
  const bool differ = !format.record_bytes();
  const std::size_t room = std::max(differ ? longest_row : block_bytes, 2 * format.usual_record_bytes());
  const auto read = [&](tbb::flow_control& control) -> PartPtr {
    // Allocate generously for long records of variable length, because untouched pages use no memory.
    auto piece = std::make_shared<ReadPart>(ReadPart{.memory = std::make_unique_for_overwrite<std::byte[]>(room)});
    piece->part = input.read({piece->memory.get(), room}, differ ? ReadLimits{.cost = block_bytes} : ReadLimits{});
    if (piece->part.empty()) control.stop();
    return piece;
  };
  const auto look = [&](const PartPtr& piece) {
    try {
      return summarise(format, piece->part.records);
    } catch (const RecordFault& fault) {
      input.fail(piece->part.position_of(fault.record), fault);
    }
  };
  const auto join = [&](const RecordSummary& part) { append(format, whole, part); };
  const auto at_once = 2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  tbb::parallel_pipeline(at_once, tbb::make_filter<void, PartPtr>(tbb::filter_mode::serial_in_order, read) &
                                      tbb::make_filter<PartPtr, RecordSummary>(tbb::filter_mode::parallel, look) &
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
    throw UsageError(fmt::format("{}: {} bytes are not a whole number of summaries, each of which has {} bytes", origin,
                                 bytes.size(), length));
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
