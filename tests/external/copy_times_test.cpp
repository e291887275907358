#include "compute/external/copy_times.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::external {
namespace {

TEST(CopyTwice, CopiesTheInputToTheOutputAndLeavesNothingElse) {
  const tests::TemporaryFolder own;
  const std::filesystem::path folder = own.path();
  // More than one block of a copy, and a last block that is not full.
  std::string bytes(1'000'003, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31 + i / 251);
  tests::write_file(folder / "in", bytes);
  const CopyTimes times = copy_twice(folder / "in", folder, folder / "out");
  EXPECT_TRUE(tests::read_file(folder / "out") == bytes);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 2);
  EXPECT_GT(times.to_runs_s, 0);
  EXPECT_GT(times.to_output_s, 0);
}

TEST(CopyTwice, FailsForMissingFilesAndFolders) {
  const tests::TemporaryFolder own;
  const std::filesystem::path folder = own.path();
  tests::write_file(folder / "in", "abc");
  EXPECT_THROW(copy_twice(folder / "none", folder, folder / "out"), UsageError);
  EXPECT_THROW(copy_twice(folder / "in", folder / "none", folder / "out"), UsageError);
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

}  // namespace
}  // namespace texelsort::external
