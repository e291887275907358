// Compares the device's exclusive scan with that of the standard library.
#include "compute/algorithms/primitives/exclusive_scan.h"

#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "tests/support/gl.h"

namespace texelsort::algorithms {
namespace {

class ExclusiveScanShader : public testing::TestWithParam<std::uint64_t> {};

// Numbers of elements around a workgroup's row, around a chunk of 4,096 elements, and around 1,024 chunks. With more
// than 1,024 chunks, chunks grow.
INSTANTIATE_TEST_SUITE_P(Counts, ExclusiveScanShader,
                         testing::Values(1, 2, 63, 64, 65, 255, 257, 4095, 4096, 4097, 10'000, 4'194'304, 4'194'305,
                                         5'000'000),
                         testing::PrintToStringParamName());

TEST_P(ExclusiveScanShader, GivesTheResultOfStdExclusiveScan) {
  TEXELSORT_NEED_GL();
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "no compute shaders";
  std::vector<std::uint32_t> table(GetParam());
  std::mt19937 random(1);
  for (std::uint32_t& value : table) value = random();  // random numbers whose sums exceed 32 bits and wrap around
  std::vector<std::uint32_t> expected(table.size());
  std::exclusive_scan(table.begin(), table.end(), expected.begin(), 0u);

  GuardedBuffer buffer(table.size() * sizeof(std::uint32_t), "table", buffers_of(gpu::test_device()));
  buffer.write(0, std::as_bytes(std::span(table)));
  const ExclusiveScan scan(gpu::test_device(), table.size());
  scan.run(buffer.binding(0), table.size());
  buffer.read(0, std::as_writable_bytes(std::span(table)));
  EXPECT_EQ(table, expected);
  EXPECT_TRUE(buffer.intact());
}

}  // namespace
}  // namespace texelsort::algorithms
