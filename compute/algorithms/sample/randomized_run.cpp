#include "compute/algorithms/sample/randomized_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/input_state.h"
#include "compute/algorithms/pass_run.h"
#include "compute/algorithms/sample/randomized_claims.h"
#include "compute/algorithms/sample/randomized_distributor.h"
#include "compute/algorithms/sample/randomized_sorter.h"
#include "compute/algorithms/sample/randomized_twin.h"
#include "compute/data/error.h"

namespace texelsort::algorithms::randomized {
namespace {

/// What comes next.
enum class Phase : std::uint8_t { splitters, counts, starts, scatter, sort, done };

/// What a run has decided; what a snapshot keeps of it.
struct Progress {
  Phase phase = Phase::splitters;
  std::vector<Bucket> waiting, small;  ///< to be distributed; to be sorted, two keys at the least
  std::uint32_t levels = 0;
  std::shared_ptr<const Level> level{};  ///< the present one, or the last
  unsigned steps = 0;                    ///< how many of its first three have filled their tables
};

class RandomizedRun final : public PassRun {
 public:
  RandomizedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings)
      : PassRun(problem, std::make_unique<GlPassTimer>(device)),
        device_(device),
        scene_{settings, problem->type(), problem->order},
        arrays_(device, *problem),
        distributor_(device, *problem, settings),
        sorter_(device, *problem, settings) {
    forget();
    compile();
    arrays_.load(input_state(*problem));
  }

  std::vector<PassHeader> known_passes() const override {
    std::vector<PassHeader> known = PassRun::known_passes();
    if (known.size() == passes_done() && progress_.phase == Phase::sort) {
      known.push_back({passes_done(), progress_.levels, sort_stage, sort_label});
    }
    return known;
  }
  std::optional<std::uint64_t> total_passes() const override {
    if (const auto total = PassRun::total_passes()) return total;
    if (progress_.phase == Phase::sort) return passes_done() + 1;
    return progress_.phase == Phase::done ? std::optional(passes_done()) : std::nullopt;
  }

  std::vector<View> views() const override {
    std::vector<View> views = arrays_.views();
    if (progress_.steps == 0) return views;
    const std::vector<View> tables = distributor_.views(*progress_.level, progress_.steps);
    views.insert(views.end(), tables.begin(), tables.end());
    return views;
  }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override {
    if (auto damage = distributor_.find_guard_damage()) return damage;
    if (auto damage = sorter_.find_guard_damage()) return damage;
    return arrays_.find_guard_damage();
  }

 private:
  static constexpr const char* sort_stage = "sorting buckets";
  static constexpr const char* sort_label = "small buckets";

  std::optional<Pass> next_pass() override {
    if (progress_.phase == Phase::scatter && !read_buckets()) settle();
    switch (progress_.phase) {
      case Phase::splitters:
        return splitters_pass();
      case Phase::counts:
        return counts_pass();
      case Phase::starts:
        return starts_pass();
      case Phase::scatter:
        return scatter_pass();
      case Phase::sort:
        return sort_pass();
      case Phase::done:
        break;
    }
    return std::nullopt;
  }

  /// What comes after a level, or at the start.
  void settle() {
    if (!progress_.waiting.empty()) {
      progress_.phase = Phase::splitters;
    } else {
      progress_.phase = progress_.small.empty() ? Phase::done : Phase::sort;
    }
    skipped_.clear();
  }

  void sort_out(const Bucket& bucket) {
    if (bucket.count > scene_.settings.limit()) {
      progress_.waiting.push_back(bucket);
    } else if (bucket.count > 1) {
      progress_.small.push_back(bucket);
    }
  }

  Pass pass(const Level& level, const char* label) const {
    Pass pass;
    pass.stage_index = level.number;
    pass.stage = fmt::format("level {}: {} buckets", level.number + 1, level.k);
    pass.label = label;
    return pass;
  }

  Scene scene() const {
    Scene scene = scene_;
    scene.level = progress_.level;
    return scene;
  }

  Pass splitters_pass() {
    std::vector<Bucket> waiting = progress_.waiting;
    const auto level = std::make_shared<const Level>(plan_level(waiting, n(), scene_.settings, progress_.levels));
    Pass next = pass(*level, "step 1: splitters");
    next.execute = [this, level, waiting = std::move(waiting)]() mutable {
      progress_.waiting = std::move(waiting);
      progress_.level = level;
      ++progress_.levels;
      distributor_.begin(*level);
      distributor_.draw_splitters(*level, arrays_);
      progress_.phase = Phase::counts;
      progress_.steps = 1;
    };
    next.count = [this, level] {
      const std::uint64_t drawn = level->buckets() * level->a;
      return counters(level->parents.size(), drawn, (drawn + level->buckets()) * key_bytes());
    };
    next.claim = [this] { return claim_splitters(scene()); };
    next.buckets = [level] { return bucket_pass(*level, false); };
    return next;
  }

  Pass counts_pass() {
    Pass next = pass(*progress_.level, "step 2: counts");
    next.execute = [this] {
      distributor_.count(*progress_.level, arrays_);
      progress_.phase = Phase::starts;
      progress_.steps = 2;
    };
    next.count = [this] {
      const Level& level = *progress_.level;
      return counters(level.tiles.size(), level.keys,
                      level.keys * key_bytes() + (level.table_words + level.tiles.size() * level.k) * word);
    };
    next.claim = [this] { return claim_counts(scene()); };
    next.buckets = [level = progress_.level] { return bucket_pass(*level, false); };
    return next;
  }

  Pass starts_pass() {
    Pass next = pass(*progress_.level, "step 3: prefix sums");
    next.execute = [this] {
      distributor_.add_up(*progress_.level, arrays_);
      progress_.phase = Phase::scatter;
      progress_.steps = 3;
    };
    next.count = [this] {
      const Level& level = *progress_.level;
      const std::uint64_t bytes = ExclusiveScan::bytes(level.table_words) + 4 * level.buckets() * word;
      return counters((level.buckets() - 1) / scene_.settings.workgroup + 1, level.table_words, bytes);
    };
    next.claim = [this] { return claim_starts(scene()); };
    next.buckets = [level = progress_.level] { return bucket_pass(*level, false); };
    return next;
  }

  /// Learns where the level's buckets are: the only wait for the device. Buckets of one value have a pair of equal
  /// splitters and need nothing more. False if there is nothing to scatter.
  bool read_buckets() {
    if (!skipped_.empty()) return true;
    const Level& level = *progress_.level;
    const Buckets found = distributor_.read(level);
    skipped_.assign(level.parents.size(), false);
    for (std::size_t i = 0; i < found.starts.size(); ++i) {
      const std::size_t q = i / level.k;
      if (!holds_one_value(std::span(found.splitters).subspan(q * level.k, level.k), i % level.k)) {
        if (found.sizes[i] > 0) sort_out_part(level.parents[q], {found.starts[i], found.sizes[i]});
      } else if (found.sizes[i] == level.parents[q].count) {
        skipped_[q] = true;
      }
    }
    std::ranges::sort(progress_.waiting, {}, &Bucket::first);
    return std::ranges::find(skipped_, false) != skipped_.end();
  }

  /// Splitters are keys of the bucket, so that no part is all of it but one of equal keys. Otherwise levels would never
  /// end.
  void sort_out_part(const Parent& parent, const Bucket& part) {
    if (part.first < parent.first || part.count >= parent.count ||
        part.first - parent.first > parent.count - part.count) {
      throw InternalError(fmt::format("a bucket of {} keys from place {} was distributed to one of {} from place {}",
                                      parent.count, parent.first, part.count, part.first));
    }
    sort_out(part);
  }

  Pass scatter_pass() {
    const Level& level = *progress_.level;
    std::vector<Tile> tiles;
    std::uint64_t keys = 0;
    for (const Tile& tile : level.tiles) {
      if (skipped_[tile.parent]) continue;
      tiles.push_back(tile);
      keys += tile.last - tile.first;
    }
    // What is copied: the rest, that the other array may take this one's place; or the buckets, back into it.
    const bool swaps = 2 * keys > n();
    const std::vector<Tile> moved = swaps ? tiles_between(level, skipped_, n(), scene_.settings.tile) : tiles;
    Pass next = pass(level, "step 4: scatter");
    next.claim = [claim = claim_buckets(scene(), skipped_)] { return claim; };
    next.buckets = [level = progress_.level] { return bucket_pass(*level, true); };
    next.count = [this, keys, moved_keys = swaps ? n() - keys : keys, count = tiles.size(), words = level.table_words] {
      return counters(count, keys, 2 * (keys + moved_keys) * element_bytes() + words * word);
    };
    next.execute = [this, tiles = std::move(tiles), moved, swaps] {
      distributor_.scatter(*progress_.level, tiles, arrays_);
      if (!swaps) arrays_.swap();
      distributor_.move(*progress_.level, moved, arrays_);
      arrays_.swap();
      settle();
    };
    return next;
  }

  Pass sort_pass() {
    Pass next;
    next.stage_index = progress_.levels;
    next.stage = sort_stage;
    next.label = sort_label;
    next.execute = [this] {
      sorter_.sort(arrays_, progress_.small);
      progress_.phase = Phase::done;
    };
    next.count = [this] {
      std::uint64_t keys = 0;
      for (const Bucket& bucket : progress_.small) keys += bucket.count;
      return counters(progress_.small.size(), keys, 2 * keys * element_bytes() + 2 * progress_.small.size() * word);
    };
    next.claim = [] { return claim_sorted(); };
    if (progress_.level) next.buckets = [level = progress_.level] { return bucket_pass(*level, true); };
    return next;
  }

  void load(const data::State& state) override { arrays_.load(state); }
  bool keep() override {
    arrays_.keep(device_, problem());
    return true;
  }
  void load_kept() override { arrays_.copy_kept(); }
  void forget() override {
    progress_ = {};
    skipped_.clear();
    sort_out({0, static_cast<std::uint32_t>(n())});
    settle();
  }
  void save_more(Snapshot& snapshot) const override {
    snapshot.decisions = std::make_shared<const Progress>(progress_);
    for (const View& view : views()) {
      if (view.name == "keys" || view.name == "payload") continue;
      snapshot.tables.emplace_back(view.count * data::key_bytes(view.element));
      std::get<const gpu::Buffer*>(view.holder)->read(view.offset, snapshot.tables.back());
    }
  }
  void restore_more(const Snapshot& snapshot) override {
    progress_ = *std::static_pointer_cast<const Progress>(snapshot.decisions);
    if (!progress_.level) return;
    distributor_.begin(*progress_.level);
    distributor_.restore(snapshot.tables);
  }

  static constexpr std::uint64_t word = sizeof(std::uint32_t);
  std::uint64_t key_bytes() const { return data::key_bytes(scene_.type); }
  std::uint64_t element_bytes() const { return key_bytes() + data::payload_bytes(problem().payload); }
  Counters counters(std::uint64_t workgroups, std::uint64_t fetched, std::uint64_t bytes) const {
    Counters counters;
    counters.dispatches = 1;
    counters.fragments = workgroups * scene_.settings.workgroup;
    counters.texels_fetched = fetched;
    counters.bytes = bytes;
    return counters;
  }

  /// Before the first pass, so that none is timed with its compilation. Levels with fewer buckets are compiled when
  /// they come.
  void compile() {
    if (progress_.waiting.empty()) return;
    std::vector<Bucket> whole = progress_.waiting;
    const Level first = plan_level(whole, n(), scene_.settings, 0);
    Level second;
    second.k = scene_.settings.k2;
    second.a = scene_.settings.a2;
    if (!first.second) second.parents.resize(first.k);  // about so many
    distributor_.compile(first);
    distributor_.compile(second);
  }

  gpu::Device& device_;
  Scene scene_;
  PingPongBuffers arrays_;
  Distributor distributor_;
  BucketSorter sorter_;
  Progress progress_;
  std::vector<bool> skipped_;  ///< parents that need no scatter, once the level's buckets have been read
};

}  // namespace

std::unique_ptr<Run> make_run(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings) {
  return std::make_unique<RandomizedRun>(device, std::move(problem), settings);
}

}  // namespace texelsort::algorithms::randomized
