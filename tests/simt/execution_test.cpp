#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

#include <gtest/gtest.h>

#include "compute/simt/arrays.h"
#include "compute/simt/fault.h"
#include "tests/simt/kernels.h"

namespace texelsort::simt {
namespace {

/// Array of the emulated device that contains 0, 1, 2 and so on.
class Numbers {
 public:
  explicit Numbers(std::size_t count)
      : memory_(allocate(count * sizeof(unsigned), "numbers")), numbers_(reinterpret_cast<unsigned*>(memory_), count) {
    std::iota(numbers_.begin(), numbers_.end(), 0u);
  }
  ~Numbers() { release(memory_); }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  unsigned* data() const { return numbers_.data(); }
  std::span<unsigned> all() const { return numbers_; }

 private:
  std::byte* memory_;
  std::span<unsigned> numbers_;
};

class EmulatedKernel : public ::testing::TestWithParam<Order> {
 protected:
  void SetUp() override { queue.options = Options{.order = GetParam()}; }
  void TearDown() override { queue.options.reset(); }

  static std::vector<Finding> findings(const std::function<void()>& launch) {
    try {
      launch();
    } catch (const KernelFault& fault) {
      return fault.findings;
    }
    return {};
  }
  /// Checks that a launch has findings. All findings must be of this kind, and name a line of kernels.cpp.
  static ::testing::AssertionResult finds(Violation violation, const std::function<void()>& launch) {
    const auto found = findings(launch);
    if (found.empty()) return ::testing::AssertionFailure() << "nothing is found";
    for (const Finding& one : found) {
      if (one.violation != violation) return ::testing::AssertionFailure() << one.text;
      if (one.place.find("kernels.cpp:") == std::string::npos) {
        return ::testing::AssertionFailure() << "the place is " << one.place << ": " << one.text;
      }
    }
    return ::testing::AssertionSuccess() << found.front().text;
  }
};

TEST_P(EmulatedKernel, LetsThreadsReadTheWritesOfOtherThreadsAfterABarrier) {
  const Numbers numbers(256);
  reverse(numbers.data(), 256, true);
  for (unsigned i = 0; i < 256; ++i) EXPECT_EQ(numbers.all()[i], 255 - i);
}

TEST_P(EmulatedKernel, ReportsARaceWhenABarrierIsMissing) {
  const Numbers numbers(64);
  // In ascending and in descending order of threads, half of the threads read before another thread writes. The later
  // of the two accesses must be reported.
  const auto found = findings([&] { reverse(numbers.data(), 64, false); });
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(std::ranges::any_of(found, [](const Finding& one) { return one.violation == Violation::race; }));
  EXPECT_NE(found.front().text.find("kernels.cpp:1"), std::string::npos) << found.front().text;
}

TEST_P(EmulatedKernel, OrdersOnlyTheLanesOfOneWarpByAWarpBarrier) {
  const Numbers numbers(128);
  warp_reverse(numbers.data(), 128, true);
  for (unsigned i = 0; i < 128; ++i) EXPECT_EQ(numbers.all()[i], i ^ 31);
  EXPECT_FALSE(findings([&] { warp_reverse(numbers.data(), 64, false); }).empty());
  partial(numbers.data());
}

TEST_P(EmulatedKernel, ReportsABarrierThatNotAllThreadsReach) {
  const Numbers numbers(32);
  EXPECT_TRUE(finds(Violation::divergence, [&] { half_barrier(numbers.data()); }));
}

TEST_P(EmulatedKernel, ReportsAShuffleFromALaneThatDoesNotTakePart) {
  const Numbers numbers(32);
  EXPECT_TRUE(finds(Violation::absent_lane, [&] { missing_lane(numbers.data()); }));
}

TEST_P(EmulatedKernel, ReportsAndSkipsAnAccessOutsideAnArray) {
  const Numbers numbers(64);
  restrict_array(reinterpret_cast<std::byte*>(numbers.data()), 0, 32 * sizeof(unsigned));
  EXPECT_TRUE(finds(Violation::outside, [&] { beyond(numbers.data(), 32); }));
  EXPECT_EQ(numbers.all()[32], 32u);
}

TEST_P(EmulatedKernel, ReportsAReadOfUnwrittenSharedMemory) {
  const Numbers numbers(32);
  EXPECT_TRUE(finds(Violation::unwritten, [&] { unwritten(numbers.data()); }));
}

TEST_P(EmulatedKernel, ReportsAWriteBeforeThePreviousKernelHasEnded) {
  const Numbers numbers(32);
  EXPECT_TRUE(finds(Violation::early, [&] { write_early(numbers.data(), false); }));
  write_early(numbers.data(), true);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(numbers.all()[i], i);
}

TEST_P(EmulatedKernel, IsStoppedWhenItNeverEnds) {
  const Numbers numbers(1);
  queue.options->most_steps = 100'000;
  const auto found = findings([&] { endless(numbers.data()); });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].violation, Violation::endless);
  EXPECT_NE(found[0].text.find("100000 steps: block"), std::string::npos) << found[0].text;
  EXPECT_NE(found[0].text.find("kernels.cpp:"), std::string::npos) << found[0].text;
}

TEST_P(EmulatedKernel, RunsThreadBlocksThatWaitForOneAnother) {
  const Numbers ticket(1), done(50), order(50);
  std::ranges::fill(done.all(), 0u);
  chain(ticket.data(), done.data(), order.data(), 50);
  std::vector<unsigned> sorted(order.all().begin(), order.all().end());
  EXPECT_TRUE(GetParam() != Order::ascending || std::ranges::is_sorted(sorted));
  EXPECT_TRUE(GetParam() != Order::descending || std::ranges::is_sorted(sorted, std::greater{}));
  std::ranges::sort(sorted);
  for (unsigned i = 0; i < 50; ++i) EXPECT_EQ(sorted[i], i);
}

TEST_P(EmulatedKernel, ExecutesAtomicsAndShuffles) {
  const Numbers total(1);
  sum(total.data(), 96);
  EXPECT_EQ(total.all()[0], 3u * 96 * 95 / 2);
}

TEST_P(EmulatedKernel, ReportsARaceWhenTwoBlocksWriteDifferentNumbers) {
  const Numbers numbers(32);
  EXPECT_TRUE(finds(Violation::race, [&] { two_blocks(numbers.data(), false); }));
  two_blocks(numbers.data(), true);
}

INSTANTIATE_TEST_SUITE_P(Orders, EmulatedKernel, ::testing::Values(Order::ascending, Order::descending, Order::random),
                         [](const auto& info) {
                           return info.param == Order::ascending    ? "Ascending"
                                  : info.param == Order::descending ? "Descending"
                                                                    : "Random";
                         });

}  // namespace
}  // namespace texelsort::simt
