#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/data/io/temporary_file.h"

namespace texelsort::external {

/// Returns the open descriptor that an input path such as "-", "/dev/stdin" or "/dev/fd/5" names. Returns null for
/// other paths.
std::optional<int> open_descriptor(const std::string& path);

/// Input that delivers its bytes only once: a pipe, a socket or a terminal. Several streams can read it one after
/// another. The input stays open until the process ends, because closing a pipe would lose bytes that its writer has
/// written.
class Pipe {
 public:
  explicit Pipe(data::OpenFile file) : file_(std::move(file)) {}

  /// Fills `room` with the next bytes, or up to the end of the input. Returns the number of bytes read. Throws
  /// UsageError.
  std::size_t read(std::span<std::byte> room, const std::string& name);

  /// Starts to record bytes. After give_back(), read() delivers the recorded bytes again.
  void keep() { keeps_ = true; }
  void give_back();

 private:
  data::OpenFile file_;
  std::string kept_;
  std::size_t used_ = 0;  ///< number of recorded bytes that read() has delivered again
  bool keeps_ = false, ended_ = false;
};

/// Opens the pipe that a path names, or returns the open one if it is the same pipe. Returns null for files that can be
/// reopened. Waits for a process that writes to the pipe. Throws UsageError if the path cannot be opened or names an
/// endless device.
std::shared_ptr<Pipe> pipe_of(const std::string& path);

/// Throws UsageError if two of the paths name the same pipe.
void require_different_pipes(const std::vector<std::string>& paths);

}  // namespace texelsort::external
