#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/external/format.h"

namespace texelsort::external {

/// Whole keys of a chunk's records, kept where they are dear to make. Parts of the records are filled by a thread each.
/// A part that is full keeps no more of them: those are made anew when they are asked for, so that memory has a bound
/// whatever the keys' lengths.
class KeyTable {
 public:
  static constexpr std::size_t part_records = std::size_t{1} << 14;

  /// For `records` records, with room for `room` bytes of keys for each, on average over a part.
  void begin(std::size_t records, std::size_t room) {
    parts_.assign((records + part_records - 1) / part_records, {});
    room_ = room;
  }
  std::size_t parts() const { return parts_.size(); }

  /// Makes the keys of part `index`, and their prefixes. Throws RecordFault with the record's number in the chunk.
  void fill(const RecordFormat& format, const Records& records, std::size_t index, std::span<std::uint64_t> prefixes);

  bool is_left_out(std::size_t record) const { return part_of(record).left_out[record % part_records]; }
  /// How many are left out, and their bytes.
  std::size_t left_out() const;
  std::uint64_t left_out_bytes() const;

  /// The key of a record that is not left out; `scratch` is room for one that is not kept.
  std::span<const std::byte> key(const RecordFormat& format, const Records& records, std::size_t record,
                                 std::vector<std::byte>& scratch) const;

 private:
  struct KeyChunk {
    std::vector<std::byte> bytes;
    std::vector<std::uint32_t> ends;  ///< in `bytes`; none behind the last one that is kept
    std::vector<bool> left_out;
    std::size_t left_out_count = 0;
    std::uint64_t left_out_bytes = 0;
  };
  const KeyChunk& part_of(std::size_t record) const { return parts_[record / part_records]; }

  std::vector<KeyChunk> parts_;
  std::size_t room_ = 0;
};

}  // namespace texelsort::external
