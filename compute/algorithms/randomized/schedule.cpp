#include "compute/algorithms/randomized/schedule.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/randomized/passes.h"
#include "compute/algorithms/randomized/reference.h"
#include "compute/data/error.h"

namespace texelsort::algorithms::randomized {
void Steps::distribute(const Level&) {
  throw InternalError("no blocks distribute buckets by themselves here");
}

void Steps::sort_listed() {
  throw InternalError("the device lists no buckets here");
}
Ahead Steps::look_ahead() {
  throw InternalError("the device runs ahead of nobody here");
}
std::vector<Bucket> Steps::read_small(std::uint64_t) {
  throw InternalError("the device lists no buckets here");
}
void Steps::read_level(Level&) const {
  throw InternalError("the device lists no parents here");
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
  unread_ = false;
  ahead_.reset();
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

/// Returns the bytes of the fields of a record that moves with its key. Returns 0 if there are no records.
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
    case Phase::splitters: {
      std::vector<Bucket> waiting = progress_.waiting;
      const Scene next = next_scene(waiting);
      return next.level->by_block ? block_pass(next, std::move(waiting)) : splitters_pass(next, std::move(waiting));
    }
    case Phase::count:
      return count_pass(scene());
    case Phase::buckets:
      return buckets_pass(scene());
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

/// Chooses the next phase after a level, or at the start of the run.
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

/// Returns what the claims of the current level need to know.
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

/// Returns what the claims of the next level need to know, and removes the parents of this level from `waiting`.
Scene Procedure::next_scene(std::vector<Bucket>& waiting) const {
  Scene scene = scene_;
  scene.level = std::make_shared<Level>(plan_level(waiting, problem_.n(), scene_.settings, progress_.levels()));
  return scene;
}

Scene Procedure::expected_scene(std::uint32_t number) const {
  Scene scene = scene_;
  scene.level = std::make_shared<Level>(expected_level(problem_.n(), scene_.settings, number));
  return scene;
}

/// Returns a claim that also covers the lists that the device makes. These must equal the lists that the host makes
/// from the same buckets.
Claim Procedure::with_lists(Claim claim) const {
  if (!scene_.settings.listed()) return claim;
  return {claim.sentence + ", and the lists are correct",
          [error = steps_.listing_error(), claim](const Observation& seen) -> std::optional<Violation> {
            if (error) return Violation{*error, 0, std::nullopt};
            return claim.find_violation(seen);
          }};
}

Pass Procedure::splitters_pass(const Scene& scene, std::vector<Bucket> waiting) {
  Pass next = level_pass(scene, "step 1: splitters", claim_splitters);
  next.claim = [this, scene] { return with_lists(claim_splitters(scene)); };
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

Pass Procedure::count_pass(const Scene& scene) {
  Pass next = level_pass(scene, "step 2: counts", claim_counts);
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

Pass Procedure::buckets_pass(const Scene& scene) {
  Pass next = level_pass(scene, "step 3: scan", claim_starts);
  next.execute = [this] {
    steps_.buckets(*progress_.level);
    progress_.phase = Phase::scatter;
  };
  next.cost = [this] {
    const Level& level = *progress_.level;
    constexpr std::uint64_t scan = 3;  // two reads and one write per number
    return counters((level.buckets() - 1) / scene_.settings.workgroup + 1, level.table_words,
                    (scan * level.table_words + 4 * level.buckets()) * word_bytes);
  };
  return next;
}

/// Reads the buckets of the level, for which the host waits for the device. Buckets of one value lie between equal
/// splitters and need no further sorting. Returns false if no keys have to be scattered.
bool Procedure::read_buckets() {
  if (!skipped_.empty()) return true;
  const Level& level = *progress_.level;
  const std::vector<FoundBucket> found = steps_.read_buckets(level);
  skipped_ = parents_of_one_value(level, found);
  // The device's lists contain all parents of the level, or none if no key has to move.
  const bool all = std::ranges::find(skipped_, false) == skipped_.end();
  if (scene_.settings.listed() && !all) skipped_.assign(skipped_.size(), false);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const FoundBucket& bucket = found[i];
    if (bucket.one_value == 0 && bucket.size > 0) {
      sort_out_part(level.parents[i / level.k], {bucket.start, bucket.size});
    }
  }
  std::ranges::sort(progress_.waiting, {}, &Bucket::first);
  return std::ranges::find(skipped_, false) != skipped_.end();
}

/// Assigns a part to the waiting buckets or to the small buckets. Throws InternalError if the part is as large as its
/// parent, because levels would never end. This cannot happen: splitters are keys of the parent, so a part with all
/// keys of the parent has one value.
void Procedure::sort_out_part(const Parent& parent, const Bucket& part) {
  if (part.first < parent.first || part.count >= parent.count ||
      part.first - parent.first > parent.count - part.count) {
    throw InternalError(fmt::format("a bucket of {} keys from place {} was distributed to one of {} from place {}",
                                    parent.count, parent.first, part.count, part.first));
  }
  sort_out(part);
}

/// Completes a scatter: moves or copies the remaining tiles, and swaps the arrays.
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
  const Scattering scattering = scattering_of(*progress_.level, skipped_, problem_.n(), scene_.settings);
  Pass next = level_pass(scene(), scatter_label, claim_buckets, true);
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

/// Returns the pass of a level whose four steps one kernel executes.
Pass Procedure::block_pass(const Scene& scene, std::vector<Bucket> waiting) {
  const std::shared_ptr<const Level> level = scene.level;
  const Scattering scattering =
      scattering_of(*level, std::vector<bool>(level->parents.size(), false), problem_.n(), scene_.settings);
  Pass next = level_pass(scene, "steps 1 to 4: one block per bucket", claim_distribution, true);
  next.cost = [this, level, scattering] {
    const std::uint64_t drawn = level->buckets() * level->a;
    Counters all = scattering_cost(scattering, level->parents.size());
    // reads of sampling and counting, in addition to the reads of the scatter
    all.elements_read += drawn + level->keys;
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
  next.claim = [this] { return with_lists(claim_sorted()); };
  if (progress_.level) next.detail = buckets_of(scene(), true);
  return next;
}

}  // namespace texelsort::algorithms::randomized
