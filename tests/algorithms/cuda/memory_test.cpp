#include <gtest/gtest.h>

#include "compute/algorithms/cuda/cuda_algorithm.h"

namespace texelsort::algorithms {
namespace {

TEST(CudaMemory, RejectsInputsThatDoNotFitAndNamesTheLargestPossibleSize) {
  const cuda::Memory memory{.free = 4096, .total = 10'000};
  EXPECT_FALSE(memory_refusal(512, 4096, memory));
  EXPECT_EQ(memory_refusal(1024, 8192, memory).value_or(""),
            "n = 1024 needs 8192 bytes of CUDA device memory, but only 4096 of 10000 bytes are free: choose at most "
            "about n = 512");
}

}  // namespace
}  // namespace texelsort::algorithms
