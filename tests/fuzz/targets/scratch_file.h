#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

/// Files of a fuzz target, in memory where the machine has a file system there.
namespace texelsort::fuzz {

/// A folder that goes with the process.
class ScratchFolder {
 public:
  ScratchFolder() {
    const bool in_memory = std::filesystem::is_directory("/dev/shm");
    std::string pattern = (in_memory ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path()) /
                          "texelsort-fuzz-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string operator/(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline const ScratchFolder& scratch_folder() {
  static const ScratchFolder folder;
  return folder;
}

inline std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace texelsort::fuzz
