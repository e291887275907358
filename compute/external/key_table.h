#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/external/format.h"

namespace texelsort::external {

/// Stored whole keys of a chunk's records, if they are expensive to compute. One thread fills each part. A full part
/// stores no further keys, which bounds the memory; these keys are computed on demand.
class KeyTable {
 public:
  static constexpr std::size_t part_records = std::size_t{1} << 14;

  /// Prepares for `records` records with an average of `room` key bytes each, per part.
  void begin(std::size_t records, std::size_t room) {
    parts_.assign((records + part_records - 1) / part_records, {});
    room_ = room;
  }
  std::size_t parts() const { return parts_.size(); }

  /// Computes the keys of part `index` and their prefixes. Throws RecordFault with the record's index in the chunk.
  void fill(const RecordFormat& format, const Records& records, std::size_t index, std::span<std::uint64_t> prefixes);

  bool is_left_out(std::size_t record) const { return part_of(record).left_out[record % part_records]; }
  /// Number of records without a key, and their bytes.
  std::size_t left_out() const;
  std::uint64_t left_out_bytes() const;

  /// Returns the key of a record that is not left out. `scratch` holds a key that is not stored.
  std::span<const std::byte> key(const RecordFormat& format, const Records& records, std::size_t record,
                                 std::vector<std::byte>& scratch) const;

 private:
  struct KeyChunk {
    std::vector<std::byte> bytes;
    std::vector<std::uint32_t> ends;  ///< end offsets in `bytes` of the stored keys
    std::vector<bool> left_out;
    std::size_t left_out_count = 0;
    std::uint64_t left_out_bytes = 0;
  };
  const KeyChunk& part_of(std::size_t record) const { return parts_[record / part_records]; }

  std::vector<KeyChunk> parts_;
  std::size_t room_ = 0;
};

}  // namespace texelsort::external
