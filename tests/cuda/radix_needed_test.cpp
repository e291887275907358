// Tests of Onesweep with only the passes that the keys need: its decisions, and the sorted result after each decision.
#include <gtest/gtest.h>

#include "compute/algorithms/radix/claims.h"
#include "tests/algorithms/records/record_problem.h"
#include "tests/cuda/swept_keys.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;
using Labels = std::vector<std::string>;

const Overrides needed{{"passes", "needed"}, {"digit", "8"}};

const Algorithm& onesweep() {
  return find_algorithm("radix/onesweep@cuda");
}

/// Runs the sort pass by pass and checks every claim. Checks that finish() gives the same result. Returns the labels of
/// the passes that sort by digits.
Labels digits_of(const std::shared_ptr<const Problem>& problem) {
  const auto run = start(onesweep(), problem, needed);
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

constexpr data::PayloadKind payloads[] = {data::PayloadKind::none, data::PayloadKind::index};

TEST(OnesweepPassSkipping, IsTheDefaultOnlyForLargeInputs) {
  TEXELSORT_NEED_BACKEND_OF(onesweep());
  const auto passes = [](std::uint64_t n) {
    return prepare(onesweep(), &gpu::test_device().info(), {n, data::KeyType::u32}, {}).parameters().text("passes");
  };
  EXPECT_EQ(passes(1000), "merged");
  EXPECT_EQ(passes(200'000), "all");
  EXPECT_EQ(passes(1u << 20), "needed");
  EXPECT_EQ(paper_values(onesweep().parameters()).at("passes"), "all");
}

TEST(OnesweepPassSkipping, SkipsEveryPassWhenKeysAreSorted) {
  TEXELSORT_NEED_BACKEND_OF(onesweep());
  for (const data::PayloadKind payload : payloads) {
    EXPECT_EQ(digits_of(make_problem("sorted", data::KeyType::f64, 9217, payload)), Labels(8, stays));
    EXPECT_EQ(digits_of(make_problem("zero", data::KeyType::i32, 8192, payload)), Labels(4, stays));
    EXPECT_EQ(digits_of(make_problem("uniform", data::KeyType::u32, 1, payload)), Labels{});
  }
}

/// One pair of neighbours is out of order, at several places within threads, vectors and chunks, and at the end.
TEST(OnesweepPassSkipping, DetectsEveryUnsortedPairOfNeighbours) {
  TEXELSORT_NEED_BACKEND_OF(onesweep());
  constexpr std::uint32_t n = 8192 + 100;
  for (const std::uint32_t at : {0u, 3u, 127u, 2047u, 8191u, n - 2}) {
    const auto problem = keys_of(n, data::PayloadKind::none, [at](std::uint32_t i) {
      return i == at ? at + 1 : i == at + 1 ? at : i;
    });
    EXPECT_EQ(digits_of(problem), (Labels{swept, swept, skipped, skipped})) << at;
  }
}

TEST(OnesweepPassSkipping, ReversesTheArrayWhenKeysAreInReverseOrder) {
  TEXELSORT_NEED_BACKEND_OF(onesweep());
  const Labels turned{"reverse the keys, which are in reverse order", stays, stays, stays};
  for (const data::PayloadKind payload : payloads) {
    EXPECT_EQ(digits_of(keys_of(9217, payload, [](std::uint32_t i) { return ~i; })), turned);
    // Each key occurs twice. Reversing the array would thus exchange payloads of equal keys.
    const auto pairs = keys_of(9217, payload, [](std::uint32_t i) { return ~(i / 2); });
    EXPECT_EQ(digits_of(pairs) == turned, payload == data::PayloadKind::none);
  }
}

TEST(OnesweepPassSkipping, SkipsPassesOfDigitsThatAreEqualInAllKeys) {
  TEXELSORT_NEED_BACKEND_OF(onesweep());
  const auto in_digits = [](std::uint32_t mask, data::PayloadKind payload) {
    return digits_of(keys_of(9217, payload,
                             [mask](std::uint32_t i) { return (i * 2'654'435'761u & mask) | (0x5A5A'5A5Au & ~mask); }));
  };
  for (const data::PayloadKind payload : payloads) {
    EXPECT_EQ(in_digits(0x00FF'00FF, payload), (Labels{swept, skipped, swept, skipped}));
    EXPECT_EQ(in_digits(0x00FF'FF00, payload), (Labels{skipped, swept, swept, skipped}));
    EXPECT_EQ(in_digits(0xFFFF'FFFF, payload), Labels(4, swept));
  }
  const std::string filled = "write the keys from the counts: they differ only in this digit";
  for (const unsigned digit : {0u, 3u}) {
    Labels with{skipped, skipped, skipped, skipped}, alone = with;
    with[digit] = swept;
    alone[digit] = filled;
    EXPECT_EQ(in_digits(0xFFu << 8 * digit, data::PayloadKind::index), with);
    EXPECT_EQ(in_digits(0xFFu << 8 * digit, data::PayloadKind::none), alone);
  }
}

TEST(OnesweepPassSkipping, SortsKeysOfEveryTypeInBothOrders) {
  TEXELSORT_NEED_BACKEND_OF(onesweep());
  using data::KeyType;
  for (const KeyType type : data::all_key_types) {
    const bool up = type == KeyType::u32 || type == KeyType::f32 || type == KeyType::i64;
    digits_of(make_problem("special", type, 5000, data::PayloadKind::index64,
                           up ? data::Order::ascending : data::Order::descending));
  }
}

TEST(OnesweepPassSkipping, MovesRecordsOnlyWhenTheyAreNotSorted) {
  TEXELSORT_NEED_BACKEND_OF(onesweep());
  Overrides direct = needed;
  direct.insert({{"records", "direct"}, {"rearrange", "gather"}});
  auto problem = std::make_shared<Problem>(*record_problem(data::KeyType::i32, 5000, {3, data::Layout::by_field}));
  auto& keys = std::get<std::vector<std::int32_t>>(problem->keys);
  for (const int turn : {0, 1, -1}) {  // unsorted, sorted and reversed keys; the sort has no reversing pass for records
    for (std::size_t i = 0; turn != 0 && i < keys.size(); ++i) keys[i] = turn * static_cast<std::int32_t>(i);
    const auto run =
        prepare(onesweep(), &gpu::test_device().info(), problem->form(), direct).start(tests::device(), problem);
    const auto failure = verify_every_pass(*run, *problem, true);
    EXPECT_FALSE(failure) << turn << ": " << text(*failure);
  }
}

TEST(OnesweepPassSkipping, ContinuesFromASnapshot) {
  TEXELSORT_NEED_BACKEND_OF(onesweep());
  const auto problem =
      keys_of(9217, data::PayloadKind::index, [](std::uint32_t i) { return i * 40'503u & 0xFF'FF00u; });
  const auto run = start(onesweep(), problem, needed);
  expect_to_go_on(*run, *problem, 6);
}

TEST(OnesweepPassSkippingClaims, HoldOnlyAfterCorrectPasses) {
  using Keys = std::vector<std::uint64_t>;
  const Keys down{7, 5, 4, 4}, up{4, 4, 5, 7}, mixed{5, 4, 4, 7};
  const auto wrong = [](const Claim& claim, const Keys& before, const Keys& after) {
    return claim.find_violation({before, after, {}, {}}).has_value();
  };
  EXPECT_FALSE(wrong(reversed_claim(), down, up));
  EXPECT_TRUE(wrong(reversed_claim(), mixed, up));
  EXPECT_TRUE(wrong(reversed_claim(), mixed, {7, 4, 4, 5}));  // the keys are reversed, but not sorted
  EXPECT_FALSE(wrong(stays_sorted_claim(), up, up));
  EXPECT_TRUE(wrong(stays_sorted_claim(), mixed, mixed));
  EXPECT_TRUE(wrong(stays_sorted_claim(), mixed, up));
  EXPECT_FALSE(wrong(filled_claim(), mixed, up));
  EXPECT_TRUE(wrong(filled_claim(), mixed, {4, 5, 5, 7}));
  EXPECT_FALSE(wrong(skipped_claim({2, 4, 1, 4}), down, down));
  EXPECT_TRUE(wrong(skipped_claim({1, 1, 1, 4}), down, down));
  EXPECT_TRUE(wrong(skipped_claim({2, 4, 1, 4}), down, up));
}

}  // namespace
}  // namespace texelsort::algorithms
