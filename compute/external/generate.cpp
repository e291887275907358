#include "compute/external/generate.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include "compute/data/error.h"
#include "compute/external/output_file.h"
#include "compute/external/space.h"

namespace texelsort::external {
namespace {

constexpr std::uint64_t block_records = 20'000;  // number of records per write: 2 MB of records of 100 bytes

struct GeneratedBlock {
  /// Number of the block's first record, counted from the first generated record. Then the block's number of records.
  std::uint64_t first = 0, records = 0;
  std::vector<std::byte> bytes{};
  WideNumber checksum = 0;
};

}  // namespace

WideNumber generate_records(const GenerateRequest& request, const std::string& path,
                            const std::function<void(std::uint64_t)>& report) {
  if (request.records > 0 && request.first + (request.records - 1) < request.first) {
    throw UsageError(fmt::format("{} records from number {}: the largest number is 2^128 - 1", request.records,
                                 decimal_text(request.first)));
  }
  OutputFile output(path);
  constexpr std::uint64_t most_records = std::numeric_limits<std::uint64_t>::max() / benchmark_record_bytes;
  require_space({.output = output.aside() ? std::optional(output.folder()) : std::nullopt,
                 .output_bytes = std::min(request.records, most_records) * benchmark_record_bytes});
  std::uint64_t next = 0;
  WideNumber checksum_of_all = 0;
  using Made = std::shared_ptr<GeneratedBlock>;
  const auto cut = [&](tbb::flow_control& control) -> Made {
    if (next == request.records) {
      control.stop();
      return nullptr;
    }
    auto block = std::make_shared<GeneratedBlock>(
        GeneratedBlock{.first = next, .records = std::min(block_records, request.records - next)});
    next += block->records;
    return block;
  };
  const auto make = [&](const Made& block) {
    block->bytes.resize(block->records * benchmark_record_bytes);
    make_benchmark_records(request.kind, request.first + block->first, block->bytes);
    if (request.checksum) block->checksum = checksum(block->bytes, benchmark_record_bytes);
    return block;
  };
  const auto write = [&](const Made& block) {
    output.write(block->bytes);
    checksum_of_all += block->checksum;
    report(block->first + block->records);
  };
  const auto at_once = 2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  tbb::parallel_pipeline(at_once, tbb::make_filter<void, Made>(tbb::filter_mode::serial_in_order, cut) &
                                      tbb::make_filter<Made, Made>(tbb::filter_mode::parallel, make) &
                                      tbb::make_filter<Made, void>(tbb::filter_mode::serial_in_order, write));
  output.publish();
  return checksum_of_all;
}

}  // namespace texelsort::external
