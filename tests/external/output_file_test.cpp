#include "compute/external/output_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "compute/data/error.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::external {
namespace {

constexpr std::size_t block_bytes = 10'000, blocks = 500;

/// Tests of output files in a folder of a file system in memory.
class ExternalSortOutput : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory("/dev/shm")) GTEST_SKIP() << "no file system in memory at /dev/shm";
    own_.emplace("/dev/shm");
    folder_ = own_->path();
    const data::OpenFile file = make_nameless_file(folder_);
    if (!is_in_memory(file.descriptor())) GTEST_SKIP() << "/dev/shm is not in memory";
    bytes_.resize(block_bytes * blocks);
    std::mt19937 random(7);
    for (std::byte& byte : bytes_) byte = static_cast<std::byte>(random());
  }
  std::string path() const { return folder_ / "out"; }
  std::span<const std::byte> block(std::size_t i) const {
    return std::span(bytes_).subspan(i * block_bytes, block_bytes);
  }
  /// Writes all blocks in random order with four threads.
  void write(OutputFile& output) const {
    std::vector<std::size_t> order(blocks);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::shuffle(order, std::mt19937(11));
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (std::size_t i = next++; i < blocks; i = next++) output.write(block(order[i]), order[i] * block_bytes);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  void expect_all() const {
    const std::string found = tests::read_file(path());
    ASSERT_EQ(found.size(), bytes_.size());
    EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(found)), bytes_));
  }

  std::optional<tests::TemporaryFolder> own_;
  std::filesystem::path folder_;
  std::vector<std::byte> bytes_;
};

TEST_F(ExternalSortOutput, ContainsTheWrittenBytesForAnyExpectedSize) {
  const std::uint64_t all = block_bytes * blocks;
  for (const std::uint64_t expected : {std::uint64_t{0}, std::uint64_t{1}, all / 2, all - 1, all, all + 1, 9 * all}) {
    for (const bool maps : {false, true}) {
      OutputFile output(path());
      output.expect({.bytes = expected, .threads = 4, .maps = maps});
      write(output);
      EXPECT_EQ(output.bytes(), all);
      output.publish();
      expect_all();
    }
  }
}

TEST_F(ExternalSortOutput, AllocatesItsSpaceBeforeItIsWritten) {
  struct stat status {};
  {
    const data::OpenFile file = make_nameless_file(folder_);
    Preallocator room(file.descriptor(), 3 << 20, true);
    const std::span<const std::byte> bytes = block(0);
    while (!room.write(bytes, (3 << 20) - bytes.size())) std::this_thread::yield();
    ASSERT_EQ(fstat(file.descriptor(), &status), 0);
    EXPECT_EQ(status.st_size, 3 << 20);
    EXPECT_GE(status.st_blocks * 512, 3 << 20);
    EXPECT_FALSE(room.write(bytes, (3 << 20) - bytes.size() + 1)) << "behind the end of the room";
  }
  const data::OpenFile file = make_nameless_file(folder_);
  Preallocator room(file.descriptor(), 1 << 20, false);
  room.stop();
  EXPECT_FALSE(room.write(block(0), 0)) << "not mapped";
}

TEST_F(ExternalSortOutput, ReportsAnErrorWhenSpaceIsMissing) {
  for (const bool maps : {false, true}) {
    const FileSizeLimit limit(1 << 20);
    OutputFile output(path());
    output.expect({.bytes = 5'000'000, .threads = 4, .maps = maps});
    EXPECT_THROW(
        {
          for (std::size_t i = 0; i < blocks; ++i) output.write(block(i), i * block_bytes);
        },
        UsageError);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_)) << "nothing of it stays";
}

}  // namespace
}  // namespace texelsort::external
