#include <algorithm>
#include <random>

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

TEST(WarpsortPlan, LeavesAsManySequencesAsAskedFor) {
  for (const std::uint64_t n : {1ull, 128ull, 129ull, 640ull, 641ull, 100'000ull, 5'000'000'000ull}) {
    const Plan plan = make_plan(n, small_settings);
    EXPECT_LE(plan.sequences, 5u);
    EXPECT_EQ(plan.length, plan.run_length(plan.rounds));
    EXPECT_GE(plan.sequences * plan.length, n);
    EXPECT_LT((plan.sequences - 1) * plan.length, n);
    // A round fewer would leave too many.
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

/// What warps do, by merging what the twin says.
std::vector<std::uint64_t> merged(const std::vector<std::uint64_t>& keys, const std::vector<Merge>& merges) {
  std::vector<std::uint64_t> after(keys.size(), ~std::uint64_t{0});
  for (const Merge& merge : merges) {
    std::uint64_t place = merge.place;
    for (const Stretch& stretch : merge.from) {
      for (std::uint64_t i = stretch.first; i < stretch.last; ++i) after.at(place++) = keys[i];
    }
    std::sort(after.begin() + static_cast<std::ptrdiff_t>(merge.place),
              after.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return after;
}

TEST(WarpsortTwin, StepsSortTogether) {
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
      EXPECT_EQ(to.size(), plan.places());
      EXPECT_EQ(to.back(), n);
      for (std::uint64_t round = 0; round < plan.part_rounds; ++round) {
        keys = merged(keys, merge_parts(plan, round, cuts, to));
      }
      EXPECT_EQ(keys, sorted) << n << ' ' << kinds;
    }
  }
}

TEST(WarpsortTwin, EqualKeysAreOnePart) {
  const Plan plan = make_plan(2000, small_settings);
  const std::vector<std::uint64_t> keys(2000, 7);
  const auto to = place_parts(plan, split_sequences(plan, choose_splitters(plan, keys), keys));
  EXPECT_EQ(to[plan.sequences], 2000u);  // where the second part begins
}

TEST(WarpsortClaims, TellWrongTablesAndMerges) {
  const Plan plan = make_plan(1000, small_settings);
  auto keys = random_keys(1000, 300);
  const auto same = [](Numbers numbers) { return std::vector<std::uint64_t>(numbers.begin(), numbers.end()); };
  const auto claim = [scene = Scene{plan, same}](Step::Kind kind) { return step_claim(scene, {kind}); };
  for (std::uint64_t at = 0; at < 1000; at += plan.length) {
    std::sort(keys.begin() + static_cast<std::ptrdiff_t>(at),
              keys.begin() + static_cast<std::ptrdiff_t>(std::min(at + plan.length, std::uint64_t{1000})));
  }
  const auto chosen = choose_splitters(plan, keys);
  const auto cuts = split_sequences(plan, chosen, keys);
  const auto to = place_parts(plan, cuts);
  auto after = merged(keys, merge_parts(plan, 0, cuts, to));
  for (const std::string_view wrong : {"", "splitters", "bounds", "places"}) {
    const auto table = [&](const TableKind& kind) {
      const std::string_view name = algorithms::name(kind);
      auto numbers = name == "splitters" ? chosen : name == "bounds" ? cuts : to;
      if (name == wrong) ++numbers[1];
      return numbers;
    };
    const Observation looked{keys, keys, {}, {}, table};
    EXPECT_EQ(claim(Step::Kind::splitters).find_violation(looked).has_value(), wrong == "splitters");
    if (wrong != "splitters") {
      EXPECT_EQ(claim(Step::Kind::bounds).find_violation(looked).has_value(), wrong == "bounds");
    }
    EXPECT_EQ(claim(Step::Kind::places).find_violation(looked).has_value(), wrong == "places" || wrong == "bounds");
  }
  const auto right = [&](const TableKind& kind) { return name(kind) == "bounds" ? cuts : to; };
  const auto found = [&] { return claim(Step::Kind::parts).find_violation({keys, after, {}, {}, right}); };
  EXPECT_FALSE(found());
  std::swap(after[10], after[990]);
  EXPECT_TRUE(found());
}

}  // namespace
}  // namespace texelsort::algorithms::warpsort
