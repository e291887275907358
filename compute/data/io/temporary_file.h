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

/// Open file that is closed at the end of its scope.
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

  /// Closes the file now. Returns 0 or errno, because some file systems report write errors only when a file is closed.
  int close_now();

 private:
  int descriptor_ = -1;
};

/// Opens a new file without a name in a folder, for reading and writing. The file disappears with the process. Returns
/// a closed file if the file system does not support such files. Throws UsageError for other failures, with `written`
/// as the name of the file.
OpenFile open_nameless(const std::filesystem::path& folder, const std::string& written);

/// Removes the temporary file that has a name at the moment, if any. Called by signal handlers and after uncaught
/// exceptions.
void remove_temporary_file() noexcept;

/// Removes the temporary file, and ends the program with a signal as if no handler existed. Called by signal handlers
/// and at the end of main(). If the file is just being created, the program ends when the file exists.
void end_by_signal(int number);

/// New file that replaces its target only when it is complete. The file is anonymous until publish(), so that it
/// disappears if the program ends early. If the file system does not support this, the file has a temporary name, and
/// signal handlers remove it. At most one temporary file of a process has a name at a time, and other threads wait.
class TemporaryFile {
 public:
  enum class Naming : std::uint8_t { late, at_once };

  /// Creates the file in the folder of its target. If `at_once` is true, the file has a temporary name, as on file
  /// systems without anonymous files. Throws UsageError if the file cannot be created.
  explicit TemporaryFile(std::filesystem::path target, Naming naming = Naming::late);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  OpenFile& file() { return file_; }

  /// Closes the file and renames it to the target. Returns 0, or errno of the failure.
  int publish();

 private:
  /// Handles the signals that end a program, as long as it exists: removes the temporary file first. Does not change
  /// signals that are ignored or have a handler.
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

  /// Calls make(path) with random file names until one does not exist yet. Returns 0, or errno of the failure.
  int take_name(const std::function<int(const char* path)>& make);

  std::filesystem::path target_;
  std::optional<Signals> signals_;
  std::string path_;  ///< temporary name of the file; empty if the file is anonymous
  OpenFile file_;
};

}  // namespace texelsort::data
