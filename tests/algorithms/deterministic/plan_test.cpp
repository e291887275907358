// Tests the bound on bucket sizes with the reference implementations of the steps.
#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "compute/algorithms/deterministic/reference.h"
#include "tests/algorithms/deterministic/cuts.h"

namespace texelsort::algorithms::deterministic {
namespace {

using Numbers = std::vector<std::uint64_t>;

TEST(BucketPlan, LimitsEveryBucketTo2nOverSKeysOnAnyInput) {
  std::mt19937 random(1);
  std::vector<Cut> all = cuts;
  for (std::uint64_t n = 9; n < 200; ++n) all.insert(all.end(), {{n, 8, 4}, {n, 8, 3}, {n, 16, 8}});
  for (const Cut& cut : all) {
    const BucketPlan plan(cut.n, cut.sublist, cut.samples);
    if (!plan.has_buckets()) continue;
    const Numbers starts = plan.sublist_starts();
    EXPECT_LE(plan.longest_sublist(), cut.sublist);
    // With a smaller quotient, two samples would have the same position.
    EXPECT_GE(plan.quotient, cut.samples) << cut.n;
    for (const std::uint64_t values : {1, 2, 5, 1000}) {
      Numbers codes;
      for (std::uint64_t i = 0; i < cut.n; ++i) codes.push_back(random() % values);
      for (std::uint64_t i = 0; i < plan.sublists; ++i) {
        std::sort(codes.begin() + static_cast<std::ptrdiff_t>(starts[i]),
                  codes.begin() + static_cast<std::ptrdiff_t>(starts[i + 1]));
      }
      std::vector<Sample> samples = local_samples(plan, codes);
      std::ranges::sort(samples);
      EXPECT_EQ(std::ranges::adjacent_find(samples), samples.end());
      const Numbers counts = bucket_counts(plan, index(plan, codes, global_samples(plan, samples)));
      std::uint64_t sum = 0;
      for (std::uint64_t k = 0; k < plan.samples; ++k) {
        const auto row = counts.begin() + static_cast<std::ptrdiff_t>(k * plan.sublists);
        const std::uint64_t size = std::accumulate(row, row + static_cast<std::ptrdiff_t>(plan.sublists), 0ull);
        EXPECT_LE(size * cut.samples, 2 * cut.n) << cut.n << ' ' << cut.sublist << ' ' << cut.samples;
        sum += size;
      }
      EXPECT_EQ(sum, cut.n);
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms::deterministic
