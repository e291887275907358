// Tests of the radix sort by prefixes: its decisions from a sample, and that blocks sort all their ranges.
#include <gtest/gtest.h>

#include "compute/algorithms/default_choice.h"
#include "compute/algorithms/radix/claims.h"
#include "compute/algorithms/radix/cuda/launch.h"
#include "compute/algorithms/radix/reference.h"
#include "tests/algorithms/records/record_problem.h"
#include "tests/cuda/single_kernels.h"
#include "tests/cuda/swept_keys.h"
#include "tests/support/cuda.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;
using Labels = std::vector<std::string>;

const std::string left_out = "skipped: blocks sort by this digit",
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

TEST(PrefixLength, IsOneDigitOnlyIfThatSavesTwoPasses) {
  EXPECT_EQ(radix::top_digit(0, 8), 0u);
  EXPECT_EQ(radix::top_digit(0xFF, 8), 0u);
  EXPECT_EQ(radix::top_digit(0x100, 8), 1u);
  EXPECT_EQ(radix::top_digit(~0ull, 8), 7u);
  EXPECT_EQ(radix::top_digit(0xFFFF'FFFF, 5), 6u);
  EXPECT_TRUE(radix::saves_passes(0xFFFF'FFFF, 3, 8));
  EXPECT_TRUE(radix::saves_passes(0xFF00'0101, 3, 8));
  EXPECT_FALSE(radix::saves_passes(0xFF00'0100, 3, 8)) << "only one digit before the prefix differs";
  EXPECT_FALSE(radix::saves_passes(0xFFFF'FFFF, 1, 8));
}

TEST(PrefixSample, ContainsOneIn256KeysButAtMostHalfAMillion) {
  EXPECT_EQ(radix::sample_step(1), 1u);
  EXPECT_EQ(radix::sample_step(4095), 1u);
  EXPECT_EQ(radix::sample_step(1u << 16), 16u);
  EXPECT_EQ(radix::sample_step(1u << 24), 256u);
  EXPECT_EQ(radix::sample_step(std::uint64_t{1} << 30), 2048u);
}

/// A warp does not compare adjacent keys after its keys have fallen and risen. The kernel takes 8,192 keys at a time.
TEST(OnesweepHistogram, SurveysTheOrderOfTheKeysInAllPartsOfTheArray) {
  constexpr std::uint32_t part = 8192, n = 3 * part;
  const auto survey = [](const auto& key_at) {
    std::vector<std::uint32_t> keys(n);
    for (std::uint32_t i = 0; i < n; ++i) keys[i] = key_at(i);
    return radix::count_by_one_block(keys, 0).survey;
  };
  const auto rising = survey([](std::uint32_t i) { return 2 * i; });
  EXPECT_TRUE(rising.rises != 0 && rising.falls == 0 && rising.stays == 0);
  const auto falling = survey([](std::uint32_t i) { return 2 * (n - i); });
  EXPECT_TRUE(falling.rises == 0 && falling.falls != 0 && falling.stays == 0);
  const auto pairs = survey([](std::uint32_t i) { return i / 2; });
  EXPECT_TRUE(pairs.rises != 0 && pairs.falls == 0 && pairs.stays != 0);
  for (const std::uint32_t at : {1u, 4u, part - 1, part, 2 * part - 1, 2 * part, n - 1}) {
    const auto one_fall = survey([at](std::uint32_t i) { return i == at ? 2 * i - 3 : 2 * i; });
    EXPECT_TRUE(one_fall.rises != 0 && one_fall.falls != 0) << at;
  }
  // The first part falls and rises, so that later parts are only compared with the first key.
  const auto late_bit = survey([](std::uint32_t i) { return i == n - 1 ? 0x8000'0000 : i % 2; });
  EXPECT_EQ(late_bit.differing, 0x8000'0001u);
}

TEST(OnesweepHistogram, CountsOnlyTheDigitsOfThePrefix) {
  std::vector<std::uint32_t> keys(2 * 8192 + 100);
  std::vector<std::uint64_t> codes(keys.size());
  for (std::uint32_t i = 0; i < keys.size(); ++i) codes[i] = keys[i] = scattered(i);
  for (const unsigned below : {0u, 8u, 16u, 24u}) {
    auto expected = radix::histogram(codes, 4, 8);
    std::fill_n(expected.begin(), below / 8 * 256, 0);
    EXPECT_EQ(radix::count_by_one_block(keys, below).bins, expected) << below;
  }
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

/// A block has space for 9,216 keys with the same first digit, or for 8,704 with a payload of 4 bytes. With one key
/// more, all digits have passes.
TEST(PrefixSort, HasOnePassIfTheKeysOfEachFirstDigitFitABlock) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  const auto full = [](std::uint32_t most) {
    return [most](std::uint32_t i) {
      return i < most ? 0x0700'0000 | scattered(i) >> 8 : 0x8000'0000 | scattered(i) >> 1;
    };
  };
  for (const data::PayloadKind payload : every_payload) {
    const std::uint32_t most = payload == data::PayloadKind::index ? 8704 : 9216;
    EXPECT_EQ(passes_of(keys_of(15'000, payload, full(most))),
              (Labels{left_out, left_out, left_out, swept, blocks_sort}));
    EXPECT_EQ(passes_of(keys_of(15'000, payload, full(most + 1))), (Labels{swept, swept, swept, swept, no_ranges}));
  }
  // All keys have the same first digit, and the second digit has values.
  EXPECT_EQ(passes_of(keys_of(15'000, data::PayloadKind::none,
                              [&](std::uint32_t i) { return full(9216)(i) >> 8 | 0x5A00'0000; })),
            (Labels{left_out, left_out, swept, skipped, blocks_sort}));
}

TEST(PrefixSort, SamplesKeysOf8BytesIfTheKeysOfAFirstDigitDoNotFitABlock) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  auto problem =
      std::make_shared<Problem>(*make_problem("uniform", data::KeyType::u64, 15'000, data::PayloadKind::none));
  auto& keys = std::get<std::vector<std::uint64_t>>(problem->keys);
  for (std::size_t i = 0; i < 9217; ++i) keys[i] = keys[i] >> 8 | std::uint64_t{7} << 56;
  EXPECT_EQ(passes_of(problem),
            (Labels{left_out, left_out, left_out, left_out, left_out, left_out, swept, swept, blocks_sort}));
}

/// 70,000 keys have 4,117 samples. Of nine blocks with 512 threads, 491 threads have no sample. If all counted the same
/// sample, its prefix would exceed the 238 samples that a prefix of two digits may have.
TEST(PrefixSort, IsNotMisledByThreadsWithoutASample) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  auto problem =
      std::make_shared<Problem>(*make_problem("uniform", data::KeyType::u64, 70'000, data::PayloadKind::none));
  auto& keys = std::get<std::vector<std::uint64_t>>(problem->keys);
  for (std::uint64_t& key : keys) key = (key & 0x03FF'FFFF'FFFF'FFFF) | std::uint64_t{0x58} << 56;
  EXPECT_EQ(passes_of(problem),
            (Labels{left_out, left_out, left_out, left_out, left_out, left_out, swept, swept, blocks_sort}));
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
  // By two digits, blocks sort several ranges each.
  for (const data::PayloadKind payload : every_payload) {
    const Overrides told{{"prefix", "2"}};
    passes_of(keys_of(12'000, payload, [](std::uint32_t i) { return scattered(i) & 0x0000'FFFF; }), told);
    passes_of(keys_of(9000, payload, [](std::uint32_t i) { return scattered(i % 2250); }), told);
    passes_of(keys_of(9000, payload,
                      [](std::uint32_t i) { return (scattered(i) % 3 << 16) | (scattered(i) >> 9) % 7 * 1000; }),
              told);
  }
  passes_of(make_problem("few-distinct", data::KeyType::u64, 9000, data::PayloadKind::index), {{"prefix", "1"}});
  passes_of(make_problem("few-distinct", data::KeyType::u64, 9000, data::PayloadKind::none), {{"prefix", "1"}});
}

/// The first launch reverses the keys, whichever digit it belongs to.
TEST(PrefixSort, ReversesKeysIfTheFirstDigitsHaveNoLaunch) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  for (const char* digits : {"1", "2", "3", "4"}) {
    for (const data::PayloadKind payload : every_payload) {
      EXPECT_EQ(passes_of(keys_of(9217, payload, [](std::uint32_t i) { return ~(i << 16 | i); }), {{"prefix", digits}}),
                (Labels{"reverse the keys, which are in reverse order", stays, stays, stays, no_ranges}));
    }
  }
}

/// Sorts keys by their bits from `below` on, and then runs the last pass of the sort by prefixes, with and without a
/// payload. The host chooses the blocks for `room` keys. Expects a stable sort.
void expect_blocks_sort(std::vector<std::uint32_t> keys, unsigned below, std::uint64_t room) {
  std::ranges::stable_sort(keys, {}, [below](std::uint32_t key) { return key >> below; });
  auto sorted_keys = keys;
  std::ranges::sort(sorted_keys);
  EXPECT_EQ(radix::sort_ranges(keys, below, room, false).keys, sorted_keys);
  const radix::SortedRanges pairs = radix::sort_ranges(keys, below, room, true);
  EXPECT_EQ(pairs.keys, sorted_keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSERT_EQ(keys[pairs.places[i]], pairs.keys[i]);
    const bool same = i > 0 && pairs.keys[i] == pairs.keys[i - 1];
    ASSERT_TRUE(!same || pairs.places[i] > pairs.places[i - 1]) << "equal keys changed their order";
  }
}

TEST(PrefixSort, NamesTheDigitsThatItCounts) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  const auto counted = [](const Overrides& overrides) {
    const auto problem = keys_of(5000, data::PayloadKind::index, scattered);
    const auto run = start(prefix(), problem, overrides);
    EXPECT_FALSE(verify_every_pass(*run, *problem, true));
    return run->known_passes().front().label;  // OpenGL has the arrays now, so that CUDA has no addresses
  };
  EXPECT_EQ(counted({}), "all digits") << "the counts choose the prefix";
  EXPECT_EQ(counted({{"prefix", "1"}}), "digit 4");
  EXPECT_EQ(counted({{"prefix", "2"}}), "digits 3 to 4");
  EXPECT_EQ(counted({{"prefix", "4"}}), "all digits");
}

/// Tests the blocks for 2^20 to 2^30 keys with fewer keys, of which 1,000 occur twice.
TEST(PrefixBlocks, SortTheRangesOfArraysOfAnySize) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  std::vector<std::uint32_t> keys(12'000);
  for (std::uint32_t i = 0; i < keys.size(); ++i) keys[i] = scattered(i % 11'000);
  for (unsigned exponent = 20; exponent <= 30; ++exponent) {
    SCOPED_TRACE(exponent);
    expect_blocks_sort(keys, 16, std::uint64_t{1} << exponent);
    if (exponent <= 23) expect_blocks_sort(keys, 24, std::uint64_t{1} << exponent);
  }
}

/// Ranges of a prefix of 16 bits fill the usual blocks for 2^28 evenly distributed keys. For longer ranges, the sample
/// chooses blocks with three times the space. For even longer ranges it chooses no prefix. A prefix of one digit is
/// impossible here, because its ranges are too long.
TEST(PrefixSample, ChoosesBlocksWithMoreSpaceForUnevenKeys) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  const auto chosen = [](std::uint32_t longest, unsigned exponent) {
    std::vector<std::uint32_t> keys(70'000);
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
      const bool within = i * 40'507ull % keys.size() < longest;  // spread over the array
      keys[i] = within ? 0x0155'0000 | scattered(i) >> 16 : scattered(i) & 0x03FF'FFFF;
    }
    const radix::KeySurvey found = radix::sample_prefix(keys, std::uint64_t{1} << exponent);
    return std::pair(found.below, found.roomy);
  };
  EXPECT_EQ(chosen(3000, 28), std::pair(16u, 0u));
  EXPECT_EQ(chosen(10'000, 28), std::pair(16u, 1u));
  EXPECT_EQ(chosen(20'000, 28), std::pair(0u, 0u));
  EXPECT_EQ(chosen(10'000, 26), std::pair(0u, 0u)) << "ranges of 2^26 even keys leave enough space in usual blocks";
  EXPECT_EQ(chosen(20'000, 29), std::pair(16u, 1u));
}

TEST(PrefixBlocks, SortLongRangesWithMoreSpace) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  std::vector<std::uint32_t> keys(20'000);
  // A range of 12,000 keys is between ranges of 1,000 keys.
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    const std::uint32_t range = i < 12'000 ? 4 : (i % 8 < 4 ? i % 8 : i % 8 + 1);
    keys[i] = range << 16 | scattered(i) >> 16;
  }
  std::ranges::stable_sort(keys, {}, [](std::uint32_t key) { return key >> 16; });
  auto sorted_keys = keys;
  std::ranges::sort(sorted_keys);
  for (unsigned exponent = 28; exponent <= 30; ++exponent) {
    const radix::SortedRanges result = radix::sort_ranges(keys, 16, std::uint64_t{1} << exponent, false, true);
    EXPECT_EQ(result.keys, sorted_keys) << exponent;
    EXPECT_EQ(result.merged, 0u) << exponent;
  }
}

/// Threads sort slots in registers if none has more than 12 keys. They need fewer steps if none has more than 6 or 8.
/// Slots of up to 48 keys are sorted by insertion, and fuller ones are merged. If the keys of a block differ only in 18
/// bits, a word holds a key and its position.
TEST(PrefixBlocks, SortSlotsOfEverySize) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  for (const std::uint32_t together : {1u, 6u, 7u, 8u, 9u, 12u, 13u, 48u, 49u}) {
    for (const unsigned unused_bits : {0u, 14u}) {
      SCOPED_TRACE(together);
      std::vector<std::uint32_t> keys(9000);
      for (std::uint32_t i = 0; i < keys.size(); ++i) keys[i] = scattered(i % (9000 / together)) >> unused_bits;
      expect_blocks_sort(keys, 16, std::uint64_t{1} << 24);
    }
  }
}

TEST(PrefixShares, StartHalfARangeBeforeTheExpectedRange) {
  for (const std::uint64_t n : {std::uint64_t{1} << 24, std::uint64_t{12'582'912}, std::uint64_t{123'456'789}}) {
    const radix::KeySurvey found{.differing = 0xFFFF'FFFF, .below = 16};
    const radix::RangeShares shares = radix::range_shares(n, found, 6144);
    const std::uint64_t ranges = 6144 * 15 / 16 * 65'536 / n;  // whole ranges that fill 15/16 of a block
    EXPECT_EQ(shares.count, (65'536 + ranges - 1) / ranges);
    EXPECT_EQ(shares.start(0), 0u);
    EXPECT_EQ(shares.start(shares.count), n);
    for (std::uint64_t k = 1; k < shares.count; ++k) {
      const std::uint64_t expected =
          k * ranges * n >> 16;  // position of the first range if keys are evenly distributed
      ASSERT_EQ(shares.start(k), expected - (n >> 17)) << k;
      ASSERT_EQ(shares.share_of(expected), k);
      ASSERT_EQ(shares.share_of(shares.start(k)), k);
      ASSERT_EQ(shares.share_of(shares.start(k) - 1), k - 1);
    }
  }
}

TEST(PrefixShares, CoverAllKeysIfRangesAreShortOrDoNotFit) {
  for (const unsigned below : {8u, 16u, 24u, 40u}) {
    for (const std::uint64_t n : {1ull, 5000ull, 70'000ull, 1ull << 33}) {
      const radix::RangeShares shares = radix::range_shares(n, {.differing = ~0ull >> 8, .below = below}, 4608);
      EXPECT_EQ(shares.start(shares.count), n);
      EXPECT_LT(shares.start(shares.count - 1), n);
      EXPECT_LE(n / shares.count, 4608u);
      EXPECT_LE(shares.count, n / (4608 / 4) + 1) << "the lists have space for so many shares";
    }
  }
}

/// Without a payload, keys that differ in one digit are usually written from the counts of this digit. A digit that is
/// not in the prefix has no counts.
TEST(PrefixSort, SortsKeysThatDifferOnlyBehindThePrefix) {
  TEXELSORT_NEED_BACKEND_OF(prefix());
  const auto last_digit = [](std::uint32_t i) { return scattered(i) % 200; };
  EXPECT_EQ(passes_of(keys_of(9000, data::PayloadKind::none, last_digit), {{"prefix", "1"}}),
            (Labels{left_out, left_out, left_out, skipped, blocks_sort}));
  const std::string filled = "write the keys from the counts: they differ only in this digit";
  EXPECT_EQ(passes_of(keys_of(9000, data::PayloadKind::none, last_digit)),
            (Labels{filled, skipped, skipped, skipped, no_ranges}));
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

/// A device of a distributed sort makes no survey of its share, and needs the sorted keys in a particular array.
TEST(PrefixSort, SortsTheShareOfADistributedSort) {
  const Algorithm& distributed = find_algorithm("sample/distributed@cuda");
  TEXELSORT_NEED_BACKEND_OF(distributed);
  constexpr std::uint64_t least = 1 << 16;  // the smallest share of 8-byte keys that is sorted by a prefix
  for (const char* distribution : {"uniform", "gaussian-4", "few-distinct"}) {
    const auto problem = make_problem(distribution, data::KeyType::u64, least, data::PayloadKind::index);
    const auto run = start(distributed, problem, {{"ranks", "1"}});
    run->finish();
    if (const auto failure = verify_result(*run, *problem, true))
      ADD_FAILURE() << distribution << ": " << text(*failure);
  }
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
  changes_beyond(power(19), data::KeyType::u32, data::PayloadKind::none, by_sample, by_prefix);
  changes_beyond(power(17), data::KeyType::u32, data::PayloadKind::index, by_sample, by_prefix);
  changes_beyond(power(19), data::KeyType::f64, data::PayloadKind::none, by_sample, by_prefix);
  changes_beyond(power(18), data::KeyType::f64, data::PayloadKind::index, by_sample, by_prefix);
  changes_beyond(power(20), data::KeyType::f32, data::PayloadKind::none, by_sample, onesweep);
  changes_beyond(power(20), data::KeyType::f32, data::PayloadKind::index, by_sample, onesweep);
  EXPECT_EQ(taken(power(24), data::KeyType::u32, data::PayloadKind::record), onesweep);
}

}  // namespace
}  // namespace texelsort::algorithms
