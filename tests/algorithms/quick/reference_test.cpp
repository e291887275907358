#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/cuda/kernels/pivot.h"
#include "compute/algorithms/quick/claims.h"

namespace texelsort::algorithms::quick {
namespace {

std::vector<std::uint64_t> random_keys(std::uint64_t n, std::uint64_t kinds) {
  std::mt19937_64 random(n + kinds);
  std::vector<std::uint64_t> keys(n);
  for (std::uint64_t& key : keys) key = random() % kinds;
  return keys;
}

Settings small_settings() {
  return {.small = 20, .threads = 32, .drawn = 3, .depth = 2, .network = {}, .blocks = 7, .parts = 9, .seed = 5};
}

TEST(QuicksortPivot, IsTheMedianOfTheSampleInAnyOrder) {
  for (const unsigned drawn : {1u, 3u, 5u}) {
    std::array<unsigned, kernels::most_drawn> order{0, 1, 1, 2, 3};
    do {
      unsigned keys[kernels::most_drawn];
      std::ranges::copy(order, keys);
      std::vector<unsigned> sorted(order.begin(), order.begin() + drawn);
      std::ranges::sort(sorted);
      EXPECT_EQ(kernels::median(keys, drawn, std::less{}), sorted[drawn / 2]);
    } while (std::ranges::next_permutation(order).found);
  }
}

TEST(QuicksortPivot, IsDrawnFromDifferentPositionsWithinThePart) {
  std::set<std::uint64_t> places;
  for (unsigned draw = 0; draw < kernels::most_drawn; ++draw) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::uint64_t place = kernels::drawn_place(1000, 1'000'000'007, draw, seed);
      EXPECT_GE(place, 1000u);
      EXPECT_LT(place, 1'000'001'007u);
      places.insert(place);
    }
    EXPECT_EQ(kernels::drawn_place(7, 1, draw, 3), 7u);
  }
  EXPECT_EQ(places.size(), 100u);
}

TEST(QuicksortPlan, DividesPartsCompletelyIntoShares) {
  const Settings settings = small_settings();
  const std::uint64_t n = 10'000;
  const Round round = plan_round(0, {{10, 1000}, {1010, 3}, {5000, 4000}}, settings);
  std::vector<unsigned> covered(n);
  for (const Share& share : round.shares) {
    EXPECT_LT(share.first, share.last);
    EXPECT_GE(share.first, round.parts[share.part].first);
    EXPECT_LE(share.last, round.parts[share.part].end());
    for (std::uint64_t i = share.first; i < share.last; ++i) ++covered[i];
  }
  EXPECT_EQ(static_cast<std::uint64_t>(std::ranges::count(covered, 1u)), round.keys);
  for (const Share& share : shares_between(round, n, 256)) {
    EXPECT_LE(share.last - share.first, 256u);
    for (std::uint64_t i = share.first; i < share.last; ++i) ++covered[i];
  }
  EXPECT_EQ(std::ranges::count(covered, 1u), static_cast<std::ptrdiff_t>(n));
}

TEST(QuicksortPlan, FitsEveryRoundIntoTheTablesThatItAllocates) {
  for (const std::uint64_t n : {1ull, 21ull, 1000ull, 123'456ull, 1ull << 33}) {
    const Settings settings = small_settings();
    const std::uint64_t large = large_part(n, settings);
    std::vector<Subarray> parts;
    for (std::uint64_t at = 0; at + large + 1 <= n; at += large + 1) parts.push_back({at, large + 1});
    EXPECT_LE(parts.size(), most_parts(n, settings));
    EXPECT_LE(plan_round(0, parts, settings).shares.size(), most_shares(n, settings));
    EXPECT_LE(plan_round(0, {{0, n}}, settings).shares.size(), most_shares(n, settings));
  }
  EXPECT_EQ(depth_limit(1 << 20, small_settings()), 40u);
}

/// Executes the work of a round's kernels on the CPU, with the tables of the round.
std::vector<std::uint64_t> moved(const Round& round, const std::vector<std::uint64_t>& keys, const Settings& settings) {
  const auto chosen = pivots(round, settings, keys);
  auto places = class_places(round, class_counts(round, chosen, keys)).places;
  std::vector<std::uint64_t> after = keys;
  for (std::size_t i = 0; i < round.shares.size(); ++i) {
    const Share& share = round.shares[i];
    for (std::uint64_t at = share.first; at < share.last; ++at) {
      const std::uint64_t pivot = chosen[share.part];
      after[places[3 * i + (keys[at] < pivot ? 0 : keys[at] == pivot ? 1 : 2)]++] = keys[at];
    }
  }
  return after;
}

TEST(QuicksortReference, MakesPartsThatCanBeSortedSeparately) {
  for (const std::uint64_t kinds : {1ull, 2ull, 30ull, 1'000'000ull}) {
    const Settings settings = small_settings();
    auto keys = random_keys(3000, kinds);
    auto sorted = keys;
    std::ranges::sort(sorted);
    std::vector<Subarray> large{{0, keys.size()}}, small;
    for (std::uint64_t number = 0; !large.empty(); ++number) {
      ASSERT_LE(number, depth_limit(keys.size(), settings));
      const Round round = plan_round(number, large, settings);
      const auto chosen = pivots(round, settings, keys);
      const auto sizes = class_places(round, class_counts(round, chosen, keys)).sizes;
      keys = moved(round, keys, settings);
      large.clear();
      for (const Subarray& part : split_parts(round, sizes)) {
        EXPECT_EQ(part.depth, number + 1);
        (part.count > large_part(keys.size(), settings) ? large : small).push_back(part);
      }
    }
    for (const Subarray& part : small) {
      std::sort(keys.begin() + static_cast<std::ptrdiff_t>(part.first),
                keys.begin() + static_cast<std::ptrdiff_t>(part.end()));
    }
    EXPECT_EQ(keys, sorted) << kinds;
  }
}

TEST(QuicksortClaims, HoldOnlyAfterACorrectPartition) {
  const Settings settings = small_settings();
  const auto keys = random_keys(2000, 50);
  const Scene scene{settings, std::make_shared<const Round>(plan_round(0, {{100, 1500}}, settings)), {}};
  const Claim claim = claim_classes(scene);
  auto after = moved(*scene.round, keys, settings);
  const auto found = [&] { return claim.find_violation({keys, after, {}, {}}); };
  EXPECT_FALSE(found());
  std::swap(after[100], after[1599]);  // exchanges a smaller key of the part with a greater one
  EXPECT_TRUE(found());
  std::swap(after[100], after[1599]);
  ++after[50];  // changes a key outside of the part
  EXPECT_EQ(found().value().index, 50u);
}

TEST(QuicksortClaims, DetectWrongTables) {
  const Settings settings = small_settings();
  const auto keys = random_keys(500, 50);
  const auto same = [](Numbers numbers) { return std::vector<std::uint64_t>(numbers.begin(), numbers.end()); };
  const Scene scene{settings, std::make_shared<const Round>(plan_round(0, {{0, 500}}, settings)), same};
  const auto chosen = pivots(*scene.round, settings, keys);
  const auto counts = class_counts(*scene.round, chosen, keys);
  const Places made = class_places(*scene.round, counts);
  for (const std::string_view wrong : {"", "pivots", "counts", "places", "sizes"}) {
    const auto table = [&](const TableKind& kind) {
      const std::string_view name = algorithms::name(kind);
      auto numbers = name == "pivots"   ? chosen
                     : name == "counts" ? counts
                     : name == "places" ? made.places
                                        : made.sizes;
      if (name == wrong) ++numbers.back();
      return numbers;
    };
    const Observation seen{keys, keys, {}, {}, table};
    EXPECT_EQ(claim_pivots(scene).find_violation(seen).has_value(), wrong == "pivots");
    EXPECT_EQ(claim_counts(scene).find_violation(seen).has_value(), wrong == "counts");
    EXPECT_EQ(claim_places(scene).find_violation(seen).has_value(), wrong == "places" || wrong == "sizes");
  }
}

}  // namespace
}  // namespace texelsort::algorithms::quick
