#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/data/compressed.h"
#include "compute/data/temporary_file.h"

namespace texelsort::external {

/// What tells whether a file has changed. Programs can set the time of the last modification, and not that of the last
/// change.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, bytes = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  bool regular = true;  ///< `bytes` is its length: no pipe, device or file of /proc
  bool operator==(const FileStamp&) const = default;
};

/// The bytes of one input, "-" for standard input, decompressed where its name says that it is compressed. Throws
/// UsageError for what cannot be read, or is shorter than its stamp says.
class ByteStream {
 public:
  /// `ahead`: what somebody has read of a pipe before.
  explicit ByteStream(const std::string& path, std::string ahead = {});
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  const FileStamp& stamp() const { return stamp_; }
  /// Whether bytes can be read again from any place: regular files that are not compressed.
  bool has_places() const { return stamp_.regular && decompressor_ == nullptr; }

  /// Fills the room with the bytes from `offset` on unless the end comes first; returns their number. Without places
  /// offsets only grow: what is between them is passed over.
  std::size_t read(std::span<std::byte> room, std::uint64_t offset);

 private:
  std::size_t read_on(std::span<std::byte> room);
  std::size_t read_stored(std::span<std::byte> room);

  std::string name_;
  data::OpenFile file_;
  FileStamp stamp_;
  std::string ahead_;
  std::size_t ahead_used_ = 0;
  std::uint64_t stored_read_ = 0;  ///< bytes of the file
  std::uint64_t position_ = 0;     ///< of what it holds
  std::unique_ptr<data::Decompressor> decompressor_;
};

/// The open descriptor that the path of an input names: "-", "/dev/stdin", "/dev/fd/5".
std::optional<int> open_descriptor(const std::string& path);

/// Opens pipes that have names until the process ends, and names their descriptors in place of them: an input is looked
/// at before it is read, and a pipe that is closed in between loses what its writer has written.
void open_pipes(std::vector<std::string>& paths);

/// "standard input" for "-".
std::string input_name(const std::string& path);

}  // namespace texelsort::external
