#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/temporary_folder.h"

/// Files of a fuzz target, in memory where the machine has a file system there.
namespace texelsort::fuzz {

/// A folder that goes with the process.
inline const tests::TemporaryFolder& scratch_folder() {
  static const tests::TemporaryFolder folder(std::filesystem::is_directory("/dev/shm")
                                                 ? std::filesystem::path("/dev/shm")
                                                 : std::filesystem::temp_directory_path());
  return folder;
}

inline std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace texelsort::fuzz
