#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "compute/data/io/compressed.h"
#include "compute/data/io/temporary_file.h"

namespace texelsort::external {

/// Identity, length and times of a file, which show whether another program has changed the file. Programs can forge
/// the modification time, but not the change time.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, bytes = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  bool regular = true;  ///< true if `bytes` is the length of the file; false for pipes, devices and files of /proc
  bool operator==(const FileStamp&) const = default;
};

class Pipe;

/// Byte stream of one input file, or of standard input for the path "-". Decompresses the file according to its name.
/// Throws UsageError if the input cannot be read or is shorter than its FileStamp says.
class ByteStream {
 public:
  explicit ByteStream(const std::string& path);
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  const FileStamp& stamp() const { return stamp_; }
  /// Returns whether bytes can be read again from any offset. This is true for regular files that are not compressed.
  bool has_places() const { return stamp_.regular && decompressor_ == nullptr; }

  /// Fills `room` with the bytes from `offset` on, or up to the end of the input. Returns the number of bytes read. If
  /// has_places() is false, offsets must not decrease between calls, and the stream skips the bytes between two ranges.
  std::size_t read(std::span<std::byte> room, std::uint64_t offset);
  /// Fills `room` with the first bytes of the input. Afterwards this stream must not be used, but another stream can
  /// read the same bytes again.
  std::size_t look_at_start(std::span<std::byte> room);

 private:
  std::size_t read_on(std::span<std::byte> room);
  std::size_t read_stored(std::span<std::byte> room);

  std::string name_;
  std::shared_ptr<Pipe> pipe_;  ///< pipe that is the input; null if the input is a file that can be opened again
  data::OpenFile file_;
  FileStamp stamp_;
  std::uint64_t stored_read_ = 0;  ///< bytes read from the file so far, before decompression
  std::uint64_t position_ = 0;     ///< bytes delivered so far, after decompression
  std::unique_ptr<data::Decompressor> decompressor_;
};

/// Returns the name of an input for messages: the path, or "standard input" for "-".
std::string input_name(const std::string& path);

}  // namespace texelsort::external
