#include "compute/data/large_pages.h"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compute/data/keys/keys.h"

namespace texelsort::data {
namespace {

constexpr std::size_t many = std::size_t{12} << 20;  // number of 4-byte elements, enough for large pages

/// Returns the number of pages of a memory range that have been written or read.
std::size_t touched_pages(std::span<const std::byte> memory) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto start = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::uintptr_t first = (start + page - 1) / page * page, end = (start + memory.size()) / page * page;
  std::vector<unsigned char> there((end - first) / page);
  EXPECT_EQ(mincore(reinterpret_cast<void*>(first), end - first, there.data()), 0);
  return static_cast<std::size_t>(std::ranges::count_if(there, [](unsigned char one) { return (one & 1) != 0; }));
}

TEST(LargePageVectors, DoNotTouchMemoryBeforeItIsWritten) {
#ifdef __GLIBCXX__
  Keys keys = make_keys(KeyType::u32, many);
  ASSERT_EQ(size(keys), many);
  const auto memory = bytes(keys);
  EXPECT_EQ(touched_pages(memory), 0u);
  memory[memory.size() / 2] = std::byte{1};
  EXPECT_GE(touched_pages(memory), 1u);
#else
  GTEST_SKIP() << "another standard library sets all elements";
#endif
}

TEST(LargePageVectors, CanBeFilledCopiedAndExtended) {
  std::vector<std::uint32_t> column;
  resize_in_large_pages(column, many);
  ASSERT_EQ(column.size(), many);
  EXPECT_GE(column.capacity(), many);
  for (std::size_t i = 0; i < many; ++i) column[i] = static_cast<std::uint32_t>(i);
  column.push_back(7);
  ASSERT_EQ(column.size(), many + 1);
  EXPECT_EQ(column[many - 1], many - 1);
  EXPECT_EQ(column.back(), 7u);
  const std::vector<std::uint32_t> copy = column;
  EXPECT_TRUE(copy == column);
}

TEST(LargePageVectors, KeepTheirElementsWhenASmallVectorIsResized) {
  std::vector<std::uint32_t> column{1, 2, 3};
  resize_in_large_pages(column, 5);
  EXPECT_EQ(column, (std::vector<std::uint32_t>{1, 2, 3, 0, 0}));
  resize_in_large_pages(column, 2);
  EXPECT_EQ(column, (std::vector<std::uint32_t>{1, 2}));
}

}  // namespace
}  // namespace texelsort::data
