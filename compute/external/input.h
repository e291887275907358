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

/// Where a record begins: byte `offset` of what file `file` holds.
struct Position {
  std::uint64_t file = 0, offset = 0;
  auto operator<=>(const Position&) const = default;
};

/// How much is read at a time. Records that differ in length are weighed: a chunk takes them as long as the sum of
/// their bytes and of `record_cost` for each is at most `cost`; it takes one at least.
struct ReadLimits {
  std::uint64_t cost = ~std::uint64_t{0}, record_cost = 0;
  std::uint64_t records = ~std::uint64_t{0}, bytes = ~std::uint64_t{0};
  std::uint64_t longest = ~std::uint64_t{0};  ///< a record that is longer is refused
};

/// Records in the order of the input, and where they are from.
struct InputPart {
  Records records;
  struct RecordOrigin {
    std::size_t byte = 0;  ///< of the records' bytes
    Position position{};
  };
  std::vector<RecordOrigin> places{};  ///< of the first record, and of each that begins a file

  bool empty() const { return records.empty(); }
  Position position_of(std::size_t record) const;
};

/// The records of files, one file after another, read from the start to the end in large pieces. Throws UsageError for
/// what cannot be read, is no whole number of records, or changes while it is read.
class Input {
 public:
  /// "-" is standard input. Opens each once to look at it.
  Input(std::vector<std::string> paths, const RecordFormat& format);

  const std::vector<FileStamp>& stamps() const { return stamps_; }
  /// The bytes of all files together; nothing if one is a pipe, or compressed.
  std::optional<std::uint64_t> bytes() const;

  /// The same where some are not known: at least so many.
  std::uint64_t least_bytes() const;

  /// The next record. Only of regular files are all positions known before they are read.
  Position position() const { return position_; }
  void seek(Position position);
  bool at_end() const { return position_.file >= paths_.size(); }

  /// Whole records from position() on, as many as `room` and `limits` take and as come before `end`; none at the end.
  /// The next position is behind them. `room` needs some bytes more than records have.
  InputPart read(std::span<std::byte> room, const ReadLimits& limits = {},
                 const std::optional<Position>& end = std::nullopt);

  /// Bytes of heads that were passed over, and of record ends that were added, until now.
  std::uint64_t head_bytes() const { return head_bytes_; }
  std::uint64_t added_bytes() const { return added_bytes_; }

  /// Throws UsageError if a file is not what it was when this was made.
  void require_unchanged() const;

  /// Throws UsageError for a record at that place: "FILE:LINE:COLUMN: message", or with the byte where it cannot be
  /// counted, or records have no lines.
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
  std::vector<std::byte> carried_;  ///< bytes from position_ on that cannot be read again and had no room
  std::unique_ptr<ByteStream> open_;
  std::uint64_t head_bytes_ = 0, added_bytes_ = 0;
};

}  // namespace texelsort::external
