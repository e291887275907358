#include "compute/data/keys/check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/data/keys/distribution.h"
#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

using U32 = std::vector<std::uint32_t>;

State without_payload(U32 keys) {
  return {std::move(keys), {}};
}

void expect_fault(const State& input, const State& output, Order order, bool stable, const std::string& message,
                  std::optional<std::uint64_t> index) {
  const auto fault = find_fault(input, output, order, stable);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->message, message);
  EXPECT_EQ(fault->index, index);
}

/// Returns the correctly sorted input, from std::stable_sort.
State sorted(const Keys& keys, Order order) {
  const auto code = codes(keys, order);
  State output{make_keys(type_of(keys), size(keys)), std::vector<std::uint64_t>(size(keys))};
  std::iota(output.payload.begin(), output.payload.end(), std::uint64_t{0});
  std::ranges::stable_sort(output.payload, {}, [&](std::uint64_t i) { return code[i]; });
  std::visit(
      [&](auto& to) {
        const auto& from = std::get<std::remove_cvref_t<decltype(to)>>(keys);
        std::ranges::transform(output.payload, to.begin(), [&](std::uint64_t i) { return from[i]; });
      },
      output.keys);
  return output;
}

TEST(SortCheck, AcceptsCorrectOutput) {
  for (const Distribution& distribution : distributions()) {
    for (const KeyType type : all_key_types) {
      for (const Order order : {Order::ascending, Order::descending}) {
        const Keys keys = generate(distribution.name, type, distribution.fixed_n.value_or(500), 5);
        State output = sorted(keys, order);
        const auto fault = find_fault({keys, {}}, output, order, true);
        EXPECT_FALSE(fault) << fault->message;
        output.payload.clear();
        const auto plain_fault = find_fault({keys, {}}, output, order, false);
        EXPECT_FALSE(plain_fault) << plain_fault->message;
      }
    }
  }
  EXPECT_FALSE(find_fault(without_payload({}), without_payload({}), Order::ascending, true));
}

TEST(SortCheck, DoesNotNameTheMissingKeyOfALargeInput) {
  constexpr std::uint64_t named_n = 2;  // inputs of three or more keys count as large
  const auto fault = [&](const U32& input, const U32& output, Order order = Order::ascending) {
    const auto found = find_fault(without_payload(input), without_payload(output), order, false, named_n);
    return found ? found->message : "";
  };
  EXPECT_EQ(fault({3, 1, 2}, {1, 2, 3}), "");
  EXPECT_EQ(fault({3, 1, 2}, {3, 2, 1}, Order::descending), "");
  EXPECT_EQ(fault({3, 1, 2}, {1, 3, 2}), "key 2 is 2, but key 1 is 3, so the keys are not in ascending order");
  const std::string changed = "the output is in order, but its keys are not the keys of the input";
  EXPECT_EQ(fault({3, 1, 2}, {1, 2, 4}), changed);
  EXPECT_EQ(fault({3, 1, 2}, {1, 1, 3}), changed);
  EXPECT_EQ(fault({1, 1, 2}, {1, 2, 2}), changed);  // the output has the same values, but in different numbers
}

TEST(SortCheck, ReadsTheSameInputOnlyOnce) {
  constexpr std::uint64_t named_n = 0;
  const State input = without_payload({3, 1, 2});
  KnownInput known;
  const auto is_right = [&](const U32& output) {
    constexpr auto natural = Comparison::natural;
    return !find_fault(input, without_payload(output), Order::ascending, false, named_n, natural, &known);
  };
  EXPECT_TRUE(is_right({1, 2, 3}));
  ASSERT_TRUE(known.keys);
  EXPECT_FALSE(is_right({1, 2, 4}));
  EXPECT_FALSE(is_right({1, 1, 4}));  // this wrong output has the same sum of keys as the input
  EXPECT_FALSE(is_right({1, 3, 2}));
  EXPECT_TRUE(is_right({1, 2, 3}));
  known.keys = Fingerprint{};
  EXPECT_FALSE(is_right({1, 2, 3}));  // wrong, because the check compares with the stored fingerprint of the input
}

TEST(SortCheck, NamesTheFirstFaultWhenSeveralThreadsFindFaults) {
  constexpr std::uint64_t n = 200'000;  // enough keys for several threads
  U32 keys(n);
  std::iota(keys.begin(), keys.end(), 0u);
  const State input = without_payload(keys);
  EXPECT_FALSE(find_fault(input, input, Order::ascending, false));
  EXPECT_FALSE(find_fault(input, input, Order::ascending, false, n - 1));
  for (const std::uint64_t i : {std::uint64_t{199'998}, std::uint64_t{100'000}, std::uint64_t{7}}) {
    std::swap(keys[i], keys[i + 1]);
    EXPECT_EQ(find_fault(input, without_payload(keys), Order::ascending, false)->index, i + 1);
    EXPECT_EQ(find_fault(input, without_payload(keys), Order::ascending, false, n - 1)->index, i + 1);
  }
}

TEST(SortCheck, DetectsUnsortedKeys) {
  expect_fault(without_payload({3, 1, 2}), without_payload({1, 3, 2}), Order::ascending, false,
               "key 2 is 2, but key 1 is 3, so the keys are not in ascending order", 2);
  expect_fault(without_payload({3, 1, 2}), without_payload({1, 2, 3}), Order::descending, false,
               "key 1 is 2, but key 0 is 1, so the keys are not in descending order", 1);
  const Keys zeros = std::vector<double>{0.0, -0.0};
  EXPECT_EQ(find_disorder(zeros, Order::ascending)->message,
            "key 1 is -0, but key 0 is 0, so the keys are not in ascending order");
  EXPECT_FALSE(find_disorder(zeros, Order::descending));
  const Keys nan = std::vector<float>{-NAN, -1.0f, NAN};
  EXPECT_FALSE(find_disorder(nan, Order::ascending));
  EXPECT_EQ(find_disorder(nan, Order::descending)->index, 1u);
}

TEST(SortCheck, DetectsLostAndInventedKeys) {
  expect_fault(without_payload({3, 1, 2}), without_payload({1, 3, 3}), Order::ascending, false,
               "key 1 is 3, expected 2: the output has lost key 2 of the input or one equal to it", 1);
  expect_fault(without_payload({3, 1, 2}), without_payload({1, 1, 2}), Order::ascending, false,
               "key 1 is 1, which occurs in the input never or less often", 1);
  expect_fault(without_payload({3, 1, 2}), without_payload({0, 1, 3}), Order::ascending, false,
               "key 0 is 0, which occurs in the input never or less often", 0);
  const Keys nan = std::vector<float>{1.0f, NAN};
  const Keys other_nan = std::vector<float>{1.0f, std::bit_cast<float>(0x7fc00001u)};
  EXPECT_EQ(find_fault({nan, {}}, {other_nan, {}}, Order::ascending, false)->index, 1u);
}

TEST(SortCheck, DetectsAWrongNumberOrTypeOfKeys) {
  expect_fault(without_payload({1, 2}), without_payload({1}), Order::ascending, false,
               "the input has 2 keys, but the output has 1", std::nullopt);
  expect_fault(without_payload({1}), {std::vector<std::int32_t>{1}, {}}, Order::ascending, false,
               "the input has u32 keys, but the output has i32 keys", std::nullopt);
  expect_fault({U32{1, 2}, {0, 1}}, without_payload({1, 2}), Order::ascending, false,
               "the output has 2 keys, but a payload of 0", std::nullopt);
  expect_fault(without_payload({1, 2}), {U32{1, 2}, {0}}, Order::ascending, false,
               "the output has 2 keys, but a payload of 1", std::nullopt);
}

TEST(SortCheck, DetectsWrongPayloads) {
  const State input{U32{5, 4, 6}, {0, 1, 2}};
  EXPECT_FALSE(find_fault(input, State{U32{4, 5, 6}, {1, 0, 2}}, Order::ascending, true));
  expect_fault(input, {U32{4, 5, 6}, {0, 1, 2}}, Order::ascending, false,
               "key 0 is 4 with payload 0, but key 0 of the input is 5", 0);
  expect_fault(input, {U32{4, 5, 6}, {1, 0, 3}}, Order::ascending, false,
               "the payload of key 2 (6) is 3, but the input has only 3 keys", 2);
  expect_fault({U32{5, 4, 5}, {}}, {U32{4, 5, 5}, {1, 2, 2}}, Order::ascending, false,
               "the payload of key 2 (5) is 2, but an earlier key already has this payload", 2);
}

TEST(SortCheck, DetectsReorderedEqualKeysOnlyWhenStabilityIsRequired) {
  const State input{U32{5, 4, 5}, {0, 1, 2}};
  const State output{U32{4, 5, 5}, {1, 2, 0}};
  EXPECT_FALSE(find_fault(input, output, Order::ascending, false));
  expect_fault(input, output, Order::ascending, true,
               "keys 1 and 2 are both 5, but were keys 2 and 0 of the input: equal keys must keep their order", 2);
}

}  // namespace
}  // namespace texelsort::data
