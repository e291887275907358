#include "compute/data/parallel_tasks.h"

#include <array>
#include <atomic>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/data/error.h"

namespace texelsort::data {
namespace {

TEST(ParallelTasks, FinishBeforeTheFirstErrorIsThrown) {
  std::array<std::atomic<bool>, 4> done{};
  const auto work = [&](std::uint64_t i) {
    done[i] = true;
    if (i % 2 == 1) throw UnavailableError(fmt::format("number {}", i));
  };
  try {
    parallel_tasks(done.size(), work);
    FAIL();
  } catch (const UnavailableError& error) {
    EXPECT_STREQ(error.what(), "number 1");
  }
  for (const auto& one : done) EXPECT_TRUE(one);
}

}  // namespace
}  // namespace texelsort::data
