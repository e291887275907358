#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "compute/data/io/temporary_file.h"
#include "compute/external/preallocator.h"

namespace texelsort::external {

/// Creates a nameless file in a folder, which disappears when the program ends. If the file system lacks such files, it
/// briefly has a name. Throws UsageError.
data::OpenFile make_nameless_file(const std::filesystem::path& folder);

/// Properties of an output, known before it is written.
struct Expected {
  std::uint64_t bytes = 0;  ///< maximum number of bytes
  unsigned threads = 1;     ///< number of threads that write the file
  bool maps = false;        ///< true if the file may be mapped, so that it counts as process memory
};

/// Output of a sort or a generator. A regular file appears in its place only at publish(). Pipes, devices and standard
/// output ("-") are written immediately. Throws UsageError if the output cannot be written.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Starts to preallocate pages if the file is in memory and many threads write it.
  void expect(const Expected& expected);
  /// Appends bytes.
  void write(std::span<const std::byte> bytes) { write(bytes, bytes_); }
  /// Writes bytes at an offset; several threads may call this at once. Appends if positional() is false.
  void write(std::span<const std::byte> bytes, std::uint64_t offset);
  /// Bytes written so far.
  std::uint64_t bytes() const { return bytes_; }
  /// Returns whether bytes may be written at any offset, in any order.
  bool positional() const { return aside_; }

  /// Returns whether the output is a temporary file, so that it needs space in addition to a file that it replaces.
  bool aside() const { return aside_; }
  /// Folder on whose disk the output needs space. Empty for pipes and devices.
  const std::filesystem::path& folder() const { return folder_; }

  /// Waits until all data is on the disk, and moves the file into place.
  void publish();

 private:
  std::string path_;
  std::filesystem::path folder_;
  std::optional<data::TemporaryFile> temporary_;  ///< temporary file that becomes the output
  data::OpenFile file_;                           ///< open pipe or device
  int descriptor_ = -1;
  std::atomic<std::uint64_t> bytes_ = 0;
  bool aside_ = false;
  std::optional<Preallocator> room_;  // declared after the file that it uses
};

}  // namespace texelsort::external
