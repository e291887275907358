#include "compute/external/copy_times.h"

#include <atomic>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/external/block.h"
#include "compute/external/interrupted.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::external {
namespace {

TEST(CopyTwice, TimesBothCopiesAndLeavesNothing) {
  const tests::TemporaryFolder own;
  const std::filesystem::path folder = own.path();
  // More than one block of a copy, and a last block that is not full.
  std::string bytes(1'000'003, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31 + i / 251);
  tests::write_file(folder / "in", bytes);
  std::atomic<int> blocks = 0;
  const CopyTimes times = copy_twice(folder / "in", folder, folder, [&blocks] { return ++blocks < 0; });
  EXPECT_EQ(blocks, 2 * static_cast<int>((bytes.size() + usual_write - 1) / usual_write)) << "each block twice";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  EXPECT_GT(times.to_runs_s, 0);
  EXPECT_GT(times.to_output_s, 0);
}

TEST(CopyTwice, FailsForMissingFilesAndFolders) {
  const tests::TemporaryFolder own;
  const std::filesystem::path folder = own.path();
  tests::write_file(folder / "in", "abc");
  const auto never = [] { return false; };
  EXPECT_THROW(copy_twice(folder / "none", folder, folder, never), UsageError);
  EXPECT_THROW(copy_twice(folder / "in", folder / "none", folder, never), UsageError);
  EXPECT_THROW(copy_twice(folder / "in", folder, folder / "none", never), UsageError);
  EXPECT_THROW(copy_twice(folder / "in", folder, folder, [] { return true; }), Interrupted);
}

}  // namespace
}  // namespace texelsort::external
