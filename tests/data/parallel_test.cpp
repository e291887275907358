#include "compute/data/parallel.h"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/data/keys/parallel_fingerprint.h"

namespace texelsort::data {
namespace {

constexpr std::uint64_t many = 4 * worth_threads + 7;

[[noreturn]] void fail() {
  throw UnavailableError("no memory");
}

TEST(ParallelLoops, FindTheFirstIndexThatFulfilsACondition) {
  for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{100}, many}) {
    for (const std::uint64_t first : {std::uint64_t{0}, n / 3, n - n / 5, n}) {
      EXPECT_EQ(first_where(n, [first](std::uint64_t i) { return i >= first; }), std::min(first, n)) << n;
      EXPECT_EQ(first_where(n, [first](std::uint64_t i) { return i == first; }), std::min(first, n)) << n;
    }
  }
}

TEST(ParallelLoops, PassExceptionsOnToTheCaller) {
  for (const std::uint64_t n : {std::uint64_t{100}, many}) {
    const auto holds = [n](std::uint64_t i) { return i == n / 2 ? fail(), true : false; };
    EXPECT_THROW(first_where(n, holds), UnavailableError) << n;
    EXPECT_THROW(scan_words(
                     n, [](std::uint64_t i) { return i; }, holds),
                 UnavailableError)
        << n;
    EXPECT_THROW(for_each_index(n, holds), UnavailableError) << n;
    EXPECT_THROW(for_each_part(n, n == many, holds), UnavailableError) << n;
  }
}

TEST(ParallelLoops, VisitEveryPartOnce) {
  for (const bool by_threads : {false, true}) {
    std::vector<std::atomic<int>> visits(1000);
    for_each_part(visits.size(), by_threads, [&](std::uint64_t i) { ++visits[i]; });
    for (const auto& one : visits) EXPECT_EQ(one, 1);
  }
}

}  // namespace
}  // namespace texelsort::data
