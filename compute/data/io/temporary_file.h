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

/// An open file that is closed at the end of its scope.
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

  /// Closes the file. Returns zero or the error, because some file systems report write errors only now.
  int close_now();

 private:
  int descriptor_ = -1;
};

/// Opens an anonymous new file in a folder, for reading and writing. It disappears with the process. The result is not
/// open if the file system does not support such files. Throws UsageError, which names `written`, for other failures.
OpenFile open_nameless(const std::filesystem::path& folder, const std::string& written);

/// Removes the currently named temporary file. For signal handlers and for uncaught exceptions.
void remove_temporary_file() noexcept;

/// Removes the temporary file and ends the program as the unhandled signal would. For handlers and for the end of
/// main(). If the file is just being created, the program ends shortly afterwards.
void end_by_signal(int number);

/// A new file in the folder of its target. It is anonymous until publish(), so that it disappears if the program ends
/// early. If the file system does not support that, the file has a temporary name, and signal handlers remove it before
/// the program ends. A process has at most one named temporary file at a time; others wait.
class TemporaryFile {
 public:
  enum class Naming : std::uint8_t { late, at_once };

  /// Throws UsageError if the file cannot be created. `at_once` forces the method for file systems without anonymous
  /// files.
  explicit TemporaryFile(std::filesystem::path target, Naming naming = Naming::late);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  OpenFile& file() { return file_; }

  /// Closes the file and renames it to the target. Returns zero or the error.
  int publish();

 private:
  /// During its lifetime, signals that end the program first remove the file. Signals that are ignored or have a
  /// handler are not changed.
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

  /// Calls make(path) with candidate names until one is new. Returns zero or the error.
  int take_name(const std::function<int(const char* path)>& make);

  std::filesystem::path target_;
  std::optional<Signals> signals_;
  std::string path_;  ///< empty if the file is anonymous
  OpenFile file_;
};

}  // namespace texelsort::data
