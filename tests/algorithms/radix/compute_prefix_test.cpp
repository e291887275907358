// Tests of the sort by prefixes by compute shaders: the device's choice of passes, and runs that change between single
// steps and full speed.

#include <gtest/gtest.h>

#include "compute/check/verify.h"
#include "tests/cuda/swept_keys.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;
using Labels = std::vector<std::string>;

const Overrides small{{"digit", "4"}, {"tile", "64"}, {"workgroup", "32"}, {"block", "96"}, {"ranking", "matching"}};
const std::string by_prefix = "rank, look back, scatter by the most significant digit",
                  by_ranges = "workgroups sort keys with the same prefix", left = "skipped: the last two passes sort",
                  too_many = "skipped: all digits have had a pass";

const Algorithm& prefix() {
  return find_algorithm("radix/prefix@compute");
}

/// Runs the sort pass by pass, checks all claims, and returns the labels of the passes after the scan.
Labels passes_of(const std::shared_ptr<const Problem>& problem) {
  const auto run = start(prefix(), problem, small);
  if (const auto failure = verify_every_pass(*run, *problem, true)) ADD_FAILURE() << text(*failure);
  Labels labels;
  for (const PassHeader& pass : run->known_passes()) labels.push_back(pass.label);
  labels.erase(labels.begin(), labels.begin() + 2);
  return labels;
}

Labels labels(const std::string& digits, const std::string& first, const std::string& second) {
  Labels all(8, digits);
  all.push_back(first);
  all.push_back(second);
  return all;
}

/// Returns a problem of `most` keys with one value of the digit from bit `shift` on, and `others` keys with another
/// value. More significant digits are equal. Less significant digits are in descending order.
std::shared_ptr<const Problem> two_values(std::uint32_t most, std::uint32_t others, unsigned shift) {
  return keys_of(most + others, data::PayloadKind::index, [=](std::uint32_t i) {
    return (i < most ? 5u : 2u) << shift | ((1u << shift) - 1 - i % 100 * 3 % (1u << shift));
  });
}

TEST(ComputePrefix, SortsByOneDigitIfTheKeysOfEachValueFitAWorkgroup) {
  TEXELSORT_NEED_GL();
  const Labels two = labels(left, by_prefix, by_ranges), all = labels(swept, too_many, too_many);
  for (const unsigned shift : {0u, 4u, 16u, 28u}) {
    EXPECT_EQ(passes_of(two_values(96, 30, shift)), two) << shift;
    EXPECT_EQ(passes_of(two_values(97, 30, shift)), all) << shift;
    EXPECT_EQ(passes_of(two_values(97, 0, shift)), shift == 0 ? all : two) << "the 97 keys differ in a lower digit";
  }
  EXPECT_EQ(passes_of(make_problem("zero", data::KeyType::u32, 96)), two);
  EXPECT_EQ(passes_of(make_problem("zero", data::KeyType::u32, 97)), all);
}

// A digit of 3 bits divides 32 bits into 11 digits. One of 6 bits divides them into 6, of which the last has 2 bits.
TEST(ComputePrefix, SortsByANarrowLastDigit) {
  TEXELSORT_NEED_GL();
  const Overrides narrow{
      {"digit", "6"}, {"tile", "64"}, {"workgroup", "64"}, {"block", "512"}, {"ranking", "matching"}};
  const auto problem = make_problem("uniform", data::KeyType::u32, 1500, data::PayloadKind::index);
  const auto run = start(prefix(), problem, narrow);
  if (const auto failure = verify_every_pass(*run, *problem, true)) ADD_FAILURE() << text(*failure);
  EXPECT_EQ(run->known_passes().at(8).label, by_prefix);
}

// At full speed, the host dispatches all passes without knowing which of them the device executes.
TEST(ComputePrefix, ReachesTheSameEndFromEveryPassAtEverySpeed) {
  TEXELSORT_NEED_GL();
  for (const std::uint32_t most : {96u, 97u}) {
    const auto problem = two_values(most, 60, 16);
    const auto run = start(prefix(), problem, small), stepped = start(prefix(), problem, small);
    expect_to_go_on(*run, *problem, 12);
    for (std::uint64_t lent = 0; lent <= 12; ++lent) {
      SCOPED_TRACE(lent);
      run->rewind();
      for (std::uint64_t i = 0; i < lent; ++i) {
        auto pass = run->lend_pass(false);
        ASSERT_TRUE(pass);
        pass->execute();
        pass->conclude();
      }
      EXPECT_EQ(u32_keys(*run), u32_keys(*stepped));
      run->step();
      run->finish();
      const auto failure = verify_result(*run, *problem, true);
      EXPECT_FALSE(failure) << text(*failure);
      stepped->step();
    }
  }
}

TEST(ComputePrefixRefusal, NamesTheSizeThatDoesNotFit) {
  TEXELSORT_NEED_GL();
  const auto refusal = [](std::uint64_t n, Overrides values) {
    values.emplace("look_back_reads", "16");  // llvmpipe limits loops
    return refusal_beside_defaults(prefix(), &tests::device()->info(), {n}, values);
  };
  EXPECT_NE(refusal(256 * 256 + 1, {{"digit", "8"}, {"block", "256"}}).find("block >= 257"), std::string::npos);
  EXPECT_EQ(refusal(256 * 256, {{"digit", "8"}, {"block", "256"}}), "");
  EXPECT_NE(refusal(5000, {{"digit", "7"}, {"block", "256"}}).find("5 digits"), std::string::npos);
  EXPECT_EQ(refusal(5000, {{"digit", "7"}, {"block", "0"}}), "");
  EXPECT_NE(refusal(5000, {{"block", "300"}, {"workgroup", "256"}}).find("multiple of workgroup = 256"),
            std::string::npos);
  EXPECT_NE(refusal(5000, {{"block", "16384"}}).find("shared"), std::string::npos);
}

}  // namespace
}  // namespace texelsort::algorithms
