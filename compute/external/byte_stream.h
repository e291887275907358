#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "compute/data/io/compressed.h"
#include "compute/data/io/temporary_file.h"

namespace texelsort::external {

/// What tells whether a file has changed. Programs can set the time of the last modification, and not that of the last
/// change.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, bytes = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  bool regular = true;  ///< `bytes` is its length: no pipe, device or file of /proc
  bool operator==(const FileStamp&) const = default;
};

class Pipe;

/// The bytes of one input, "-" for standard input, decompressed where its name says that it is compressed. Throws
/// UsageError for what cannot be read, or is shorter than its stamp says.
class ByteStream {
 public:
  explicit ByteStream(const std::string& path);
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  const FileStamp& stamp() const { return stamp_; }
  /// Whether bytes can be read again from any place: regular files that are not compressed.
  bool has_places() const { return stamp_.regular && decompressor_ == nullptr; }

  /// Fills the room with the bytes from `offset` on unless the end comes first; returns their number. Without places
  /// offsets only grow: what is between them is passed over.
  std::size_t read(std::span<std::byte> room, std::uint64_t offset);
  /// The same from the start of a stream that is of no more use then: another stream reads these bytes again.
  std::size_t look_at_start(std::span<std::byte> room);

 private:
  std::size_t read_on(std::span<std::byte> room);
  std::size_t read_stored(std::span<std::byte> room);

  std::string name_;
  std::shared_ptr<Pipe> pipe_;  ///< null if the file can be opened again
  data::OpenFile file_;
  FileStamp stamp_;
  std::uint64_t stored_read_ = 0;  ///< bytes of the file
  std::uint64_t position_ = 0;     ///< of what it holds
  std::unique_ptr<data::Decompressor> decompressor_;
};

/// "standard input" for "-".
std::string input_name(const std::string& path);

}  // namespace texelsort::external
