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

/// Start of a record in the input: byte `offset` of the decompressed contents of file `file`.
struct Position {
  std::uint64_t file = 0, offset = 0;
  auto operator<=>(const Position&) const = default;
};

/// Limits of one read of the input. A read ends before the sum of its records' costs exceeds `cost`, but returns at
/// least one record. The cost of a record is its length in bytes plus `record_cost`.
struct ReadLimits {
  std::uint64_t cost = ~std::uint64_t{0}, record_cost = 0;
  std::uint64_t records = ~std::uint64_t{0}, bytes = ~std::uint64_t{0};
  /// Maximum length of a record in bytes; longer records are rejected with an error.
  std::uint64_t longest = ~std::uint64_t{0};
};

/// Result of one read of the input: consecutive records, and where they were in the input files.
struct InputPart {
  Records records;
  struct RecordOrigin {
    std::size_t byte = 0;  ///< offset in bytes from the start of `records`
    Position position{};
  };
  /// Positions in the input of the part's first record, and of the first record of each further file.
  std::vector<RecordOrigin> places{};

  bool empty() const { return records.empty(); }
  Position position_of(std::size_t record) const;
};

/// Input of the sort: the records of several files, which are read sequentially in large blocks. Throws UsageError if a
/// file cannot be read, ends within a record, or changes during the sort.
class Input {
 public:
  /// Opens each file once to inspect it. The path "-" is standard input.
  Input(std::vector<std::string> paths, const RecordFormat& format);

  const std::vector<FileStamp>& stamps() const { return stamps_; }
  /// Returns the total bytes of all files, or null if a file is a pipe or compressed.
  std::optional<std::uint64_t> bytes() const;

  /// Returns a lower bound of the total bytes of all files. For a compressed file, this is its compressed size, and for
  /// a pipe 0.
  std::uint64_t least_bytes() const;

  /// Returns the position of the next record to read. Positions in pipes and compressed files are unknown until they
  /// have been read.
  Position position() const { return position_; }
  void seek(Position position);
  bool at_end() const { return position_.file >= paths_.size(); }

  /// Reads complete records from position() on, up to `end`, and advances position(). Reads as many records as `room`
  /// and `limits` allow. Returns an empty part at the end of the input. `room` must have space for one record
  /// terminator more than the records need.
  InputPart read(std::span<std::byte> room, const ReadLimits& limits = {},
                 const std::optional<Position>& end = std::nullopt);

  /// Return the bytes of all file heads that were skipped so far, and of all record terminators that were added.
  std::uint64_t head_bytes() const { return head_bytes_; }
  std::uint64_t added_bytes() const { return added_bytes_; }

  /// Throws UsageError if a file has changed since this Input was created.
  void require_unchanged() const;

  /// Throws UsageError for a wrong record, such as "FILE:LINE:COLUMN: message". The message has a byte offset instead
  /// of line and column if lines cannot be counted or records are not lines.
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
  /// Bytes that were read, but were too many for the last part. They are kept for the next part, because a pipe cannot
  /// be read again.
  std::vector<std::byte> carried_;
  std::unique_ptr<ByteStream> open_;
  std::uint64_t head_bytes_ = 0, added_bytes_ = 0;
};

}  // namespace texelsort::external
