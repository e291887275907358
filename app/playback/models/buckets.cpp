#include "app/playback/models/buckets.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <ranges>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/deterministic/reference.h"
#include "compute/algorithms/randomized/reference.h"
#include "compute/data/keys/comparison.h"
#include "compute/data/keys/keys.h"

namespace texelsort::app {

namespace randomized = algorithms::randomized;

namespace {

/// Returns the number of the bucket to which a key belongs, for sorts in which position breaks ties with splitters.
std::uint64_t find_by_place(const BucketTables& tables, const algorithms::deterministic::Sample& key) {
  const std::ranges::iota_view numbers(std::size_t{0}, tables.splitters.size() - 1);
  return *std::ranges::lower_bound(numbers, key, {}, [&](std::size_t j) {
    return algorithms::deterministic::Sample{tables.splitters[j], tables.places[j]};
  });
}

std::optional<BucketTables> find_tables(const Player& player) {
  namespace tables = algorithms::tables;
  const auto* record = player.record();
  if (record == nullptr || !record->buckets() || player.table(tables::Splitters{}) == nullptr) return std::nullopt;
  BucketTables found;
  found.pass = *record->buckets();
  found.splitters =
      algorithms::ranks_of_view(player.values(tables::Splitters{}), algorithms::key_order(player.problem()));
  found.places = player.numbers(tables::SplitterPlaces{});
  found.sizes = player.numbers(tables::BucketSizes{});
  found.starts = player.numbers(tables::BucketStarts{});
  // Drop the last element, which is the end of the last bucket.
  if (!found.starts.empty()) found.starts.resize(found.count());
  return found;
}

/// Returns the encoded keys that the passes of the present level distribute. Returns nothing if the keys are not
/// available.
std::optional<std::vector<std::uint64_t>> distributed_codes(const Player& player, const algorithms::BucketPass& pass) {
  const auto ranks = [&player](const data::Keys& keys) {
    return data::ranks(keys, player.problem().order, player.problem().comparison);
  };
  if (player.state() == nullptr) return std::nullopt;
  if (pass.level == 0) return ranks(player.problem().keys);
  if (!pass.placed) return ranks(player.state()->keys);
  const auto records = player.records();
  const auto* last = records[records.size() - 2].buckets();
  const bool moved_here = last != nullptr && last->level == pass.level && !last->placed;
  if (!moved_here || player.before() == nullptr) return std::nullopt;
  return ranks(player.before()->keys);
}

}  // namespace

std::optional<std::uint64_t> BucketTables::range_of(std::uint64_t place) const {
  const auto after = std::ranges::upper_bound(pass.ranges, place, {}, &algorithms::BucketPass::Range::first);
  if (after == pass.ranges.begin()) return std::nullopt;
  const auto& range = *(after - 1);
  if (place - range.first >= range.count) return std::nullopt;
  return static_cast<std::uint64_t>(after - pass.ranges.begin()) - 1;
}

std::optional<std::uint64_t> BucketTables::bucket_of(std::uint64_t code, std::uint64_t place) const {
  const auto range = range_of(place);
  if (!range) return std::nullopt;
  const std::uint64_t first = *range * pass.buckets;
  if (pass.placed && !starts.empty()) {
    // Find the last bucket that starts here, because empty buckets start at the same place as the next bucket.
    const auto own = std::span(starts).subspan(first, pass.buckets);
    return first + static_cast<std::uint64_t>(std::ranges::upper_bound(own, place) - own.begin()) - 1;
  }
  if (!places.empty()) return find_by_place(*this, {code, place});
  return first + randomized::find_bucket(splitters_of(*range), code);
}

const BucketTables* bucket_tables(const Player& player) {
  return player.of_state().find([&player] { return find_tables(player); });
}

std::optional<KeyGroups> bucket_groups(const Player& player) {
  const BucketTables* tables = bucket_tables(player);
  if (tables == nullptr) return std::nullopt;
  const auto& problem = player.problem();
  KeyGroups groups{.name = "bucket", .count = tables->count()};
  const auto codes = data::ranks(player.state()->keys, problem.order, problem.comparison);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto bucket = tables->bucket_of(codes[i], i);
    groups.of_key.push_back(bucket ? static_cast<std::uint32_t>(*bucket) : KeyGroups::none);
  }
  groups.text = [tables, &problem](std::uint64_t bucket) {
    return bucket_name(*tables, bucket) + ": " + range_text(*tables, bucket, problem);
  };
  return groups;
}

std::optional<BucketSpread> bucket_spread(std::span<const std::uint64_t> codes, const algorithms::BucketPass& pass,
                                          std::uint64_t seeds) {
  if (!pass.sizes_of_seed) return std::nullopt;
  std::vector<std::vector<std::uint64_t>> by_rank(pass.buckets * pass.ranges.size());
  for (std::uint64_t further = 0; further < seeds; ++further) {
    auto sizes = pass.sizes_of_seed(further, codes);
    if (!sizes) return std::nullopt;
    std::ranges::sort(*sizes, std::greater());
    for (std::size_t rank = 0; rank < sizes->size(); ++rank) by_rank[rank].push_back((*sizes)[rank]);
  }
  BucketSpread spread{.seeds = seeds, .low = {}, .median = {}, .high = {}};
  for (auto& sizes : by_rank) {
    std::ranges::sort(sizes);
    spread.low.push_back(sizes.front());
    spread.median.push_back(sizes[sizes.size() / 2]);
    spread.high.push_back(sizes.back());
  }
  return spread;
}

const BucketSpread* bucket_spread(const Player& player) {
  return player.of_state().find([&player]() -> std::optional<BucketSpread> {
    const BucketTables* tables = bucket_tables(player);
    if (tables == nullptr || !tables->pass.sizes_of_seed) return std::nullopt;
    const auto codes = distributed_codes(player, tables->pass);
    return codes ? bucket_spread(*codes, tables->pass, spread_seeds) : std::nullopt;
  });
}

namespace {

/// Returns the bucket sizes by GPU Bucket Sort for encoded keys, largest first. Returns an empty list if there are too
/// few keys.
std::vector<std::uint64_t> even_sizes(std::vector<std::uint64_t> codes, std::uint64_t buckets) {
  namespace deterministic = algorithms::deterministic;
  constexpr std::uint64_t least_sublists = 4;
  const std::uint64_t sublist = std::max<std::uint64_t>(2 * buckets, codes.size() / 16);
  if (codes.size() < least_sublists * sublist) return {};
  const deterministic::BucketPlan plan(codes.size(), sublist, buckets);
  const auto starts = plan.sublist_starts();
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    std::sort(codes.begin() + static_cast<std::ptrdiff_t>(starts[i]),
              codes.begin() + static_cast<std::ptrdiff_t>(starts[i + 1]));
  }
  auto samples = deterministic::local_samples(plan, codes);
  std::ranges::sort(samples);
  const auto splitters = deterministic::global_samples(plan, samples);
  const auto counts = deterministic::bucket_counts(plan, deterministic::index(plan, codes, splitters));
  std::vector<std::uint64_t> sizes(buckets);
  for (std::size_t cell = 0; cell < counts.size(); ++cell) sizes[cell / plan.sublists] += counts[cell];
  std::ranges::sort(sizes, std::greater());
  return sizes;
}

/// Returns the first level's pass of the randomized sample sort for n keys and a number of buckets.
algorithms::BucketPass random_pass(std::uint64_t n, std::uint64_t buckets) {
  algorithms::BucketPass pass{.buckets = buckets, .ranges = {{0, n}}};
  pass.sizes_of_seed = [n, buckets](std::uint64_t further,
                                    std::span<const std::uint64_t> codes) -> std::optional<std::vector<std::uint64_t>> {
    // The limits of 1 make the level distribute even a small input instead of sorting it.
    randomized::Settings settings{
        .k = static_cast<std::uint32_t>(buckets), .m = 1, .quick = 1, .small = 1, .counters = 1};
    settings.a = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(n / (4 * buckets), 1, settings.a));
    settings.seed += static_cast<std::uint32_t>(further);
    std::vector<randomized::Bucket> waiting{{0, static_cast<std::uint32_t>(n)}};
    const randomized::Level level = randomized::plan_level(waiting, n, settings, 0);
    if (level.k != buckets || level.parents.size() != 1) return std::nullopt;
    const auto largest = *std::ranges::max_element(codes);
    auto table = randomized::count(level, settings, codes, randomized::splitters(level, codes, largest));
    std::exclusive_scan(table.begin(), table.end(), table.begin(), std::uint64_t{0});
    return randomized::buckets(level, table).sizes;
  };
  return pass;
}

std::optional<SamplingComparison> compare_sampling(const Player& player) {
  const BucketTables* tables = bucket_tables(player);
  constexpr std::uint64_t most_buckets = 256;
  if (tables == nullptr || tables->sizes.empty() || tables->pass.level > 0 || player.state() == nullptr) {
    return std::nullopt;
  }
  const std::uint64_t n = player.n(), buckets = tables->pass.buckets;
  if (tables->pass.ranges.size() != 1 || buckets < 2 || buckets > most_buckets || n < 2 * buckets) return std::nullopt;
  const auto& problem = player.problem();
  const auto codes = data::ranks(problem.keys, problem.order, problem.comparison);
  SamplingComparison found;
  found.own_is_random = static_cast<bool>(tables->pass.sizes_of_seed);
  found.most = 2 * n / buckets;
  if (found.own_is_random) {
    if (const BucketSpread* spread = bucket_spread(player)) found.random = *spread;
    found.even = even_sizes(codes, buckets);
  } else if (tables->pass.most > 0) {
    found.random = bucket_spread(codes, random_pass(n, buckets), spread_seeds);
    found.even = tables->sizes;
    std::ranges::sort(found.even, std::greater());
  }
  return found.random ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace

const SamplingComparison* sampling_comparison(const Player& player) {
  return player.of_state().find([&player] { return compare_sampling(player); });
}

std::string bucket_name(const BucketTables& tables, std::uint64_t bucket) {
  const std::uint64_t own = bucket % tables.pass.buckets;
  if (tables.pass.ranges.size() == 1) return fmt::format("bucket {}", own);
  return fmt::format("bucket {} of range {}", own, bucket / tables.pass.buckets + 1);
}

std::string rank_text(std::uint64_t rank, const algorithms::Problem& problem) {
  if (problem.comparison != data::Comparison::natural) return fmt::format("rank {}", rank);
  return data::code_text(rank, problem.type(), problem.order);
}

std::string range_text(const BucketTables& tables, std::uint64_t bucket, const algorithms::Problem& problem) {
  const bool ascending = problem.order == data::Order::ascending;
  const auto own = tables.splitters_of(bucket / tables.pass.buckets);
  const std::uint64_t b = bucket % tables.pass.buckets;
  const auto text = [&](std::uint64_t rank) { return rank_text(rank, problem); };
  const char *above = ascending ? " < " : " > ", *up_to = ascending ? " \u2264 " : " \u2265 ";
  if (tables.places.empty() && randomized::holds_one_value(own, b)) return fmt::format("key = {}", text(own[b]));
  // If position breaks ties, keys that equal a splitter may be on both sides of it.
  const char* from = tables.places.empty() ? above : up_to;
  std::string result = b > 0 ? text(own[b - 1]) + from + "key" : "key";
  if (b + 1 < own.size()) result += up_to + text(own[b]);
  return result == "key" ? "all keys" : result;
}

SplitterTree splitter_tree(std::uint64_t buckets) {
  SplitterTree tree;
  tree.buckets = buckets;
  if (buckets < 2) return tree;
  const auto add = [&tree](std::uint64_t low, std::uint64_t high, unsigned depth) {
    tree.nodes.push_back({low + (high - low + 1) / 2 - 1, low, high, depth, std::nullopt, std::nullopt});
    tree.depth = std::max(tree.depth, depth + 1);
    return tree.nodes.size() - 1;
  };
  add(0, buckets, 0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const SplitterTree::Node node = tree.nodes[i];
    const std::uint64_t middle = node.splitter + 1;
    if (middle - node.low > 1) {
      const std::size_t left = add(node.low, middle, node.depth + 1);
      tree.nodes[i].left = left;
    }
    if (node.high - middle > 1) {
      const std::size_t right = add(middle, node.high, node.depth + 1);
      tree.nodes[i].right = right;
    }
  }
  return tree;
}

std::vector<std::size_t> SplitterTree::way_to(std::uint64_t bucket) const {
  std::vector<std::size_t> way;
  std::optional<std::size_t> at = nodes.empty() ? std::nullopt : std::optional<std::size_t>(0);
  while (at) {
    way.push_back(*at);
    at = bucket <= nodes[*at].splitter ? nodes[*at].left : nodes[*at].right;
  }
  return way;
}

}  // namespace texelsort::app
