#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/external/byte_stream.h"
#include "compute/external/format.h"

namespace texelsort::external {

/// Start of a record: byte `offset` of the decompressed contents of file `file`.
struct Position {
  std::uint64_t file = 0, offset = 0;
  auto operator<=>(const Position&) const = default;
};

/// Limits of one read. Variable-length records are read while the sum of their bytes and of `record_cost` per record is
/// at most `cost`. At least one record is read.
struct ReadLimits {
  std::uint64_t cost = ~std::uint64_t{0}, record_cost = 0;
  std::uint64_t records = ~std::uint64_t{0}, bytes = ~std::uint64_t{0};
  std::uint64_t longest = ~std::uint64_t{0};  ///< maximum length of a record in bytes; longer records are rejected
};

/// Records in the order of the input, and their origins.
struct InputPart {
  Records records;
  struct RecordOrigin {
    std::size_t byte = 0;  ///< offset of the record in the bytes of `records`
    Position position{};
  };
  std::vector<RecordOrigin> places{};  ///< origins of the first record and of the first record of each file

  bool empty() const { return records.empty(); }
  Position position_of(std::size_t record) const;
};

/// Records of several files, read sequentially in large blocks. Throws UsageError if a file cannot be read, ends within
/// a record, or changes while it is read.
class Input {
 public:
  /// Opens each file once to inspect it. The path "-" is standard input.
  Input(std::vector<std::string> paths, const RecordFormat& format);

  const std::vector<FileStamp>& stamps() const { return stamps_; }
  /// Total bytes of all files. Null if a file is a pipe or compressed.
  std::optional<std::uint64_t> bytes() const;

  /// Lower bound of the total bytes of all files, for files whose size is unknown.
  std::uint64_t least_bytes() const;

  /// Position of the next record. In pipes and compressed files, positions are unknown until they have been read.
  Position position() const { return position_; }
  void seek(Position position);
  bool at_end() const { return position_.file >= paths_.size(); }

  /// Reads complete records from position() on, as many as `room` and `limits` allow, and only before `end`. Returns
  /// none at the end of the input. Advances position(). `room` must be a few bytes larger than the records.
  InputPart read(std::span<std::byte> room, const ReadLimits& limits = {},
                 const std::optional<Position>& end = std::nullopt);

  /// Bytes of all heads that were skipped so far, and of all record terminators that were added.
  std::uint64_t head_bytes() const { return head_bytes_; }
  std::uint64_t added_bytes() const { return added_bytes_; }

  /// Throws UsageError if a file has changed since this object was made.
  void require_unchanged() const;

  /// Throws UsageError for a record: "FILE:LINE:COLUMN: message". Gives a byte offset instead if lines cannot be
  /// counted or the records are not lines.
  [[noreturn]] void fail(Position record, const RecordFault& fault) const;

 private:
  struct Reading;

  void open_current();
  void close_current();
  void pass_head();
  std::size_t read_some(std::span<std::byte> room, std::size_t behind);
  bool at_end_of_file(std::size_t behind, std::size_t asked, std::size_t got) const;
  void read_fixed(Reading& reading, std::size_t length);
  void read_varying(Reading& reading);
  void finish_last(Reading& reading, std::size_t left);
  std::string name(std::uint64_t file) const { return input_name(paths_[file]); }
  void require_unchanged(std::uint64_t file, const FileStamp& now) const;

  std::vector<std::string> paths_;
  const RecordFormat& format_;
  std::vector<FileStamp> stamps_;
  std::vector<bool> has_places_;
  Position position_;
  /// Bytes from position_ on that did not fit into the last part and cannot be read again.
  std::vector<std::byte> carried_;
  std::unique_ptr<ByteStream> open_;
  std::uint64_t head_bytes_ = 0, added_bytes_ = 0;
};

}  // namespace texelsort::external
