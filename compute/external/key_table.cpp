#include "compute/external/key_table.h"

#include <algorithm>
#include <numeric>

namespace texelsort::external {

void KeyTable::fill(const RecordFormat& format, const Records& records, std::size_t index,
                    std::span<std::uint64_t> prefixes) {
  KeyChunk& part = parts_[index];
  const std::size_t first = index * part_records, count = std::min(part_records, records.size() - first);
  part.bytes.reserve(count * room_);
  part.ends.reserve(count);
  part.left_out.assign(count, false);
  std::vector<std::byte> key;
  bool keeps = true;
  for (std::size_t i = 0; i < count; ++i) {
    make_numbered_key(format, records, first + i, key);
    prefixes[first + i] = prefix_of_key(key);
    if (key.empty()) {
      part.left_out[i] = true;
      ++part.left_out_count;
      part.left_out_bytes += records[first + i].size();
    }
    keeps = keeps && part.bytes.size() + key.size() <= count * room_;
    if (!keeps) continue;
    part.bytes.insert(part.bytes.end(), key.begin(), key.end());
    part.ends.push_back(static_cast<std::uint32_t>(part.bytes.size()));
  }
}

std::size_t KeyTable::left_out() const {
  return std::accumulate(parts_.begin(), parts_.end(), std::size_t{0},
                         [](std::size_t sum, const KeyChunk& part) { return sum + part.left_out_count; });
}

std::uint64_t KeyTable::left_out_bytes() const {
  return std::accumulate(parts_.begin(), parts_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const KeyChunk& part) { return sum + part.left_out_bytes; });
}

std::span<const std::byte> KeyTable::key(const RecordFormat& format, const Records& records, std::size_t record,
                                         std::vector<std::byte>& scratch) const {
  const KeyChunk& part = part_of(record);
  const std::size_t i = record % part_records;
  if (i < part.ends.size()) {
    const std::uint32_t begin = i == 0 ? 0 : part.ends[i - 1];
    return std::span(part.bytes).subspan(begin, part.ends[i] - begin);
  }
  scratch.clear();
  format.make_key(records[record], scratch);
  return scratch;
}

}  // namespace texelsort::external
