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

/// A new file without a name in a folder: whatever ends the program, nothing of it stays. Where the file system has no
/// such files it has one for a moment. Throws UsageError.
data::OpenFile make_nameless_file(const std::filesystem::path& folder);

/// What is known of an output before it is written.
struct Expected {
  std::uint64_t bytes = 0;  ///< at most
  unsigned threads = 1;     ///< that write it
  bool maps = false;        ///< it may be mapped, and counts as the process's memory then
};

/// What a sort or a generator writes: nothing is at its place until publish(), and then all of it. Pipes, devices and
/// standard output ("-") are written on the way. Throws UsageError for what cannot be written.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where the file is in memory and many threads write it, room is made from now on.
  void expect(const Expected& expected);
  /// Behind what has been written.
  void write(std::span<const std::byte> bytes) { write(bytes, bytes_); }
  /// At that place, by several threads at a time; where positional() is false, behind what has been written.
  void write(std::span<const std::byte> bytes, std::uint64_t offset);
  /// That have been written.
  std::uint64_t bytes() const { return bytes_; }
  /// Whether bytes may be written at any place, in any order.
  bool positional() const { return aside_; }

  /// Whether it is written aside, so that it takes room beside a file that it replaces.
  bool aside() const { return aside_; }
  /// The folder that it takes room in; empty for pipes and devices.
  const std::filesystem::path& folder() const { return folder_; }

  /// Waits until all is on the disk, and puts it in place.
  void publish();

 private:
  std::string path_;
  std::filesystem::path folder_;
  std::optional<data::TemporaryFile> temporary_;  ///< what is published
  data::OpenFile file_;                           ///< a pipe or a device
  int descriptor_ = -1;
  std::atomic<std::uint64_t> bytes_ = 0;
  bool aside_ = false;
  std::optional<Preallocator> room_;  // behind the file that it uses
};

}  // namespace texelsort::external
