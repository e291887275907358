#include "compute/algorithms/randomized/schedule.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "compute/algorithms/primitives/word_bytes.h"
#include "compute/algorithms/randomized/twin.h"
#include "compute/data/error.h"
#include "compute/data/readable.h"

namespace texelsort::algorithms::randomized {
namespace {

PassHeader sort_header(std::uint32_t levels, std::uint64_t index = 0) {
  return {index, levels, "sorting buckets", "small buckets"};
}

/// Sizes of the level's buckets with a seed further on; nothing if it is not cut into as many buckets then.
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

std::function<PassDetail()> buckets_of(const Scene& scene, bool placed) {
  return [scene, placed]() -> PassDetail {
    BucketPass pass = bucket_pass(*scene.level, placed);
    pass.sizes_of_seed = [scene](std::uint64_t further, std::span<const std::uint64_t> codes) {
      return sizes_of_seed(scene, further, codes);
    };
    return pass;
  };
}

/// A pass of the scene's level.
Pass level_pass(const Scene& scene, const char* label, Claim (*claim)(const Scene&), bool placed = false) {
  Pass pass;
  pass.header = [number = scene.level->number, k = scene.level->k, label] {
    return PassHeader{0, number, fmt::format("level {}: {}", number + 1, data::counted(k, "bucket")), label};
  };
  pass.claim = [scene, claim] { return claim(scene); };
  pass.detail = buckets_of(scene, placed);
  return pass;
}

/// What a scatter moves: the tiles of what is not skipped, and then, copied, either the rest, that the other array may
/// take this one's place, or the buckets, back into it.
Scattering scattering_of(const Level& level, const std::vector<bool>& skipped, std::uint64_t n, std::uint32_t tile) {
  Scattering all;
  for (const Tile& one : level.tiles) {
    if (skipped[one.parent]) continue;
    all.tiles.push_back(one);
    all.keys += one.last - one.first;
  }
  all.swaps = 2 * all.keys > n;
  all.moved = all.swaps ? tiles_between(level, skipped, n, tile) : all.tiles;
  all.moved_keys = all.swaps ? n - all.keys : all.keys;
  return all;
}

}  // namespace

void Steps::distribute(const Level&) {
  throw InternalError("no blocks distribute buckets by themselves here");
}

unsigned Progress::filled() const {
  if (!level) return 0;
  return phase == Phase::count ? 1 : phase == Phase::buckets ? 2 : 3;
}

Procedure::Procedure(const Problem& problem, const Scene& scene, Steps& steps)
    : problem_(problem), scene_(scene), steps_(steps) {
  forget();
}

void Procedure::forget() {
  progress_ = {};
  skipped_.clear();
  sort_out({0, static_cast<std::uint32_t>(problem_.n())});
  settle();
}

std::optional<PassHeader> Procedure::last_pass(std::uint64_t passes_done) const {
  if (progress_.phase != Phase::sort) return std::nullopt;
  return sort_header(progress_.levels(), passes_done);
}

std::uint64_t Procedure::key_bytes() const {
  return data::key_bytes(problem_.type());
}

/// Of a record that moves with its key.
std::uint64_t Procedure::field_bytes() const {
  return problem_.payload == data::PayloadKind::record ? sizeof(std::uint32_t) * problem_.shape.fields : 0;
}

std::uint64_t Procedure::element_bytes() const {
  return key_bytes() + data::payload_bytes(problem_.payload) + field_bytes();
}

Counters Procedure::counters(std::uint64_t workgroups, std::uint64_t read, std::uint64_t bytes) const {
  return {
      .dispatches = 1, .invocations = workgroups * scene_.settings.workgroup, .elements_read = read, .bytes = bytes};
}

std::optional<Pass> Procedure::next_pass() {
  if (progress_.phase == Phase::scatter && !read_buckets()) settle();
  if (progress_.phase == Phase::look) {
    read_buckets();
    settle();
  }
  switch (progress_.phase) {
    case Phase::splitters:
      return splitters_pass();
    case Phase::count:
      return count_pass();
    case Phase::buckets:
      return buckets_pass();
    case Phase::scatter:
      return scatter_pass();
    case Phase::sort:
      return sort_pass();
    case Phase::look:
    case Phase::done:
      break;
  }
  return std::nullopt;
}

/// What comes after a level, or at the start.
void Procedure::settle() {
  if (!progress_.waiting.empty()) {
    progress_.phase = Phase::splitters;
  } else {
    progress_.phase = progress_.small.empty() ? Phase::done : Phase::sort;
  }
  skipped_.clear();
}

void Procedure::sort_out(const Bucket& bucket) {
  if (bucket.count > scene_.settings.limit()) {
    progress_.waiting.push_back(bucket);
  } else if (bucket.count > 1) {
    progress_.small.push_back(bucket);
  }
}

/// With the present level.
Scene Procedure::scene() const {
  Scene scene = scene_;
  scene.level = progress_.level;
  scene.skipped = skipped_;
  return scene;
}

void Procedure::begin_level(std::shared_ptr<const Level> level, std::vector<Bucket> waiting, Phase next) {
  progress_ = {next, std::move(waiting), std::move(progress_.small), std::move(level)};
  steps_.begin(*progress_.level);
}

Pass Procedure::splitters_pass() {
  std::vector<Bucket> waiting = progress_.waiting;
  Scene scene = scene_;
  scene.level = std::make_shared<const Level>(plan_level(waiting, problem_.n(), scene_.settings, progress_.levels()));
  if (scene.level->by_block) return block_pass(scene, std::move(waiting));
  Pass next = level_pass(scene, "step 1: splitters", claim_splitters);
  next.execute = [this, level = scene.level, waiting = std::move(waiting)]() mutable {
    begin_level(level, std::move(waiting), Phase::count);
    steps_.splitters(*level);
  };
  next.cost = [this, level = scene.level] {
    const std::uint64_t drawn = level->buckets() * level->a;
    return counters(level->parents.size(), drawn, (drawn + level->buckets()) * key_bytes());
  };
  return next;
}

Pass Procedure::count_pass() {
  Pass next = level_pass(scene(), "step 2: counts", claim_counts);
  next.execute = [this] {
    steps_.count(*progress_.level);
    progress_.phase = Phase::buckets;
  };
  next.cost = [this] {
    const Level& level = *progress_.level;
    return counters(level.tiles.size(), level.keys,
                    level.keys * key_bytes() + (level.table_words + level.tiles.size() * level.k) * word_bytes);
  };
  return next;
}

Pass Procedure::buckets_pass() {
  Pass next = level_pass(scene(), "step 3: scan", claim_starts);
  next.execute = [this] {
    steps_.buckets(*progress_.level);
    progress_.phase = Phase::scatter;
  };
  next.cost = [this] {
    const Level& level = *progress_.level;
    constexpr std::uint64_t scan = 3;  // two reads and a write
    return counters((level.buckets() - 1) / scene_.settings.workgroup + 1, level.table_words,
                    (scan * level.table_words + 4 * level.buckets()) * word_bytes);
  };
  return next;
}

/// Learns where the level's buckets are: the only wait for the device. Buckets of one value have a pair of equal
/// splitters and need nothing more. False if there is nothing to scatter.
bool Procedure::read_buckets() {
  if (!skipped_.empty()) return true;
  const Level& level = *progress_.level;
  const std::vector<FoundBucket> found = steps_.read_buckets(level);
  skipped_ = parents_of_one_value(level, found);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const FoundBucket& bucket = found[i];
    if (bucket.one_value == 0 && bucket.size > 0) {
      sort_out_part(level.parents[i / level.k], {bucket.start, bucket.size});
    }
  }
  std::ranges::sort(progress_.waiting, {}, &Bucket::first);
  return std::ranges::find(skipped_, false) != skipped_.end();
}

/// Splitters are keys of the bucket, so that no part is all of it but one of equal keys. Otherwise levels would never
/// end.
void Procedure::sort_out_part(const Parent& parent, const Bucket& part) {
  if (part.first < parent.first || part.count >= parent.count ||
      part.first - parent.first > parent.count - part.count) {
    throw InternalError(fmt::format("a bucket of {} keys from place {} was distributed to one of {} from place {}",
                                    parent.count, parent.first, part.count, part.first));
  }
  sort_out(part);
}

/// After a scatter to the back array.
void Procedure::follow(const Scattering& scattering) {
  if (!scattering.swaps) steps_.swap_arrays();
  steps_.move(*progress_.level, scattering.moved);
  steps_.swap_arrays();
}

Counters Procedure::scattering_cost(const Scattering& scattering, std::uint64_t workgroups) const {
  const std::uint64_t moves = 2 * (scattering.keys + scattering.moved_keys);
  Counters all = counters(workgroups, scattering.keys, moves * element_bytes());
  all.field_bytes = moves * field_bytes();
  return all;
}

Pass Procedure::scatter_pass() {
  const Scattering scattering = scattering_of(*progress_.level, skipped_, problem_.n(), scene_.settings.tile);
  Pass next = level_pass(scene(), "step 4: scatter", claim_buckets, true);
  next.cost = [this, scattering, words = progress_.level->table_words] {
    Counters all = scattering_cost(scattering, scattering.tiles.size());
    all.bytes += words * word_bytes;
    return all;
  };
  next.execute = [this, scattering] {
    steps_.scatter(*progress_.level, scattering.tiles);
    follow(scattering);
    settle();
  };
  return next;
}

/// A level whose four steps are one kernel.
Pass Procedure::block_pass(const Scene& scene, std::vector<Bucket> waiting) {
  const std::shared_ptr<const Level> level = scene.level;
  const Scattering scattering =
      scattering_of(*level, std::vector<bool>(level->parents.size(), false), problem_.n(), scene_.settings.tile);
  Pass next = level_pass(scene, "steps 1 to 4: one block a bucket", claim_distribution, true);
  next.cost = [this, level, scattering] {
    const std::uint64_t drawn = level->buckets() * level->a;
    Counters all = scattering_cost(scattering, level->parents.size());
    all.elements_read += drawn + level->keys;  // and counted before they are scattered
    all.bytes += (drawn + level->keys + level->buckets()) * key_bytes() +
                 (level->table_words + 2 * level->buckets()) * word_bytes;
    return all;
  };
  next.execute = [this, level, scattering, waiting = std::move(waiting)]() mutable {
    begin_level(level, std::move(waiting), Phase::look);
    steps_.distribute(*level);
    follow(scattering);
  };
  return next;
}

Pass Procedure::sort_pass() {
  Pass next;
  next.header = [levels = progress_.levels()] { return sort_header(levels); };
  next.execute = [this] {
    steps_.sort(progress_.small);
    progress_.phase = Phase::done;
  };
  next.cost = [this] {
    std::uint64_t keys = 0;
    for (const Bucket& bucket : progress_.small) keys += bucket.count;
    Counters all =
        counters(progress_.small.size(), keys, 2 * keys * element_bytes() + 2 * progress_.small.size() * word_bytes);
    all.field_bytes = 2 * keys * field_bytes();
    return all;
  };
  next.claim = claim_sorted;
  if (progress_.level) next.detail = buckets_of(scene(), true);
  return next;
}

}  // namespace texelsort::algorithms::randomized
