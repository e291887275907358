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

/// Creates a file without a name in a folder, so that it vanishes when the program ends. If the file system requires
/// names, creates the file with a name and removes the name at once. Throws UsageError.
data::OpenFile make_nameless_file(const std::filesystem::path& folder);

/// Properties of an output file that are known before it is written.
struct Expected {
  std::uint64_t bytes = 0;  ///< maximum length of the file in bytes
  unsigned threads = 1;     ///< number of threads that write the file
  bool maps = false;        ///< true if the file may be mapped, so that its pages count as memory of the process
};

/// Output file of a sort or a generator. A regular file appears under its name only after publish(). Pipes, devices and
/// standard output ("-") receive bytes immediately. Throws UsageError if the output cannot be written.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Starts to preallocate pages if the file system is in memory and many threads write the file.
  void expect(const Expected& expected);
  /// Appends bytes to the output.
  void write(std::span<const std::byte> bytes) { write(bytes, bytes_); }
  /// Writes bytes at an offset of the output. Several threads may call this at once. If positional() is false, appends
  /// the bytes and ignores the offset.
  void write(std::span<const std::byte> bytes, std::uint64_t offset);
  /// Returns the number of bytes written so far.
  std::uint64_t bytes() const { return bytes_; }
  /// Returns whether bytes may be written at any offset, in any order. False for pipes and devices.
  bool positional() const { return aside_; }

  /// Returns whether the output is a temporary file until publish(). A temporary file needs disk space in addition to
  /// the file that it replaces.
  bool aside() const { return aside_; }
  /// Returns the folder on whose disk the output needs space. Returns an empty path for pipes and devices.
  const std::filesystem::path& folder() const { return folder_; }

  /// Waits until all data is on the disk, and renames the temporary file to the output.
  void publish();

 private:
  std::string path_;
  std::filesystem::path folder_;
  /// Temporary file that becomes the output; null for pipes and devices.
  std::optional<data::TemporaryFile> temporary_;
  data::OpenFile file_;  ///< open pipe or device; closed for regular files
  int descriptor_ = -1;
  std::atomic<std::uint64_t> bytes_ = 0;
  bool aside_ = false;
  // Declared after the temporary file, because the preallocator's thread uses that file.
  std::optional<Preallocator> room_;
};

}  // namespace texelsort::external
