#pragma once

#include <csignal>
#include <filesystem>
#include <mutex>
#include <string>
#include <utility>

#include <unistd.h>

namespace texelsort::data {

/// An open file, closed at the latest when it leaves its scope.
class OpenFile {
 public:
  OpenFile() = default;
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(OpenFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

  /// Zero or the error: some file systems tell only now that a write failed.
  int close_now();

 private:
  int descriptor_ = -1;
};

/// A new file in the folder of `target`, so that it can be renamed to it; removed again unless it was, also when
/// SIGTERM, SIGHUP, SIGINT or SIGQUIT ends the program. One at a time in a process: a second waits for the first.
class TemporaryFile {
 public:
  /// Throws UsageError if it cannot be made.
  explicit TemporaryFile(const std::filesystem::path& target);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  OpenFile& file() { return file_; }

  /// Zero or the error.
  int rename_to(const std::filesystem::path& target);

 private:
  /// While it exists, a signal that ends the program removes the file first, and the one of a file that has become too
  /// large is an error of write() instead. Signals that are ignored or handled by somebody stay so.
  class Signals {
   public:
    Signals();
    ~Signals();

   private:
    struct Change {
      int number = 0;
      struct sigaction before {};
    };
    std::unique_lock<std::mutex> alone_;
    Change changes_[5];
    int count_ = 0;
  };

  int create(const std::filesystem::path& target);

  Signals signals_;
  std::string path_;
  OpenFile file_;
};

}  // namespace texelsort::data
