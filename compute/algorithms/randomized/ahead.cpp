#include <utility>

#include "compute/algorithms/randomized/passes.h"
#include "compute/algorithms/randomized/schedule.h"

/// Functions of Procedure that queue levels before the buckets of the previous levels are known.
namespace texelsort::algorithms::randomized {

std::vector<Pass> Procedure::next_batch() {
  if (ahead_) {
    const Ahead ahead = *std::exchange(ahead_, std::nullopt);
    std::vector<Pass> passes = passes_behind(ahead);
    take_over(ahead);
    return passes;
  }
  if (!steps_.runs_ahead() || progress_.phase != Phase::splitters || progress_.level) return {};
  std::vector<Bucket> waiting = progress_.waiting;
  const Scene first = next_scene(waiting);
  std::vector<Pass> passes{splitters_pass(first, std::move(waiting)), count_pass(first), buckets_pass(first)};
  passes.back().execute = [this, execute = std::move(passes.back().execute)] {
    execute();
    run_ahead();
  };
  passes.back().conclude = [this] { ahead_ = steps_.look_ahead(); };
  return passes;
}

/// Queues all work that is expected to follow step 3 of the first level.
void Procedure::run_ahead() {
  const std::uint32_t levels = expected_levels(problem_.n(), scene_.settings);
  std::shared_ptr<const Level> level = progress_.level;
  for (std::uint32_t number = 1;; ++number) {
    steps_.scatter(*level, {});
    follow({.swaps = true});
    if (number >= levels) break;
    level = progress_.level = expected_scene(number).level;
    steps_.splitters(*level);
    steps_.count(*level);
    steps_.buckets(*level);
  }
  steps_.sort_listed();
}

/// Returns passes that describe work which the device has already executed, after step 3 of the first level.
std::vector<Pass> Procedure::passes_behind(const Ahead& ahead) {
  std::vector<Pass> passes;
  const auto add = [&](Pass pass) {
    pass.execute = [] {};
    passes.push_back(std::move(pass));
  };
  for (std::uint32_t number = 0; number < ahead.levels; ++number) {
    const Scene scene = expected_scene(number);
    if (number > 0) {
      add(splitters_pass(scene, {}));
      add(count_pass(scene));
      add(buckets_pass(scene));
    }
    if (number < ahead.scatters) add(level_pass(scene, scatter_label, claim_buckets, true));
  }
  if (!ahead.done || ahead.small == 0) return passes;
  Pass sort;
  sort.header = [levels = ahead.levels] { return sort_header(levels); };
  add(std::move(sort));
  return passes;
}

/// Lets the host continue where the device has stopped making lists. The remaining work is in the buckets of the last
/// level on the device.
void Procedure::take_over(const Ahead& ahead) {
  Level last = *expected_scene(ahead.levels - 1).level;
  if (ahead.done) {
    progress_ = {Phase::done, {}, {}, std::make_shared<const Level>(std::move(last))};
    unread_ = true;
    return;
  }
  steps_.read_level(last);
  progress_ = {Phase::scatter, {}, {}, std::make_shared<const Level>(std::move(last))};
  skipped_.clear();
  read_buckets();
  std::vector<Bucket> listed = steps_.read_small(ahead.small);
  if (ahead.full) listed.insert(listed.end(), progress_.small.begin(), progress_.small.end());
  progress_.small = std::move(listed);
  settle();
}

const Progress& Procedure::progress() const {
  if (unread_) {
    Level level = *progress_.level;
    steps_.read_level(level);
    progress_.level = std::make_shared<const Level>(std::move(level));
    unread_ = false;
  }
  return progress_;
}

}  // namespace texelsort::algorithms::randomized
