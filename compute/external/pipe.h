#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/data/io/temporary_file.h"

namespace texelsort::external {

/// Returns the open descriptor that an input path names: "-", "/dev/stdin", "/dev/fd/5". Null for other paths.
std::optional<int> open_descriptor(const std::string& path);

/// Input that delivers its bytes once: a pipe, a socket or a terminal. It stays open until the process ends, because
/// closing a pipe would lose data that its writer has written. Streams read it one after another.
class Pipe {
 public:
  explicit Pipe(data::OpenFile file) : file_(std::move(file)) {}

  /// Fills `room`, or reads up to the end. Returns the number of bytes. Throws UsageError.
  std::size_t read(std::span<std::byte> room, const std::string& name);

  /// Starts recording: give_back() delivers again all bytes that are read after this call.
  void keep() { keeps_ = true; }
  void give_back();

 private:
  data::OpenFile file_;
  std::string kept_;
  std::size_t used_ = 0;  ///< bytes of kept_ that have been delivered again
  bool keeps_ = false, ended_ = false;
};

/// Returns the pipe that a path names, shared by all its names. Null if the file can be reopened. Waits for the writer.
/// Throws UsageError if the path cannot be opened or is an endless device.
std::shared_ptr<Pipe> pipe_of(const std::string& path);

/// Throws UsageError if two of the paths name the same pipe.
void require_different_pipes(const std::vector<std::string>& paths);

}  // namespace texelsort::external
