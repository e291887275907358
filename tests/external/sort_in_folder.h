#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "compute/algorithms/registry.h"
#include "compute/external/external_sort.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::external {

/// Fixture that sorts the file "in" to the file "out", in a folder that also contains the runs and is removed after the
/// test.
class SortInFolder : public ::testing::Test {
 protected:
  SortInFolder() {
    request_.sort.algorithm = &algorithms::find_algorithm("std/stable-sort@cpu");
    request_.memory = resident_bytes() + (64u << 20);
    request_.inputs = {folder_ / "in"};
    request_.output = folder_ / "out";
    request_.temp_folders = {folder_};
  }

  static void write(const std::filesystem::path& path, const std::string& bytes) { tests::write_file(path, bytes); }
  static std::string read(const std::filesystem::path& path) { return tests::read_file(path); }
  SortReport sort() {
    Meter meter;
    return sort_files(request_, meter);
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  std::vector<std::filesystem::path> kept() const {
    std::vector<std::filesystem::path> runs;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
      if (entry.path().extension() == ".run") runs.push_back(entry.path());
    }
    return runs;
  }
  static void flip_a_bit(const std::filesystem::path& path, std::streamoff at) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(at);
    const char before = static_cast<char>(file.get());
    file.seekp(at);
    file.put(static_cast<char>(before ^ 1));
  }

  const tests::TemporaryFolder own_;
  const std::filesystem::path folder_ = own_.path();
  SortRequest request_;
};

}  // namespace texelsort::external
