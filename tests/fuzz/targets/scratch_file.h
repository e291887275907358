#pragma once

#include <filesystem>

#include "tests/support/temporary_folder.h"

/// Scratch files of fuzz targets, in memory if the machine has /dev/shm.
namespace texelsort::fuzz {

/// Returns a temporary folder, which is removed when the process ends.
inline const tests::TemporaryFolder& scratch_folder() {
  static const tests::TemporaryFolder folder(std::filesystem::is_directory("/dev/shm")
                                                 ? std::filesystem::path("/dev/shm")
                                                 : std::filesystem::temp_directory_path());
  return folder;
}

}  // namespace texelsort::fuzz
