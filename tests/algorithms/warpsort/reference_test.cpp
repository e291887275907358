#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/warpsort/claims.h"

namespace texelsort::algorithms::warpsort {
namespace {

constexpr Settings small_settings{
    .tile = 128, .buffer = 64, .warps = 4, .sequences = 5, .parts = 6, .sample = 3, .seed = 2};

std::vector<std::uint64_t> random_keys(std::uint64_t n, std::uint64_t kinds) {
  std::mt19937_64 random(n + kinds);
  std::vector<std::uint64_t> keys(n);
  for (std::uint64_t& key : keys) key = random() % kinds;
  return keys;
}

TEST(WarpsortPlan, MergesUntilTheRequestedNumberOfSequencesRemains) {
  for (const std::uint64_t n : {1ull, 128ull, 129ull, 640ull, 641ull, 100'000ull, 5'000'000'000ull}) {
    const Plan plan = make_plan(n, small_settings);
    EXPECT_LE(plan.sequences, 5u);
    EXPECT_EQ(plan.length, plan.run_length(plan.rounds));
    EXPECT_GE(plan.sequences * plan.length, n);
    EXPECT_LT((plan.sequences - 1) * plan.length, n);
    // With one round fewer, more sequences would be left than the plan allows.
    if (plan.rounds > 0) {
      EXPECT_GT(n, 5 * plan.length / 2);
    }
    EXPECT_EQ(plan.splits(), n > 128);
    if (plan.splits()) {
      EXPECT_GE(1ull << plan.part_rounds, plan.sequences);
      EXPECT_LT(1ull << (plan.part_rounds - 1), plan.sequences);
    }
  }
}

/// Executes merges by the reference implementation, as the warps would do.
std::vector<std::uint64_t> merged(const std::vector<std::uint64_t>& keys, const std::vector<Merge>& merges) {
  std::vector<std::uint64_t> after(keys.size(), ~std::uint64_t{0});
  for (const Merge& merge : merges) {
    std::uint64_t place = merge.place;
    for (const IndexRange& range : merge.from) {
      for (std::uint64_t i = range.first; i < range.last; ++i) after.at(place++) = keys[i];
    }
    std::sort(after.begin() + static_cast<std::ptrdiff_t>(merge.place),
              after.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return after;
}

TEST(WarpsortReference, SortsAnyKeysWhenAllItsStepsAreExecuted) {
  for (const std::uint64_t n : {129ull, 640ull, 1000ull, 5000ull}) {
    for (const std::uint64_t kinds : {1ull, 2ull, 40ull, 1'000'000ull}) {
      const Plan plan = make_plan(n, small_settings);
      auto keys = random_keys(n, kinds), sorted = keys;
      std::ranges::sort(sorted);
      for (std::uint64_t at = 0; at < n; at += 128) {
        std::sort(keys.begin() + static_cast<std::ptrdiff_t>(at),
                  keys.begin() + static_cast<std::ptrdiff_t>(std::min(at + 128, n)));
      }
      for (std::uint64_t round = 0; round < plan.rounds; ++round) keys = merged(keys, merge_runs(plan, round));
      const auto cuts = split_sequences(plan, choose_splitters(plan, keys), keys);
      const auto to = place_parts(plan, cuts);
      const auto equal = find_parts_of_one_value(plan, choose_splitters(plan, keys).ranks, keys);
      EXPECT_EQ(to.size(), plan.places());
      EXPECT_EQ(to.back(), n);
      for (std::uint64_t round = 0; round < plan.part_rounds; ++round) {
        keys = merged(keys, merge_parts(plan, round, equal, cuts, to));
      }
      EXPECT_EQ(keys, sorted) << n << ' ' << kinds;
    }
  }
}

/// Returns keys with `kinds` distinct values, sorted within each sequence.
std::vector<std::uint64_t> sorted_sequences(const Plan& plan, std::uint64_t kinds) {
  auto keys = random_keys(plan.n, kinds);
  for (std::uint64_t j = 0; j < plan.sequences; ++j) {
    const IndexRange own = sequence(j, plan.length, plan.n);
    std::sort(keys.begin() + static_cast<std::ptrdiff_t>(own.first),
              keys.begin() + static_cast<std::ptrdiff_t>(own.last));
  }
  return keys;
}

std::vector<std::uint64_t> part_sizes(const Plan& plan, const std::vector<std::uint64_t>& keys) {
  const auto to = place_parts(plan, split_sequences(plan, choose_splitters(plan, keys), keys));
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t i = 0; i < plan.settings.parts; ++i) {
    const std::uint64_t next = (i + 1) * plan.sequences;
    sizes.push_back(to[std::min<std::uint64_t>(next, to.size() - 1)] - to[i * plan.sequences]);
  }
  return sizes;
}

/// Ties are broken by position, so that equal keys behave like distinct keys that are already sorted.
TEST(WarpsortReference, DividesEqualKeysLikeDistinctSortedKeys) {
  const Plan plan = make_plan(2000, small_settings);
  std::vector<std::uint64_t> sorted(2000);
  std::iota(sorted.begin(), sorted.end(), 0);
  EXPECT_EQ(part_sizes(plan, std::vector<std::uint64_t>(2000, 7)), part_sizes(plan, sorted));
}

/// The probability that at most a of s a random places fall on c n / s consecutive ones is e^(-a (c - 1 - ln c))
/// (Chernoff). For a = 8 and c = 6, one of 64 parts is larger than 6 n / s once in 2 * 10^9 times.
TEST(WarpsortReference, MakesPartsOfSimilarSizesForAnyKeys) {
  Settings settings = small_settings;
  settings.parts = 64;
  settings.sample = 8;
  for (const std::uint64_t seed : {1ull, 2ull, 3ull}) {
    settings.seed = seed;
    const Plan plan = make_plan(20'000, settings);
    ASSERT_EQ(plan.settings.parts, 64u);
    for (const std::uint64_t kinds : {1ull, 2ull, 16ull, 1'000'000ull}) {
      const auto sizes = part_sizes(plan, sorted_sequences(plan, kinds));
      EXPECT_LE(std::ranges::max(sizes), 6 * plan.n / 64) << kinds;
      EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}), plan.n);
    }
  }
}

TEST(WarpsortReference, RecognisesPartsWithASingleDistinctKey) {
  Settings settings = small_settings;
  settings.parts = 64;
  for (const std::uint64_t kinds : {1ull, 2ull, 5ull, 1'000'000ull}) {
    const Plan plan = make_plan(20'000, settings);
    const auto keys = sorted_sequences(plan, kinds);
    const SplitterKeys splitters = choose_splitters(plan, keys);
    const auto equal = find_parts_of_one_value(plan, splitters.ranks, keys);
    const auto cuts = split_sequences(plan, splitters, keys);
    for (std::uint64_t i = 0; i < plan.settings.parts; ++i) {
      std::set<std::uint64_t> values;
      for (std::uint64_t j = 0; j < plan.sequences; ++j) {
        for (std::uint64_t at = cuts[i * plan.sequences + j]; at < cuts[(i + 1) * plan.sequences + j]; ++at) {
          values.insert(keys[at]);
        }
      }
      EXPECT_TRUE(equal[i] == 0 || values.size() <= 1) << kinds << ", part " << i;
    }
    // Each part with several distinct values contains the last key of at least one value, which limits the number of
    // such parts.
    const auto others = static_cast<std::uint64_t>(std::ranges::count(equal, 0u));
    EXPECT_LE(others, kinds - 1);
    EXPECT_EQ(others > 0, kinds > 1);
  }
}

TEST(WarpsortClaims, DetectWrongTablesAndWrongMerges) {
  const Plan plan = make_plan(1000, small_settings);
  auto keys = random_keys(1000, 300);
  const auto same = [](Numbers numbers) { return std::vector<std::uint64_t>(numbers.begin(), numbers.end()); };
  const auto claim = [scene = Scene{plan, same}](WarpsortStep::Kind kind) { return step_claim(scene, {kind}); };
  for (std::uint64_t at = 0; at < 1000; at += plan.length) {
    std::sort(keys.begin() + static_cast<std::ptrdiff_t>(at),
              keys.begin() + static_cast<std::ptrdiff_t>(std::min(at + plan.length, std::uint64_t{1000})));
  }
  const auto chosen = choose_splitters(plan, keys);
  const auto cuts = split_sequences(plan, chosen, keys);
  const auto to = place_parts(plan, cuts);
  const auto equal = find_parts_of_one_value(plan, chosen.ranks, keys);
  auto after = merged(keys, merge_parts(plan, 0, equal, cuts, to));
  const std::map<std::string_view, std::vector<std::uint64_t>> tables{{"splitters", chosen.ranks},
                                                                      {"splitter places", chosen.places},
                                                                      {"one value", equal},
                                                                      {"bounds", cuts},
                                                                      {"places", to}};
  for (const std::string_view wrong : {"", "splitters", "splitter places", "one value", "bounds", "places"}) {
    const auto table = [&](const TableKind& kind) {
      const std::string_view name = algorithms::name(kind);
      auto numbers = tables.at(name);
      if (name == wrong) ++numbers[1];
      return numbers;
    };
    const Observation looked{keys, keys, {}, {}, table};
    const bool chosen_wrong = wrong.starts_with("splitter") || wrong == "one value";
    EXPECT_EQ(claim(WarpsortStep::Kind::splitters).find_violation(looked).has_value(), chosen_wrong) << wrong;
    if (!wrong.starts_with("splitter")) {
      EXPECT_EQ(claim(WarpsortStep::Kind::bounds).find_violation(looked).has_value(), wrong == "bounds");
    }
    EXPECT_EQ(claim(WarpsortStep::Kind::places).find_violation(looked).has_value(),
              wrong == "places" || wrong == "bounds");
  }
  const auto right = [&](const TableKind& kind) { return tables.at(name(kind)); };
  const auto found = [&] { return claim(WarpsortStep::Kind::parts).find_violation({keys, after, {}, {}, right}); };
  EXPECT_FALSE(found());
  std::swap(after[10], after[990]);
  EXPECT_TRUE(found());
}

}  // namespace
}  // namespace texelsort::algorithms::warpsort
