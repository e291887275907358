// Tests of the radix sort by prefixes: its decisions from a sample, and that blocks sort all their ranges.
#include <gtest/gtest.h>

#include "compute/algorithms/default_choice.h"
#include "compute/algorithms/radix/claims.h"
#include "compute/algorithms/radix/cuda/launch.h"
#include "tests/algorithms/records/record_problem.h"
#include "tests/cuda/swept_keys.h"
#include "tests/support/cuda.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;
using Labels = std::vector<std::string>;

const std::string left_out = "skipped: the last pass sorts by it in blocks",
                  blocks_sort = "blocks sort keys with the same prefix", no_ranges = "skipped: no ranges are left";

const Algorithm& prefix() {
  return find_algorithm("radix/prefix@cuda");
}

/// Runs the sort pass by pass and checks every claim and the result of finish(). Returns the labels of all passes.
Labels passes_of(const std::shared_ptr<const Problem>& problem, const Overrides& more = {}) {
  Overrides overrides{{"digit", "8"}};
  overrides.insert(more.begin(), more.end());
  const auto run = start(prefix(), problem, overrides);
  if (const auto failure = verify_every_pass(*run, *problem, true)) ADD_FAILURE() << text(*failure);
  Labels labels;
  for (const PassHeader& pass : run->known_passes()) labels.push_back(pass.label);
  run->rewind();
  run->finish();
  if (const auto failure = verify_result(*run, *problem, true)) ADD_FAILURE() << "at once: " << text(*failure);
  EXPECT_EQ(run->passes_done(), labels.size());
  // removes the labels of the first two passes, which count and scan all digits
  if (!labels.empty()) labels.erase(labels.begin(), labels.begin() + 2);
  return labels;
}

std::uint32_t scattered(std::uint32_t i) {
  return i * 2'654'435'761u;
}

constexpr data::PayloadKind every_payload[] = {data::PayloadKind::none, data::PayloadKind::index,
                                               data::PayloadKind::index64};

TEST(PrefixLength, DependsOnTheLongestRangeInTheSample) {
  radix::PrefixSample sample{.differing = ~0ull, .most = {40, 30, 20, 10, 5}};
  const auto start_of = [&](unsigned digits, unsigned allowed) {
    return radix::prefix_start(sample, digits, 8, [allowed](unsigned) { return allowed; });
  };
  EXPECT_EQ(start_of(8, 40), 56u);
  EXPECT_EQ(start_of(8, 39), 48u);
  EXPECT_EQ(start_of(8, 10), 32u);
  EXPECT_EQ(start_of(8, 4), 0u);
  EXPECT_EQ(start_of(4, 30), 16u);
  EXPECT_EQ(start_of(4, 20), 0u) << "three passes of four save one";
  sample.differing = 0xFF'FFFFull;  // all keys have the same first digit of four
  EXPECT_EQ(start_of(4, 30), 16u);
  EXPECT_EQ(start_of(4, 20), 0u);
  sample.differing = 0xFFull << 24 | 0xFF;  // keys differ only in two of four digits
  EXPECT_EQ(start_of(4, 40), 0u);
}

TEST(PrefixSample, ContainsOneIn256KeysButAtMostHalfAMillion) {
  EXPECT_EQ(radix::sample_step(1), 1u);
  EXPECT_EQ(radix::sample_step(4095), 1u);
  EXPECT_EQ(radix::sample_step(1u << 16), 16u);
  EXPECT_EQ(radix::sample_step(1u << 24), 256u);
  EXPECT_EQ(radix::sample_step(std::uint64_t{1} << 30), 2048u);
}

TEST(PrefixSort, SortsByTheRemainingDigitsWithinThreadBlocks) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  for (const data::PayloadKind payload : every_payload) {
    EXPECT_EQ(passes_of(keys_of(5000, payload, scattered)), (Labels{left_out, left_out, left_out, swept, blocks_sort}));
    EXPECT_EQ(passes_of(keys_of(5000, payload, scattered), {{"prefix", "2"}}),
              (Labels{left_out, left_out, swept, swept, blocks_sort}));
    EXPECT_EQ(passes_of(keys_of(5000, payload, scattered), {{"prefix", "4"}}),
              (Labels{swept, swept, swept, swept, no_ranges}));
  }
  EXPECT_EQ(passes_of(make_problem("uniform", data::KeyType::u64, 5000, data::PayloadKind::index)),
            (Labels{left_out, left_out, left_out, left_out, left_out, left_out, left_out, swept, blocks_sort}));
  EXPECT_EQ(passes_of(make_problem("uniform", data::KeyType::u32, 1, data::PayloadKind::index)), Labels{});
}

/// Tests inputs in which all sampled keys have the same prefix, or each of 16 prefixes has more keys than fit into a
/// block.
TEST(PrefixSort, RunsEveryRadixPassWhenTooManyKeysShareAPrefix) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  const auto same_half = [](std::uint32_t i) { return scattered(i) % 0x1'0000 | (i == 7 ? 0xABCD'0000 : 0); };
  EXPECT_EQ(passes_of(keys_of(20'000, data::PayloadKind::index, same_half)),
            (Labels{swept, swept, swept, swept, no_ranges}));
  // The first digit is equal in all keys, so that the prefix starts at the second digit.
  const auto upper_same = [](std::uint32_t i) { return scattered(i) >> 8 | 0x5A00'0000; };
  EXPECT_EQ(passes_of(keys_of(20'000, data::PayloadKind::none, upper_same)),
            (Labels{left_out, left_out, swept, skipped, blocks_sort}));
}

TEST(PrefixSort, SkipsPassesWhenKeysAreSortedOrReversed) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  EXPECT_EQ(passes_of(make_problem("sorted", data::KeyType::f32, 9217, data::PayloadKind::index)),
            (Labels{stays, stays, stays, stays, no_ranges}));
  EXPECT_EQ(passes_of(keys_of(9217, data::PayloadKind::none, [](std::uint32_t i) { return ~scattered(i / 9217); })),
            (Labels{stays, stays, stays, stays, no_ranges}));
  EXPECT_EQ(passes_of(keys_of(9217, data::PayloadKind::none, [](std::uint32_t i) { return ~(i << 16); })),
            (Labels{"reverse the keys, which are in reverse order", stays, stays, stays, no_ranges}));
}

/// Ranges with more keys than fit into a block, and ranges with many equal keys, for every payload.
TEST(PrefixSort, MergesRangesThatAreLongOrHaveManyEqualKeys) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  for (const data::PayloadKind payload : every_payload) {
    const Overrides told{{"prefix", "1"}};
    const auto one_range = [](std::uint32_t i) { return scattered(i) & 0x00FF'FFFF; };
    EXPECT_EQ(passes_of(keys_of(12'000, payload, one_range), told),
              (Labels{left_out, left_out, left_out, skipped, blocks_sort}));
    // Keys have 3 values of the first digit, and 7 values of the remaining digits.
    const auto few = [](std::uint32_t i) { return (scattered(i) % 3 << 24) | (scattered(i) >> 9) % 7 * 1000; };
    EXPECT_EQ(passes_of(keys_of(9000, payload, few), told), (Labels{left_out, left_out, left_out, swept, blocks_sort}));
    // Each of 2,250 scattered values occurs four times.
    const auto equal = [](std::uint32_t i) { return scattered(i % 2250); };
    EXPECT_EQ(passes_of(keys_of(9000, payload, equal), told),
              (Labels{left_out, left_out, left_out, swept, blocks_sort}));
    // One range is too long for a block, and all other ranges are short.
    const auto uneven = [](std::uint32_t i) { return scattered(i) >> (i % 3 == 0 ? 0 : 8); };
    EXPECT_EQ(passes_of(keys_of(12'000, payload, uneven), told),
              (Labels{left_out, left_out, left_out, swept, blocks_sort}));
  }
  passes_of(make_problem("few-distinct", data::KeyType::u64, 9000, data::PayloadKind::index), {{"prefix", "1"}});
  passes_of(make_problem("few-distinct", data::KeyType::u64, 9000, data::PayloadKind::none), {{"prefix", "1"}});
}

TEST(PrefixSort, SortsKeysOfEveryTypeInBothOrders) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  using data::KeyType;
  for (const KeyType type : data::all_key_types) {
    const bool up = type == KeyType::i32 || type == KeyType::u64 || type == KeyType::f64;
    passes_of(make_problem("special", type, 3000, data::PayloadKind::index64,
                           up ? data::Order::ascending : data::Order::descending));
  }
  passes_of(make_problem("uniform", data::KeyType::i64, 700, data::PayloadKind::index), {{"digit", "3"}});
}

TEST(PrefixSort, SortsRecordsIndirectlyByTheirIndices) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  const auto problem = record_problem(data::KeyType::u32, 1000, {2, data::Layout::by_field});
  const Prepared prepared = prepare(prefix(), &gpu::test_device().info(), problem->form(), {});
  EXPECT_EQ(prepared.refusal(), std::nullopt);
  EXPECT_EQ(prepared.parameters().text("records"), "indirect");
}

TEST(PrefixSort, ContinuesFromASnapshot) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  const auto problem = keys_of(9217, data::PayloadKind::index, scattered);
  const auto run = start(prefix(), problem, {{"digit", "8"}});
  expect_to_go_on(*run, *problem, 7);
}

TEST(PrefixSortClaims, HoldOnlyWhenEveryRangeIsSorted) {
  using Numbers = std::vector<std::uint64_t>;
  const Numbers before{0x12, 0x11, 0x11, 0x23, 0x20}, sorted_keys{0x11, 0x11, 0x12, 0x20, 0x23};
  const Numbers places{0, 1, 2, 3, 4}, stable{1, 2, 0, 4, 3}, unstable{2, 1, 0, 4, 3};
  const auto wrong = [](std::uint32_t below, const Numbers& keys, const Numbers& after, const Numbers& with,
                        const Numbers& with_after) {
    return ranges_claim(below).find_violation({keys, after, with, with_after}).has_value();
  };
  EXPECT_FALSE(wrong(4, before, sorted_keys, places, stable));
  EXPECT_TRUE(wrong(4, before, sorted_keys, places, unstable));
  EXPECT_TRUE(wrong(4, before, before, places, places));
  EXPECT_TRUE(wrong(4, {0x23, 0x12}, {0x12, 0x23}, {0, 1}, {1, 0})) << "keys have left their range";
  EXPECT_FALSE(left_claim().find_violation({before, before, {}, {}}).has_value());
  EXPECT_TRUE(left_claim().find_violation({before, sorted_keys, {}, {}}).has_value());
}

// Kernels executed by the CPU are never the default. The limits are where the times of docs/results cross.
TEST(PrefixSort, IsTheDefaultForLargeInputsExceptFloatsOf4Bytes) {
  TEXELSORT_NEED_CUDA();
  const auto taken = [](std::uint64_t n, data::KeyType type, data::PayloadKind payload) {
    return default_sort(&gpu::test_device().info(), {.n = n, .type = type, .payload = payload}).algorithm->info().id;
  };
  const std::string onesweep = "radix/onesweep@cuda", by_prefix = "radix/prefix@cuda",
                    by_sample = "sample/ordered@cuda";
  constexpr auto power = [](unsigned exponent) { return std::uint64_t{1} << exponent; };
  const auto changes_beyond = [&](std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                                  const std::string& from, const std::string& to) {
    EXPECT_EQ(taken(n, type, payload), from) << data::name(type) << data::name(payload);
    EXPECT_EQ(taken(n + 1, type, payload), to) << data::name(type) << data::name(payload);
  };
  changes_beyond(power(16), data::KeyType::u32, data::PayloadKind::index, onesweep, by_sample);
  changes_beyond(power(20), data::KeyType::u32, data::PayloadKind::none, by_sample, by_prefix);
  changes_beyond(power(19), data::KeyType::u32, data::PayloadKind::index, by_sample, by_prefix);
  changes_beyond(power(19), data::KeyType::f64, data::PayloadKind::none, by_sample, by_prefix);
  changes_beyond(power(20), data::KeyType::f32, data::PayloadKind::none, by_sample, onesweep);
  changes_beyond(power(19), data::KeyType::f32, data::PayloadKind::index, by_sample, onesweep);
  EXPECT_EQ(taken(power(24), data::KeyType::u32, data::PayloadKind::record), onesweep);
}

}  // namespace
}  // namespace texelsort::algorithms
