#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/data/temporary_file.h"
#include "compute/external/format.h"

namespace texelsort::external {

/// Where a record begins: byte `offset` of file `file`.
struct Position {
  std::uint64_t file = 0, offset = 0;
  auto operator<=>(const Position&) const = default;
};

/// What tells whether a file has changed.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, bytes = 0;
  std::int64_t modified_ns = 0;
  bool regular = true;  ///< no pipe or device, whose length nobody knows
  bool operator==(const FileStamp&) const = default;
};

/// The records of files, one file after another, read from the start to the end in large pieces. Throws UsageError for
/// what cannot be read, is no whole number of records, or changes while it is read.
class Input {
 public:
  /// "-" is standard input. Opens each once to look at it.
  Input(std::vector<std::string> paths, const RecordFormat& format);

  const std::vector<FileStamp>& stamps() const { return stamps_; }
  /// The bytes of all files together; nothing if one is a pipe.
  std::optional<std::uint64_t> bytes() const;

  /// The next record. Only of regular files are all positions known before they are read.
  Position position() const { return position_; }
  void seek(Position position);

  /// Whole records from position() on, as many as `room` holds and as come before `end`; returns their bytes, 0 at the
  /// end. The next position is behind them.
  std::size_t read(std::span<std::byte> room, const std::optional<Position>& end = std::nullopt);

  /// Throws UsageError if a file is not what it was when this was made.
  void require_unchanged() const;

 private:
  void open_current();
  std::size_t read_some(std::span<std::byte> room);
  bool at_end_of_file(std::size_t asked, std::size_t got) const;
  std::string name(std::uint64_t file) const;
  void require_unchanged(std::uint64_t file, const FileStamp& now) const;

  std::vector<std::string> paths_;
  const RecordFormat& format_;
  std::vector<FileStamp> stamps_;
  Position position_;
  std::uint64_t read_to_ = 0;       ///< of the current file, position_.offset and what is carried
  std::vector<std::byte> carried_;  ///< the beginning of a record that had no room
  data::OpenFile open_;
};

}  // namespace texelsort::external
