#include "compute/algorithms/randomized/passes.h"

#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "compute/algorithms/randomized/reference.h"
#include "compute/data/text/number_format.h"

namespace texelsort::algorithms::randomized {
namespace {

/// Returns the sizes that the buckets of a level would have with a later seed. Returns null if the number of buckets
/// would differ.
std::optional<std::vector<std::uint64_t>> sizes_of_seed(const Scene& scene, std::uint64_t further,
                                                        std::span<const std::uint64_t> codes) {
  Settings settings = scene.settings;
  settings.seed += static_cast<std::uint32_t>(further);
  std::vector<Bucket> waiting;
  for (const Parent& parent : scene.level->parents) waiting.push_back({parent.first, parent.count});
  const Level level = plan_level(waiting, codes.size(), settings, scene.level->number);
  if (level.k != scene.level->k || level.parents.size() != scene.level->parents.size()) return std::nullopt;
  std::vector<std::uint64_t> table = count(level, settings, codes, splitters(level, codes, scene.largest()));
  std::exclusive_scan(table.begin(), table.end(), table.begin(), std::uint64_t{0});
  return buckets(level, table).sizes;
}

}  // namespace

PassHeader sort_header(std::uint32_t levels, std::uint64_t index) {
  return {index, levels, "sorting buckets", "small buckets"};
}

std::function<PassDetail()> buckets_of(const Scene& scene, bool placed) {
  return [scene, placed]() -> PassDetail {
    BucketPass pass = bucket_pass(*scene.level, placed);
    pass.sizes_of_seed = [scene](std::uint64_t further, std::span<const std::uint64_t> codes) {
      return sizes_of_seed(scene, further, codes);
    };
    return pass;
  };
}

Pass level_pass(const Scene& scene, const char* label, Claim (*claim)(const Scene&), bool placed) {
  Pass pass;
  pass.header = [number = scene.level->number, k = scene.level->k, label] {
    return PassHeader{0, number, fmt::format("level {}: {}", number + 1, data::counted(k, "bucket")), label};
  };
  pass.claim = [scene, claim] { return claim(scene); };
  pass.detail = buckets_of(scene, placed);
  return pass;
}

Scattering scattering_of(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                         const Settings& settings) {
  Scattering all;
  for (const Tile& one : level.tiles) {
    if (skipped[one.parent]) continue;
    all.tiles.push_back(one);
    all.keys += one.last - one.first;
  }
  all.swaps = settings.listed() || 2 * all.keys > n;
  all.moved = all.swaps ? tiles_between(level, skipped, n, settings.tile) : all.tiles;
  all.moved_keys = all.swaps ? n - all.keys : all.keys;
  return all;
}

}  // namespace texelsort::algorithms::randomized
