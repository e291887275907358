#include "compute/data/keys/distribution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "compute/data/text/number_format.h"
#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

constexpr std::uint64_t seed = 7;

std::vector<std::uint64_t> codes_of(std::string_view name, KeyType type, std::uint64_t n, std::uint64_t with = seed) {
  return codes(generate(name, type, n, with), Order::ascending);
}

/// Returns the fixed n of a worked example, or 1000 for other distributions.
std::uint64_t size_for(const Distribution& distribution) {
  return distribution.fixed_n.value_or(1000);
}

TEST(KeyDistributions, HaveUniqueNamesAndDescriptions) {
  std::set<std::string_view> names;
  for (const Distribution& distribution : distributions()) {
    EXPECT_TRUE(names.insert(distribution.name).second) << distribution.name;
    EXPECT_FALSE(distribution.title.empty());
    EXPECT_TRUE(distribution.description.ends_with('.')) << distribution.name;
    EXPECT_EQ(&find_distribution(distribution.name), &distribution);
  }
  for (const char* name : {"uniform",
                           "gaussian",
                           "sorted",
                           "reversed",
                           "zero",
                           "permutation",
                           "few-distinct",
                           "nearly-sorted",
                           "special",
                           "gaussian-4",
                           "bucket-sorted",
                           "staggered",
                           "g-group",
                           "deterministic-duplicates",
                           "randomized-duplicates",
                           "anded-2",
                           "anded-4",
                           "anded-8",
                           "narrow",
                           "slides-bitonic",
                           "slides-kth-largest"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  const auto has_own_n = [](const Distribution& distribution) { return distribution.fixed_n.has_value(); };
  EXPECT_TRUE(std::ranges::is_partitioned(distributions(), std::not_fn(has_own_n)));
}

TEST(KeyDistribution, GivesTheSameKeysOnlyForTheSameSeed) {
  for (const Distribution& distribution : distributions()) {
    for (const KeyType type : all_key_types) {
      const std::uint64_t n = size_for(distribution);
      const auto keys = codes_of(distribution.name, type, n, 1);
      EXPECT_EQ(keys.size(), n);
      EXPECT_EQ(keys, codes_of(distribution.name, type, n, 1));
      const bool ignores_seed =
          distribution.fixed_n || distribution.name == "zero" || distribution.name == "deterministic-duplicates";
      EXPECT_EQ(keys == codes_of(distribution.name, type, n, 2), ignores_seed) << distribution.name;
    }
  }
}

TEST(KeyDistribution, GeneratesAnyNumberOfKeys) {
  for (const Distribution& distribution : distributions()) {
    if (distribution.fixed_n) continue;
    for (const KeyType type : all_key_types) {
      for (const std::uint64_t n : {0, 1, 2, 3}) EXPECT_EQ(size(generate(distribution.name, type, n, seed)), n);
    }
  }
}

// Another program computed these values from the definition of mt19937-64 (Matsumoto and Nishimura).
TEST(UniformDistribution, GivesTheSameKeysOnEveryMachine) {
  const auto generated = [](KeyType type) { return generate("uniform", type, 4, seed); };
  EXPECT_EQ(generated(KeyType::u32), Keys(std::vector<std::uint32_t>{3240060209, 4077217620, 504290497, 3830737924}));
  EXPECT_EQ(generated(KeyType::i32), Keys(std::vector<std::int32_t>{-1054907087, -217749676, 504290497, -464229372}));
  EXPECT_EQ(generated(KeyType::u64), Keys(std::vector<std::uint64_t>{13915952638675311015u, 17511516338625233250u,
                                                                     2165911192842364878u, 16452894106784333046u}));
  EXPECT_EQ(generated(KeyType::i64), Keys(std::vector<std::int64_t>{-4530791435034240601, -935227735084318366,
                                                                    2165911192842364878, -1993849966925218570}));
  EXPECT_EQ(generated(KeyType::f32),
            Keys(std::vector<float>{0x1.047d94p-1f, 0x1.cc159cp-1f, -0x1.87c49p-1f, 0x1.9151bp-1f}));
  EXPECT_EQ(generated(KeyType::f64), Keys(std::vector<double>{0x1.047d94c7ad9b6p-1, 0x1.cc159d51e8d30p-1,
                                                              -0x1.87c48cfb7e5a8p-1, 0x1.9151b01367fdep-1}));
}

TEST(GaussianDistribution, GivesTheSameKeysOnEveryMachine) {
  const auto generated = [](KeyType type) { return generate("gaussian", type, 4, seed); };
  EXPECT_EQ(generated(KeyType::i64), Keys(std::vector<std::int64_t>{123695245447791517, 318256386031991758,
                                                                    700722695812010489, -3858195756342345685}));
  EXPECT_EQ(generated(KeyType::u64), Keys(std::vector<std::uint64_t>{9347067282302567325u, 9541628422886767566u,
                                                                     9924094732666786297u, 5365176280512430123u}));
  EXPECT_EQ(generated(KeyType::i32), Keys(std::vector<std::int32_t>{28800043, 74099839, 163149716, -898306202}));
  EXPECT_EQ(generated(KeyType::u32), Keys(std::vector<std::uint32_t>{2176283691, 2221583487, 2310633364, 1249177446}));
  EXPECT_EQ(generated(KeyType::f64), Keys(std::vector<double>{0x1.b7742b9d5203ap-4, 0x1.1aab1fcd3beefp-2,
                                                              0x1.372ef2893dba4p-1, -0x1.ac5884ca55a40p+1}));
  EXPECT_EQ(generated(KeyType::f32),
            Keys(std::vector<float>{0x1.b7742cp-4f, 0x1.1aab2p-2f, 0x1.372ef2p-1f, -0x1.ac5884p+1f}));
}

TEST(UniformDistribution, FillsTheWholeRangeOfTheKeyType) {
  const auto keys = generate("uniform", KeyType::f64, 20000, seed);
  const auto& values = std::get<std::vector<double>>(keys);
  const auto [low, high] = std::ranges::minmax(values);
  EXPECT_GE(low, -1.0);
  EXPECT_LT(low, -0.99);
  EXPECT_GT(high, 0.99);
  EXPECT_LT(high, 1.0);
  EXPECT_GT(std::ranges::max(codes_of("uniform", KeyType::i64, 20000)), UINT64_MAX - UINT64_MAX / 1000);
}

TEST(GaussianDistribution, HasTheExpectedMeanAndDeviation) {
  const auto keys = generate("gaussian", KeyType::f64, 40000, seed);
  double sum = 0;
  double squares = 0;
  int within_one = 0;
  for (const double value : std::get<std::vector<double>>(keys)) {
    sum += value;
    squares += value * value;
    within_one += std::abs(value) < 1 ? 1 : 0;
  }
  EXPECT_NEAR(sum / 40000, 0, 0.03);
  EXPECT_NEAR(squares / 40000, 1, 0.05);
  EXPECT_NEAR(within_one / 40000.0, 0.683, 0.015);
}

TEST(ReversedDistribution, IsSortedInReverseOrder) {
  for (const KeyType type : all_key_types) {
    auto uniform = codes_of("uniform", type, 1000);
    const auto sorted = codes_of("sorted", type, 1000);
    auto reversed = codes_of("reversed", type, 1000);
    EXPECT_TRUE(std::ranges::is_sorted(sorted));
    EXPECT_TRUE(std::ranges::is_permutation(uniform, sorted));
    std::ranges::reverse(reversed);
    EXPECT_EQ(reversed, sorted);
  }
}

TEST(ZeroDistribution, ConsistsOfZeros) {
  for (const KeyType type : all_key_types)
    EXPECT_TRUE(same_bits(generate("zero", type, 99, seed), make_keys(type, 99)));
}

TEST(PermutationDistribution, ContainsEachNumberFrom1ToNOnce) {
  const auto numbers = [](const auto& column) {
    std::vector<double> values(column.begin(), column.end());
    std::ranges::sort(values);
    return values;
  };
  for (const KeyType type : all_key_types) {
    for (const std::uint64_t n : {1, 2, 9, 64, 1000}) {
      const Keys keys = generate("permutation", type, n, seed);
      std::vector<double> expected(n);
      std::iota(expected.begin(), expected.end(), 1.0);
      EXPECT_EQ(std::visit(numbers, keys), expected) << name(type) << " " << n;
      if (n == 64) {
        const auto texts = [n](const Keys& some) {
          std::vector<std::string> all;
          for (std::uint64_t i = 0; i < n; ++i) all.push_back(text(some, i));
          return all;
        };
        EXPECT_EQ(texts(keys), texts(generate("permutation", KeyType::u32, n, seed))) << "all types show one order";
      }
    }
  }
}

// The order follows from the numbers of mt19937-64, which another program computed.
TEST(PermutationDistribution, GivesTheSameKeysOnEveryMachine) {
  std::vector<std::uint32_t> expected{1, 2, 3, 4, 5};
  const std::array<std::uint64_t, 4> drawn{13915952638675311015u, 17511516338625233250u, 2165911192842364878u,
                                           16452894106784333046u};
  for (std::size_t i = 5; i > 1; --i) std::swap(expected[i - 1], expected[drawn[5 - i] % i]);
  EXPECT_EQ(generate("permutation", KeyType::u32, 5, seed), Keys(expected));
}

TEST(PermutationDistribution, RejectsMoreKeysThanTheTypeHasExactIntegers) {
  for (const KeyType type : all_key_types) {
    const std::uint64_t most = most_counted(type);
    if (most == UINT64_MAX) continue;
    EXPECT_EQ(
        usage_error([&] { generate("permutation", type, most + 1, seed); }),
        fmt::format("n = {}: distribution 'permutation' has the keys 1 to n, but the type {} represents all whole "
                    "numbers only up to {}: choose a smaller n or another type",
                    most + 1, name(type), grouped(most)));
  }
  EXPECT_EQ(most_counted(KeyType::f32), std::uint64_t{1} << 24);
  EXPECT_NE(static_cast<float>(most_counted(KeyType::f32)), static_cast<float>(most_counted(KeyType::f32) - 1));
  EXPECT_EQ(static_cast<float>(most_counted(KeyType::f32)), static_cast<float>(most_counted(KeyType::f32) + 1));
}

TEST(FewDistinctDistribution, HasSixteenValues) {
  for (const KeyType type : all_key_types) {
    const auto keys = codes_of("few-distinct", type, 2000);
    EXPECT_EQ(std::set(keys.begin(), keys.end()).size(), 16u);
  }
}

TEST(NearlySortedDistribution, MovesOnlyFewKeysByAShortDistance) {
  for (const std::uint64_t n : {2, 3, 10, 1000, 5000}) {
    const auto keys = codes_of("nearly-sorted", KeyType::u64, n);
    auto sorted = keys;
    std::ranges::sort(sorted);
    EXPECT_NE(keys, sorted) << n;
    std::uint64_t moved = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      if (keys[i] != sorted[i]) ++moved;
    }
    EXPECT_LE(moved, 2 * std::max<std::uint64_t>(1, n / 100)) << n;
  }
}

TEST(SpecialDistribution, ContainsNansInfinitiesAndExtremes) {
  const auto floats = codes_of("special", KeyType::f32, 4000);
  const std::set all(floats.begin(), floats.end());
  for (const std::uint32_t bits : {0u, 0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0xffc00000u, 0x7fffffffu,
                                   0xffffffffu, 1u, 0x80000001u}) {
    EXPECT_TRUE(all.contains(encode(std::bit_cast<float>(bits), Order::ascending))) << std::hex << bits;
  }
  const auto integers = codes_of("special", KeyType::i32, 4000);
  const std::set some(integers.begin(), integers.end());
  for (const std::int32_t value : {INT32_MIN, -1, 0, 1, INT32_MAX}) {
    EXPECT_TRUE(some.contains(encode(value, Order::ascending))) << value;
  }
}

TEST(LectureSlidesDistributions, ContainTheKeysOfTheSlides) {
  EXPECT_EQ(generate("slides-bitonic", KeyType::u32, 8, 1), Keys(std::vector<std::uint32_t>{3, 7, 4, 8, 6, 2, 1, 5}));
  EXPECT_EQ(generate("slides-bitonic", KeyType::f64, 8, 1), Keys(std::vector<double>{3, 7, 4, 8, 6, 2, 1, 5}));
  const Keys nine = generate("slides-kth-largest", KeyType::i32, 9, 1);
  EXPECT_EQ(nine, Keys(std::vector<std::int32_t>{3, 11, 13, 7, 5, 1, 7, 10, 2}));
  auto values = std::get<std::vector<std::int32_t>>(nine);
  std::ranges::sort(values, std::greater());
  EXPECT_EQ(values[1], 0b1011);  // the slide "2nd Largest in 9 Values" ends with v2 = 1011
}

TEST(KeyDistribution, IsRejectedWhenItsNameOrSizeIsWrong) {
  EXPECT_EQ(usage_error([] { generate("unifrom", KeyType::u32, 1, 1); }),
            "unknown distribution 'unifrom'; did you mean 'uniform'?");
  EXPECT_EQ(usage_error([] { generate("xyz", KeyType::u32, 1, 1); }),
            "unknown distribution 'xyz'; 'texelsort list distributions' shows all");
  EXPECT_EQ(usage_error([] { generate("slides-bitonic", KeyType::u32, 9, 1); }),
            "distribution 'slides-bitonic' always has 8 keys, so n cannot be 9: leave out n");
  const std::string too_many = usage_error([] { generate("zero", KeyType::u64, UINT64_MAX, 1); });
  EXPECT_TRUE(too_many.starts_with("n = 18446744073709551615: u64 keys of 8 bytes need more than the ")) << too_many;
  EXPECT_NE(too_many.find(" bytes of memory of this machine: choose n = "), std::string::npos);
}

TEST(MemoryRequirement, IncludesTheInputAndTheSortedKeys) {
  const std::string too_many = usage_error([] { require_memory(KeyType::u64, UINT64_MAX); });
  std::string digits = too_many.substr(too_many.rfind("choose n = "));
  std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
  const std::uint64_t most = std::stoull(digits);
  EXPECT_NO_THROW(require_memory(KeyType::u64, most));
  EXPECT_NO_THROW(require_sorting_memory(KeyType::u64, most / 2));
  const std::string with_output = usage_error([=] { require_sorting_memory(KeyType::u64, most / 2 + 1); });
  EXPECT_NE(with_output.find("8 bytes and the sorted keys need more than"), std::string::npos) << with_output;
  EXPECT_NE(with_output.find(fmt::format("choose n = {}", most / 2)), std::string::npos) << with_output;
}

}  // namespace
}  // namespace texelsort::data
