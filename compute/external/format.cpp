#include "compute/external/format.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "compute/external/benchmark_records.h"

namespace texelsort::external {

std::uint64_t prefix_of_key(std::span<const std::byte> key) {
  std::uint64_t number = 0;
  if (!key.empty()) std::memcpy(&number, key.data(), std::min(key.size(), sizeof number));
  if constexpr (std::endian::native == std::endian::little) number = __builtin_bswap64(number);
  return number;
}

int compare_keys(std::span<const std::byte> a, std::span<const std::byte> b) {
  const int order = std::memcmp(a.data(), b.data(), std::min(a.size(), b.size()));
  if (order != 0 || a.size() == b.size()) return order;
  return a.size() < b.size() ? -1 : 1;
}

std::size_t RecordFormat::head_bytes(std::string_view /*start*/, const std::string& /*name*/) const {
  return 0;
}

Records RecordFormat::split(std::span<const std::byte> bytes) const {
  if (const auto length = record_bytes()) return {bytes, *length};
  std::vector<std::uint64_t> ends;
  ends.reserve(bytes.size() / usual_record_bytes() + 1);
  for (std::size_t at = 0; at < bytes.size();) {
    at += record_length(bytes.subspan(at)).value_or(bytes.size() - at);
    ends.push_back(at);
  }
  return {bytes, std::move(ends)};
}

void RecordFormat::append_in_run(std::span<const std::byte> record, std::span<const std::byte> /*key*/,
                                 std::vector<std::byte>& out) const {
  out.insert(out.end(), record.begin(), record.end());
}

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

void make_numbered_key(const RecordFormat& format, const Records& records, std::size_t i, std::vector<std::byte>& key) {
  try {
    format.make_key(records[i], key);
  } catch (RecordFault& fault) {
    fault.record = i;
    throw;
  }
}

std::unique_ptr<const RecordFormat> benchmark_format() {
  return fixed_format(benchmark_record_bytes, {{.offset = 0, .length = benchmark_key_bytes}});
}

}  // namespace texelsort::external
