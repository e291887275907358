#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "compute/algorithms/randomized/levels.h"
#include "compute/algorithms/randomized/reference.h"
#include "tests/algorithms/problems.h"

/// Tests of sample sorts on the hardest inputs. A test program instantiates SampleSortOnHardInputs once, with the forms
/// of its backend.
namespace texelsort::algorithms {

/// A sample sort with parameter values for which 4,000 keys need several levels.
struct SampleForm {
  std::string name, algorithm;
  std::map<std::string, std::string> parameters;
  /// returns the algorithm's settings for given parameter values
  std::function<randomized::Settings(const TextValues&)> settings;
};

inline std::ostream& operator<<(std::ostream& stream, const SampleForm& form) {
  return stream << form.name;
}

class SampleSortOnHardInputs : public ::testing::TestWithParam<SampleForm> {
 protected:
  static constexpr std::uint64_t n = 4000;
  /// Maximum number of levels for 4,000 keys in any order. The small table of counts cannot hold all buckets of a
  /// level, so that its parts are distributed one after another. With a single part per level, 4 levels would suffice.
  static constexpr std::uint64_t good_levels = 12;

  void SetUp() override {
    TEXELSORT_NEED_BACKEND_OF(algorithm());
    const auto can = algorithm().availability(&gpu::test_device().info(), {});
    if (!can.available) GTEST_SKIP() << can.reason;
  }
  static const Algorithm& algorithm() { return find_algorithm(GetParam().algorithm); }
  static std::unique_ptr<algorithms::Run> started(std::vector<std::uint32_t> keys) {
    return start_on(problem_of(std::move(keys)));
  }

  /// Returns the positions from which the first level draws its sample.
  static std::vector<std::uint64_t> first_sample() {
    const Prepared prepared = prepare(algorithm(), &gpu::test_device().info(), {n}, GetParam().parameters);
    std::vector<randomized::Bucket> whole{{0, n}};
    const auto level = randomized::plan_level(whole, n, GetParam().settings(prepared.used_values()), 0);
    return randomized::sample_places(level, level.parents.front());
  }

  /// Runs the sort, checks every claim, and returns the number of levels. A level has four passes, or three if no keys
  /// move. The final sort of buckets counts as one level.
  static std::uint64_t levels(std::vector<std::uint32_t> keys) {
    const auto problem = problem_of(std::move(keys));
    const auto run = start_on(problem);
    const auto failure = verify_every_pass(*run, *problem, false);
    EXPECT_FALSE(failure) << text(*failure);
    std::set<std::uint64_t> stages;
    for (const PassHeader& header : run->known_passes()) {
      if (header.stage.starts_with("level")) stages.insert(header.stage_index);
    }
    EXPECT_LE(run->passes_done(), 4 * stages.size() + 1);
    return stages.size();
  }

 private:
  static std::shared_ptr<const Problem> problem_of(std::vector<std::uint32_t> keys) {
    return std::make_shared<const Problem>(Problem{std::move(keys), data::Order::ascending, data::PayloadKind::index});
  }
  static std::unique_ptr<algorithms::Run> start_on(const std::shared_ptr<const Problem>& problem) {
    return start(algorithm(), problem, GetParam().parameters);
  }
};

TEST_P(SampleSortOnHardInputs, EndsAfterTheFirstCountWhenAllKeysAreEqual) {
  const std::vector<std::uint32_t> keys(n, 7);
  EXPECT_EQ(levels(keys), 1u);
  const auto run = started(keys);
  run->finish();
  EXPECT_EQ(run->passes_done(), 3u);  // the three passes are splitters, counts and scan
}

// Each level finishes all keys that equal a splitter, or separates them from other keys. There are thus at most as many
// levels as distinct keys.
TEST_P(SampleSortOnHardInputs, NeedsAtMostOneLevelPerDistinctKey) {
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = i % 2;
  EXPECT_LE(levels(keys), 2u);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = 3 * i / n;
  EXPECT_LE(levels(keys), 3u);
  // All keys have the largest code, except one key in the middle.
  std::ranges::fill(keys, ~0u);
  keys[n / 2] = 0;
  EXPECT_LE(levels(keys), 2u);
}

// Hardest cases for the first level: it makes only three buckets, or one bucket with nearly all keys.

TEST_P(SampleSortOnHardInputs, MakesThreeBucketsWhenAllSamplesAreEqual) {
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = i % 2 == 0 ? i * 7919 % 1000 : 2000 + i * 7919 % 1000;
  for (const std::uint64_t place : first_sample()) keys[place] = 1500;
  EXPECT_LE(levels(keys), 1 + good_levels);
  const auto run = started(keys);
  for (int pass = 0; pass < 3; ++pass) run->step();
  const std::vector<View> views = run->views();
  const auto sizes = std::ranges::find(views, "sizes", &View::name);
  ASSERT_NE(sizes, views.end());
  EXPECT_EQ(std::ranges::count_if(read_view(*sizes), [](std::uint64_t size) { return size > 0; }), 3);
}

TEST_P(SampleSortOnHardInputs, DistributesABucketAgainWhenItContainsAlmostAllKeys) {
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = 1'000'000 + i * 7919 % 100'003;
  std::uint32_t smallest = 0;
  for (const std::uint64_t place : first_sample()) keys[place] = smallest++;
  EXPECT_LE(levels(keys), 1 + good_levels);
}

TEST_P(SampleSortOnHardInputs, NeedsNoExtraLevelForSortedAndReversedKeys) {
  std::vector<std::uint32_t> keys(n);
  std::iota(keys.begin(), keys.end(), 0u);
  EXPECT_LE(levels(keys), good_levels);
  std::ranges::reverse(keys);
  EXPECT_LE(levels(keys), good_levels);
}

}  // namespace texelsort::algorithms
