#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/external/format.h"

namespace texelsort::external {

/// Whole keys of a chunk's records, which are stored because they are expensive to compute. One thread fills each part
/// of the table. A part has limited memory, so that some keys may be computed again when needed.
class KeyTable {
 public:
  static constexpr std::size_t part_records = std::size_t{1} << 14;

  /// Prepares the table for a number of records. Each part has space for an average of `room` key bytes per record.
  void begin(std::size_t records, std::size_t room) {
    parts_.assign((records + part_records - 1) / part_records, {});
    room_ = room;
  }
  std::size_t parts() const { return parts_.size(); }

  /// Computes and stores the keys of the records in part `index`, and their prefixes. Throws RecordFault with the
  /// record's index in the chunk.
  void fill(const RecordFormat& format, const Records& records, std::size_t index, std::span<std::uint64_t> prefixes);

  bool is_left_out(std::size_t record) const { return part_of(record).left_out[record % part_records]; }
  /// Return the number of records without a key, and the sum of their lengths in bytes.
  std::size_t left_out() const;
  std::uint64_t left_out_bytes() const;

  /// Returns the key of a record that has one. Computes it into `scratch` if the table has no space for it.
  std::span<const std::byte> key(const RecordFormat& format, const Records& records, std::size_t record,
                                 std::vector<std::byte>& scratch) const;

 private:
  struct KeyChunk {
    std::vector<std::byte> bytes;
    std::vector<std::uint32_t> ends;  ///< end of each stored key in `bytes`
    std::vector<bool> left_out;
    std::size_t left_out_count = 0;
    std::uint64_t left_out_bytes = 0;
  };
  const KeyChunk& part_of(std::size_t record) const { return parts_[record / part_records]; }

  std::vector<KeyChunk> parts_;
  std::size_t room_ = 0;
};

}  // namespace texelsort::external
