#include "compute/external/format.h"

#include "compute/external/benchmark_records.h"

namespace texelsort::external {

std::uint64_t RecordFormat::prefix(std::span<const std::byte> record) const {
  std::uint64_t number = 0;
  make_prefixes(Records(record, record.size()), 0, {&number, 1});
  return number;
}

int RecordFormat::compare(std::span<const std::byte> a, std::span<const std::byte> b) const {
  const std::uint64_t of_a = prefix(a), of_b = prefix(b);
  if (of_a != of_b) return of_a < of_b ? -1 : 1;
  return prefix_decides() ? 0 : compare_ties(a, b);
}

std::unique_ptr<const RecordFormat> benchmark_format() {
  return fixed_format(benchmark_record_bytes, {{.offset = 0, .length = benchmark_key_bytes}});
}

}  // namespace texelsort::external
