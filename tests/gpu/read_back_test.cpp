// Tests reads of small results via host memory, as on devices with separate memory.
#include "compute/gpu/read_back.h"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/gl.h"

namespace texelsort::gpu {
namespace {

std::vector<std::uint32_t> read_through(const DeviceInfo& info, std::uint64_t room, std::size_t first,
                                        std::size_t count) {
  std::vector<std::uint32_t> words(1000);
  std::iota(words.begin(), words.end(), 5u);
  Buffer buffer(words.size() * sizeof(std::uint32_t), "words");
  const ReadBack through(info, room);
  buffer.write(0, std::as_bytes(std::span(words)));
  std::vector<std::uint32_t> found(count);
  through.read(buffer, first * sizeof(std::uint32_t), std::as_writable_bytes(std::span(found)));
  // A second read must return data that was written after the first read.
  words[first] = 77;
  buffer.write(0, std::as_bytes(std::span(words)));
  std::vector<std::uint32_t> again(count);
  through.read(buffer, first * sizeof(std::uint32_t), std::as_writable_bytes(std::span(again)));
  EXPECT_EQ(again.front(), 77u);
  return found;
}

TEST(BufferReadBack, ReturnsAnyRangeOfABuffer) {
  TEXELSORT_NEED_GL();
  if (!test_device().info().compute) GTEST_SKIP() << "no storage buffers";
  DeviceInfo card = test_device().info();
  card.software = false;
  std::vector<std::uint32_t> expected(100);
  std::iota(expected.begin(), expected.end(), 305u);
  for (const DeviceInfo& info : {card, test_device().info()}) {
    EXPECT_EQ(read_through(info, 4096, 300, 100), expected);
    EXPECT_EQ(read_through(info, 40, 300, 100), expected) << "more than there is room for";
    EXPECT_EQ(read_through(info, 0, 300, 100), expected);
  }
}

}  // namespace
}  // namespace texelsort::gpu
