#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/network/analysis.h"
#include "tests/network/naive.h"

namespace texelsort::network {
namespace {

using Case = std::tuple<std::string, std::uint64_t>;

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string id = std::get<0>(info.param);
  std::replace_if(
      id.begin(), id.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return id + "_n" + std::to_string(std::get<1>(info.param));
}

/// The families on these sizes, as far as they have networks of them.
std::vector<Case> cases(const std::vector<std::uint64_t>& sizes) {
  std::vector<Case> list;
  for (const Family& family : families()) {
    for (const std::uint64_t n : sizes) {
      if (!family.max_n || n <= *family.max_n) list.emplace_back(family.id, n);
    }
  }
  return list;
}

std::vector<std::uint64_t> sizes_to(std::uint64_t most) {
  std::vector<std::uint64_t> sizes(most + 1);
  std::iota(sizes.begin(), sizes.end(), 0u);
  return sizes;
}

class Exhaustive : public testing::TestWithParam<Case> {};

TEST_P(Exhaustive, SortsAllZeroOneInputs) {
  const auto& [id, n] = GetParam();
  EXPECT_EQ(find_unsorted_zero_one_input(find_family(id).generate(n)), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(ZeroOne, Exhaustive, testing::ValuesIn(cases(sizes_to(20))), case_name);

class Random : public testing::TestWithParam<Case> {};

TEST_P(Random, SortsZeroOneInputs) {
  const auto& [id, n] = GetParam();
  EXPECT_EQ(find_unsorted_random_input(find_family(id).generate(n), 20, 1), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(ZeroOne, Random, testing::ValuesIn(cases({21, 33, 64, 100, 1000, 4097})), case_name);

TEST(ZeroOneTest, FindsTheSmallestFailingInput) {
  EXPECT_EQ(find_unsorted_zero_one_input(network_of(2, {})), 1u);  // a one before a zero
  EXPECT_EQ(find_unsorted_zero_one_input(network_of(3, {{{0, 1}}})), 1u);
  EXPECT_EQ(find_unsorted_zero_one_input(network_of(3, {{{0, 1}}, {{1, 2}}})), 3u);  // 1 1 0 becomes 1 0 1
}

TEST(ZeroOneTest, CatchesEveryMissingComparatorThatMatters) {
  for (const Family& family : families()) {
    for (const std::uint64_t n : {4, 5, 7, 8, 10}) {  // 10 takes more than one word
      const Network whole = family.generate(n);
      std::uint64_t caught = 0;
      for (std::uint64_t which = 0; which < size(whole); ++which) {
        const Network broken = without_comparator(whole, which);
        ASSERT_EQ(size(broken) + 1, size(whole));
        const auto found = find_unsorted_zero_one_input(broken);
        ASSERT_EQ(found, naive_unsorted_input(broken)) << family.id << " n " << n << " without comparator " << which;
        caught += found ? 1 : 0;
      }
      // Most comparators of the periodic network do nothing that others do not.
      EXPECT_GT(caught, family.id == "periodic-balanced" ? 0 : size(whole) / 3) << family.id << " n " << n;
    }
  }
}

TEST(ZeroOneTest, FindsTheOnlyFailingInput) {
  // Sorts places 0 to 10, then inserts place 11 but never below place 1: fails for a zero after eleven ones only.
  auto steps = listed_steps(bitonic(11));
  for (std::uint64_t place = 11; place > 1; --place) steps.push_back({{place - 1, place}});
  EXPECT_EQ(find_unsorted_zero_one_input(network_of(12, steps)), (1u << 11) - 1);
  steps.push_back({{0, 1}});
  EXPECT_EQ(find_unsorted_zero_one_input(network_of(12, steps)), std::nullopt);
}

TEST(ZeroOneTest, RefusesMoreInputsThanItCanTry) {
  EXPECT_THROW(find_unsorted_zero_one_input(bitonic(29)), UsageError);
}

TEST(RandomZeroOneTest, CatchesAMissingComparator) {
  // Those of networks that have few to spare; the others fail too rarely for random inputs.
  for (const char* id : {"bitonic", "bitonic-alternating", "odd-even-merge", "pairwise"}) {
    const Family& family = find_family(id);
    const Network whole = family.generate(100);
    const Network broken = without_comparator(whole, size(whole) - 1);
    const auto input = find_unsorted_random_input(broken, 2000, 5);
    ASSERT_TRUE(input) << family.id;
    ASSERT_EQ(input->size(), 100u);
    EXPECT_FALSE(naively_sorts(listed_steps(broken), *input)) << "the input given is one that it sorts";
    EXPECT_TRUE(naively_sorts(listed_steps(whole), *input));
    EXPECT_EQ(find_unsorted_random_input(broken, 2000, 5), input) << "the seed decides";
  }
}

TEST(RandomZeroOneTest, TriesEveryNumberOfOnes) {
  // Without comparators, each unsorted input fails; of 64 * 300 over n = 5, failing ones have one to four ones.
  std::vector<int> seen(6);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto input = find_unsorted_random_input(network_of(5, {}), 1, seed);
    ASSERT_TRUE(input);
    ++seen[static_cast<std::size_t>(std::count(input->begin(), input->end(), 1))];
  }
  for (std::size_t ones = 1; ones <= 4; ++ones) EXPECT_GT(seen[ones], 30) << ones;
  EXPECT_EQ(seen[0] + seen[5], 0);
}

}  // namespace
}  // namespace texelsort::network
