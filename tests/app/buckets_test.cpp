#include "app/playback/models/buckets.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "app/gui/views/diagrams.h"
#include "app/playback/models/key_groups.h"
#include "app/session/session.h"
#include "compute/algorithms/registry.h"
#include "compute/data/keys/order.h"
#include "tests/app/own_algorithms.h"
#include "tests/support/cuda.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Overrides = std::map<std::string, std::string>;

constexpr auto randomized_id = "sample/randomized@compute", deterministic_id = "sample/deterministic@compute";

const Overrides sublists{{"sublist", "32"}, {"samples", "5"}, {"sort", "merge"}};
const Overrides two_levels{{"k", "4"},      {"a", "3"},     {"M", "300"},      {"k2", "8"},
                           {"small", "16"}, {"tile", "64"}, {"workgroup", "8"}};

void in_order(const SplitterTree& tree, std::size_t at, Numbers& splitters) {
  const auto& node = tree.nodes[at];
  if (node.left) in_order(tree, *node.left, splitters);
  splitters.push_back(node.splitter);
  if (node.right) in_order(tree, *node.right, splitters);
}

TEST(SplitterTree, IsBalancedAndOrdered) {
  EXPECT_TRUE(splitter_tree(1).nodes.empty());
  for (const std::uint64_t buckets : {2, 3, 4, 5, 7, 8, 13, 64, 100, 128}) {
    SCOPED_TRACE(buckets);
    const SplitterTree tree = splitter_tree(buckets);
    ASSERT_EQ(tree.nodes.size(), buckets - 1);
    EXPECT_EQ(tree.depth, static_cast<unsigned>(std::bit_width(buckets - 1)));
    Numbers splitters;
    in_order(tree, 0, splitters);
    for (std::uint64_t i = 0; i + 1 < buckets; ++i) EXPECT_EQ(splitters[i], i);
  }
}

TEST(SplitterTree, LeadsEveryKeyToItsBucketByComparisons) {
  for (const std::uint64_t buckets : {2, 5, 8, 33}) {
    const SplitterTree tree = splitter_tree(buckets);
    for (std::uint64_t key = 0; key < 10 * buckets; ++key) {
      // Splitter j is 10 j + 9, so that bucket j has the keys from 10 j to 10 j + 9.
      const std::uint64_t bucket = key / 10;
      std::vector<std::size_t> way;
      for (std::optional<std::size_t> at = 0; at;) {
        way.push_back(*at);
        const auto& node = tree.nodes[*at];
        EXPECT_LE(node.low, bucket);
        EXPECT_GT(node.high, bucket);
        at = key <= 10 * node.splitter + 9 ? node.left : node.right;
      }
      EXPECT_EQ(tree.way_to(bucket), way);
    }
  }
}

ProblemSpec spec_of(std::uint64_t n, const char* distribution, data::Order order = data::Order::ascending) {
  ProblemSpec spec;
  spec.n = n;
  spec.distribution = distribution;
  spec.order = order;
  return spec;
}

/// Checks the sizes and starts of all buckets, and the bucket of each key. The session may be after any pass.
void expect_buckets(const Session& session) {
  const BucketTables& tables = *bucket_tables(session.player());
  const auto& pass = tables.pass;
  const auto codes = data::codes(session.player().state()->keys, session.problem().order);
  for (std::uint64_t range = 0; range < pass.ranges.size(); ++range) {
    EXPECT_TRUE(std::ranges::is_sorted(tables.splitters_of(range)));
  }
  const KeyGroups& groups = *key_groups(session.player());
  ASSERT_EQ(groups.of_key.size(), codes.size());
  EXPECT_EQ(groups.count, tables.count());
  Numbers counted(tables.count());
  std::uint64_t outside = codes.size();
  for (const auto& range : pass.ranges) outside -= range.count;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (groups.of_key[i] == KeyGroups::none) {
      --outside;
      continue;
    }
    const std::uint64_t bucket = groups.of_key[i];
    const auto own = tables.splitters_of(bucket / pass.buckets);
    ++counted[bucket];
    ASSERT_LE(codes[i], own[bucket % pass.buckets]) << "key " << i;
    if (bucket % pass.buckets > 0) {
      ASSERT_GE(codes[i], own[bucket % pass.buckets - 1]) << "key " << i;
    }
  }
  EXPECT_EQ(outside, 0u);
  if (tables.sizes.empty()) return;
  EXPECT_EQ(counted, tables.sizes);
  for (std::uint64_t b = 0; b < tables.count(); ++b) {
    const auto& range = pass.ranges[b / pass.buckets];
    const std::uint64_t start = b % pass.buckets == 0 ? range.first : tables.starts[b - 1] + tables.sizes[b - 1];
    EXPECT_EQ(tables.starts[b], start);
    if (pass.most > 0) {
      EXPECT_LE(tables.sizes[b], pass.most);
    }
  }
  if (!pass.placed) return;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint32_t b = groups.of_key[i];
    if (b == KeyGroups::none) continue;
    EXPECT_GE(i, tables.starts[b]);
    EXPECT_LT(i, tables.starts[b] + tables.sizes[b]);
  }
}

struct SeenPasses {
  std::uint64_t with_splitters = 0, with_sizes = 0, placed = 0, levels = 0;
};

SeenPasses go_through(Session& session) {
  SeenPasses seen;
  while (session.player().step_forward()) {
    const BucketTables* tables = bucket_tables(session.player());
    const auto* pass = session.player().record()->buckets();
    const bool in_sublists = pass != nullptr && !pass->sublists.empty();
    if (tables == nullptr) {
      EXPECT_EQ(pass != nullptr, in_sublists) << "before there are splitters";
      EXPECT_EQ(key_groups(session.player()) != nullptr, in_sublists);
      continue;
    }
    SCOPED_TRACE(session.player().record()->header.stage + ", " + session.player().record()->header.label);
    expect_buckets(session);
    seen.with_splitters += 1;
    seen.with_sizes += tables->sizes.empty() ? 0 : 1;
    seen.placed += tables->pass.placed ? 1 : 0;
    seen.levels = std::max(seen.levels, tables->pass.level + 1);
  }
  return seen;
}

TEST(SampleSortBuckets, StayWithinTheSizeLimitOfDeterministicSampleSort) {
  TEXELSORT_NEED_GL();
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  for (const char* distribution : {"uniform", "zero", "reversed"}) {
    SCOPED_TRACE(distribution);
    Session session(&gpu::test_device());
    session.open(spec_of(250, distribution, data::Order::descending), deterministic_id, sublists);
    const SeenPasses seen = go_through(session);
    EXPECT_EQ(bucket_tables(session.player())->pass.most, 2 * 250u / 5);
    EXPECT_EQ(bucket_tables(session.player())->pass.buckets, 5u);
    EXPECT_GE(seen.with_splitters, seen.with_sizes + 2) << "the splitters are there before the sizes";
    EXPECT_GT(seen.with_sizes, seen.placed);
    EXPECT_GE(seen.placed, 2u);
    EXPECT_EQ(bucket_spread(session.player()), nullptr) << "nothing is random";
  }
}

TEST(SampleSortBuckets, ContainExactlyTheKeysOfTheirRangesInRandomizedSampleSort) {
  TEXELSORT_NEED_GL();
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  for (const char* distribution : {"uniform", "zero", "few-distinct"}) {
    SCOPED_TRACE(distribution);
    Session session(&gpu::test_device());
    session.open(spec_of(900, distribution), randomized_id, two_levels);
    const SeenPasses seen = go_through(session);
    EXPECT_GT(seen.with_sizes, 0u);
    if (std::string(distribution) == "uniform") {
      EXPECT_GE(seen.levels, 2u);
    }
  }
}

/// Compares the shown spread with bucket sizes in real runs on the device, one run per seed.
TEST(BucketSizeSpread, EqualsTheRangeOfBucketSizesInRunsWithOtherSeeds) {
  TEXELSORT_NEED_GL();
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  constexpr std::uint64_t seeds = 5;
  std::vector<Numbers> by_rank(8);
  Session session(&gpu::test_device());
  auto parameters = two_levels;
  parameters["M"] = "1000";
  for (std::uint64_t seed = 3; seed < 3 + seeds; ++seed) {
    parameters["seed"] = std::to_string(seed);
    session.open(spec_of(700, "gaussian"), randomized_id, parameters);
    session.player().seek(3);
    ASSERT_FALSE(bucket_tables(session.player())->sizes.empty());
    Numbers sizes = bucket_tables(session.player())->sizes;
    ASSERT_EQ(sizes.size(), 8u);
    std::ranges::sort(sizes, std::greater());
    for (std::size_t rank = 0; rank < 8; ++rank) by_rank[rank].push_back(sizes[rank]);
  }
  parameters["seed"] = "3";
  session.open(spec_of(700, "gaussian"), randomized_id, parameters);
  session.player().seek(3);
  const auto codes = data::codes(session.problem().keys, data::Order::ascending);
  const auto spread = bucket_spread(codes, bucket_tables(session.player())->pass, seeds);
  ASSERT_TRUE(spread);
  bool differs = false;
  for (std::size_t rank = 0; rank < 8; ++rank) {
    Numbers& sizes = by_rank[rank];
    std::ranges::sort(sizes);
    EXPECT_EQ(spread->low[rank], sizes.front());
    EXPECT_EQ(spread->median[rank], sizes[seeds / 2]);
    EXPECT_EQ(spread->high[rank], sizes.back());
    differs = differs || sizes.front() != sizes.back();
  }
  EXPECT_TRUE(differs) << "seeds change nothing";
}

TEST(BucketSizeSpread, IsTheSameInAllPassesOfALevel) {
  TEXELSORT_NEED_GL();
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  Session session(&gpu::test_device());
  session.open(spec_of(900, "uniform"), randomized_id, two_levels);
  const auto spread_at = [&](std::uint64_t pass) {
    session.player().seek(pass);
    EXPECT_EQ(bucket_tables(session.player())->pass.level, (pass - 1) / 4);
    return bucket_spread(session.player()) != nullptr ? std::optional(*bucket_spread(session.player())) : std::nullopt;
  };
  for (const std::uint64_t level : {0, 1}) {
    const auto first = spread_at(4 * level + 1);
    // Shows the other level, which replaces the spread of this level.
    spread_at(level == 0 ? 5 : 1);
    const auto last = spread_at(4 * level + 4);
    ASSERT_TRUE(first);
    ASSERT_TRUE(last);
    EXPECT_EQ(first->low.size(), bucket_tables(session.player())->count());
    EXPECT_EQ(first->low, last->low);
    EXPECT_EQ(first->high, last->high);
    EXPECT_EQ(first->seeds, spread_seeds);
  }
}

TEST(SampleSortBuckets, DescribeTheRangeOfTheirKeysInWords) {
  BucketTables tables;
  tables.pass = {.buckets = 4, .ranges = {{0, 10}}};
  tables.splitters = {10, 20, 20, 99};
  algorithms::Problem problem{.keys = std::vector<std::uint32_t>{}};
  EXPECT_EQ(range_text(tables, 0, problem), "key \u2264 10");
  EXPECT_EQ(range_text(tables, 1, problem), "10 < key \u2264 20");
  EXPECT_EQ(range_text(tables, 2, problem), "key = 20");
  EXPECT_EQ(range_text(tables, 3, problem), "20 < key");
  tables.places = {0, 3, 7, 9};
  EXPECT_EQ(range_text(tables, 2, problem), "20 \u2264 key \u2264 20");
  EXPECT_EQ(tables.bucket_of(20, 3), 1u);
  EXPECT_EQ(tables.bucket_of(20, 4), 2u);
  EXPECT_EQ(tables.bucket_of(20, 8), 3u);
  EXPECT_EQ(tables.bucket_of(5, 10), std::nullopt) << "the range has ten places";
  problem.order = data::Order::descending;
  tables.places.clear();
  tables.splitters = {~20u, ~10u, ~5u, ~0u};
  EXPECT_EQ(range_text(tables, 1, problem), "20 > key \u2265 10");
}

/// Names of the groups into which an algorithm divides keys, and names of the diagrams that draw them. Both lists are
/// empty for networks, references and selections.
struct Grouping {
  std::set<std::string> groups, diagrams;
};

Grouping grouping_of(const algorithms::Algorithm& algorithm) {
  const std::string& id = algorithm.info().id;
  if (id == "radix/tile@compute") return {};  // this algorithm has a single pass, without a table
  if (id.starts_with("radix/prefix@")) return {{"digit", "part"}, {"digits", "parts"}};
  if (id.starts_with("radix/")) return {{"digit"}, {"digits"}};
  if (id.starts_with("sample/deterministic@")) return {{"bucket", "sublist"}, {"samples", "splitters"}};
  if (id.starts_with("sample/distributed@")) return {{"part"}, {"parts", "sequences"}};
  if (id.starts_with("sample/")) return {{"bucket"}, {"splitters"}};
  if (id == "quick/parallel@cuda") return {{"class", "part"}, {"parts"}};
  if (id == "merge/warpsort@cuda") return {{"part"}, {"parts"}};
  if (id == "merge/sort@cuda") return {{"part"}, {"parts", "sequences"}};
  if (algorithm.info().task == algorithms::Task::merge) return {{"part"}, {"sequences"}};
  return {};
}

/// Algorithms that are not available here declare their tables too.
TEST(KeyGroups, AreShownByTheExpectedDiagramsForEveryAlgorithm) {
  const std::set<std::string> grouping{"digits", "samples", "splitters", "parts", "sequences"};
  for (const auto& algorithm : algorithms::registry()) {
    if (algorithm->info().id.ends_with('/')) continue;  // a user's sort of another test
    std::set<std::string> names;
    for (const Diagram& one : diagrams()) {
      const auto has = [&algorithm](const algorithms::TableKind& kind) { return algorithm->has(kind); };
      if (grouping.contains(one.name) && std::ranges::any_of(one.tables, has)) names.insert(one.name);
    }
    EXPECT_EQ(names, grouping_of(*algorithm).diagrams) << algorithm->info().id;
  }
}

/// Returns parameters with which an algorithm distributes 900 keys to buckets or partitions them by pivots.
Overrides distributing(const std::string& id) {
  if (id == randomized_id) return two_levels;
  if (id == deterministic_id) return sublists;
  if (id == "radix/onesweep@cuda") return {{"passes", "all"}};
  if (id == "sample/ordered@cuda") return {{"bucket", "100"}, {"bucket_slack", "1"}};
  if (id == "radix/prefix@cuda") return {{"prefix", "1"}};
  if (id == "radix/prefix@compute") return {{"block", "928"}};
  if (id == "quick/parallel@cuda") return {{"small", "8"}, {"parts", "100"}};
  return {};
}

TEST(KeyGroups, AreOfTheExpectedKindsForEveryAlgorithm) {
  gpu::Device* device = tests::device();
  const gpu::DeviceInfo* info = device == nullptr ? nullptr : &device->info();
  for (const algorithms::Algorithm* algorithm : own_algorithms()) {
    const std::string& id = algorithm->info().id;
    SCOPED_TRACE(id);
    if (!algorithm->availability(info, {}).available) continue;
    const std::set<std::string> groups = grouping_of(*algorithm).groups;
    Session session(device);
    // Use 8 keys if possible, because some networks exist only for few positions. Sample sorts need 900 keys, because
    // they do not distribute small inputs.
    ProblemSpec spec = spec_of(groups.empty() ? 8 : 900, "uniform");
    spec.type = data::KeyType::f32;
    session.open(spec, id, distributing(id));
    std::set<std::string> names;
    while (session.player().step_forward()) {
      if (const KeyGroups* of_keys = key_groups(session.player())) names.insert(of_keys->name);
    }
    // Merges of pairs of sequences divide no keys into parts if they split each pair separately.
    const bool of_pairs = algorithm->info().task == algorithms::Task::merge && names.empty();
    if (of_pairs) {
      EXPECT_EQ(algorithm->info().backend, algorithms::Backend::cuda);
    } else {
      EXPECT_EQ(names, groups);
    }
  }
}

}  // namespace
}  // namespace texelsort::app
