#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/data/io/temporary_file.h"

namespace texelsort::external {

/// The open descriptor that the path of an input names: "-", "/dev/stdin", "/dev/fd/5".
std::optional<int> open_descriptor(const std::string& path);

/// An input that gives its bytes once: a pipe, a socket or a terminal. It is opened once and stays open until the
/// process ends, because a pipe that is closed in between loses what its writer has written. Streams of it read one
/// after another.
class Pipe {
 public:
  explicit Pipe(data::OpenFile file) : file_(std::move(file)) {}

  /// Fills the room unless the end comes first; returns the number of bytes. Throws UsageError.
  std::size_t read(std::span<std::byte> room, const std::string& name);

  /// Bytes that are read between these two are read again afterwards.
  void keep() { keeps_ = true; }
  void give_back();

 private:
  data::OpenFile file_;
  std::string kept_;
  std::size_t used_ = 0;  ///< bytes of kept_ that have been read again
  bool keeps_ = false, ended_ = false;
};

/// The pipe that a path names; the same one for all of its names. Null for what can be opened again. Waits for the
/// writer. Throws UsageError for what cannot be opened or has no end.
std::shared_ptr<Pipe> pipe_of(const std::string& path);

/// Throws UsageError if two of the paths name the same pipe.
void require_different_pipes(const std::vector<std::string>& paths);

}  // namespace texelsort::external
