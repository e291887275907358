#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "compute/data/io/compressed.h"
#include "compute/data/io/temporary_file.h"

namespace texelsort::external {

/// Identifies the state of a file to detect changes. Programs can forge the modification time, but not the change time.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, bytes = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  bool regular = true;  ///< true if `bytes` is the length of the file: not for a pipe, a device or a file of /proc
  bool operator==(const FileStamp&) const = default;
};

class Pipe;

/// Byte stream of one input ("-" for standard input), decompressed according to the file name. Throws UsageError if the
/// input cannot be read or is shorter than its stamp says.
class ByteStream {
 public:
  explicit ByteStream(const std::string& path);
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  const FileStamp& stamp() const { return stamp_; }
  /// Returns whether bytes can be read again from any offset: true for regular files that are not compressed.
  bool has_places() const { return stamp_.regular && decompressor_ == nullptr; }

  /// Fills `room` with the bytes from `offset` on, or up to the end. Returns the number of bytes. Without random
  /// access, offsets must not decrease; the bytes between them are skipped.
  std::size_t read(std::span<std::byte> room, std::uint64_t offset);
  /// Reads from the start. Afterwards this stream must not be used, but another stream can read the same bytes again.
  std::size_t look_at_start(std::span<std::byte> room);

 private:
  std::size_t read_on(std::span<std::byte> room);
  std::size_t read_stored(std::span<std::byte> room);

  std::string name_;
  std::shared_ptr<Pipe> pipe_;  ///< input that can be read only once; null if the file can be opened again
  data::OpenFile file_;
  FileStamp stamp_;
  std::uint64_t stored_read_ = 0;  ///< bytes read from the file
  std::uint64_t position_ = 0;     ///< decompressed bytes read so far
  std::unique_ptr<data::Decompressor> decompressor_;
};

/// Returns the path, or "standard input" for "-".
std::string input_name(const std::string& path);

}  // namespace texelsort::external
