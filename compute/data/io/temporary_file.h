#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// Opens a new file without a name in a folder, to read and write. It goes with the process, whatever ends that. The
/// file is not open if the file system does not have such files. Throws UsageError about `written` for other failures.
OpenFile open_nameless(const std::filesystem::path& folder, const std::string& written);

/// Removes the temporary file that has a name now. For handlers of signals and of exceptions that nothing has caught.
void remove_temporary_file() noexcept;

/// Removes that file, and ends the program as the signal does where it has no handler. For handlers and for the end of
/// main(). Where the file is being made, the program ends a moment later.
void end_by_signal(int number);

/// A new file in the folder of its target. It has no name until publish(), so that nothing stays whatever ends the
/// program. Where the file system does not have such files it has a temporary name, which a signal removes before it
/// ends the program. One file of a process has a temporary name at a time: others wait for it.
class TemporaryFile {
 public:
  enum class Naming : std::uint8_t { late, at_once };

  /// Throws UsageError if it cannot be made. `at_once` is what happens where files without names do not exist.
  explicit TemporaryFile(std::filesystem::path target, Naming naming = Naming::late);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  OpenFile& file() { return file_; }

  /// Closes the file and renames it to the target. Returns zero or the error.
  int publish();

 private:
  /// While it exists, a signal that ends the program removes the file first. Signals that are ignored or have a handler
  /// stay so.
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
    std::vector<Change> changes_;
  };

  /// Calls make(path) with names that may be new until one is. Returns zero or the error.
  int take_name(const std::function<int(const char* path)>& make);

  std::filesystem::path target_;
  std::optional<Signals> signals_;
  std::string path_;  ///< empty: the file has no name
  OpenFile file_;
};

}  // namespace texelsort::data
