#include "compute/algorithms/merge/merge_run.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/merge/merge_claims.h"

namespace texelsort::algorithms::merge {
namespace {

/// More bounds than these are not kept for all selections at once: they are then made one after another in one pass.
constexpr std::uint64_t most_bounds = 1 << 16;

/// Passes of a stage that do one step each; every one after them does twice as many as the one before.
constexpr std::uint64_t single_steps = 32;

std::uint64_t least_parts(std::uint64_t n, std::uint64_t mergers) {
  return std::clamp<std::uint64_t>(n, 1, mergers);
}

}  // namespace

MergeRun::MergeRun(std::shared_ptr<const Problem> problem, const Settings& settings)
    : Run(problem, std::make_unique<CpuPassTimer>()),
      settings_(settings),
      parts_(least_parts(problem->n(), settings.mergers)),
      rounds_(round_count(problem->sequences.size() - 1, settings.ways())),
      arrays_(*problem) {
  MergeRun::load(input_state(*problem));
  MergeRun::forget();
}

void MergeRun::find_ranks() {
  const auto codes = arrays_.codes();
  ranks_.assign(codes.begin(), codes.end());
  if (problem().comparison == data::Comparison::natural) return;
  for (std::uint64_t& rank : ranks_) {
    rank = data::rank_of_code(rank, problem().comparison, problem().type(), problem().order);
  }
}

void MergeRun::load(const data::State& state) {
  arrays_.load(state);
  find_ranks();
}

void MergeRun::forget() {
  progress_ = {};
  Round round{0, settings_.ways(), parts_, problem().sequences, {}};
  round.splitters.resize((parts_ + 1) * round.sequences());
  progress_.round = std::make_shared<const Round>(std::move(round));
  progress_.selected = rounds_ == 0;
}

void MergeRun::save_more(Snapshot& snapshot) const {
  snapshot.decisions = std::make_shared<const Progress>(progress_);
}

void MergeRun::restore_more(const Snapshot& snapshot) {
  progress_ = *std::static_pointer_cast<const Progress>(snapshot.decisions);
}

std::optional<Pass> MergeRun::next_pass() {
  if (ended()) return std::nullopt;
  if (!progress_.selected) return selection_pass();
  return settings_.merger == Merger::bitonic ? bitonic_pass() : block_pass();
}

std::uint64_t MergeRun::steps_of_pass() const {
  const std::uint64_t doublings = progress_.passes < single_steps ? 0 : progress_.passes - single_steps + 1;
  return std::uint64_t{1} << std::min<std::uint64_t>(doublings, 62);
}

std::string MergeRun::step_label(std::uint64_t steps) const {
  if (steps == 1) return fmt::format("step {}", progress_.steps + 1);
  return fmt::format("from step {}, up to {} steps", progress_.steps + 1, steps);
}

Counters MergeRun::counters() const {
  const std::uint64_t key = data::key_bytes(problem().type());
  return {.texels_fetched = progress_.accesses,
          .bytes = progress_.accesses * (progress_.selected ? 2 * (key + arrays_.payload_bytes()) : key)};
}

MergePass MergeRun::merge_pass() const {
  return {.ways = settings_.ways(),
          .parts = parts_,
          .sequences = progress_.round->sequences(),
          .width = settings_.merger == Merger::bitonic ? 0 : settings_.width,
          .selecting = !progress_.selected};
}

Pass MergeRun::selection_pass() {
  const bool stepped = parts_ * problem_sequences().count() <= most_bounds;
  const std::uint64_t steps = steps_of_pass();
  Pass pass;
  pass.header = [label = stepped ? step_label(steps) : "all splitters"] {
    return PassHeader{0, 0, "selection", label};
  };
  pass.execute = [this, stepped, steps] {
    if (stepped) return step_selections(steps);
    const Splitters found = select_splitters(problem_sequences(), parts_, settings_.selector, settings_.seed);
    progress_.accesses = found.accesses;
    progress_.selected = true;
    start_round(std::make_shared<const Round>(first_round(problem().sequences, found, settings_.ways())));
  };
  pass.cost = [this] {
    Counters counters = this->counters();
    counters.bytes = progress_.accesses * data::key_bytes(problem().type());
    return counters;
  };
  pass.claim = [this] { return selection_claim(progress_.round, progress_.selected); };
  pass.detail = [this]() -> PassDetail { return merge_pass(); };
  return pass;
}

void MergeRun::start_selections() {
  for (std::uint64_t j = 1; j < parts_; ++j) {
    const std::uint64_t target = part_start(n(), parts_, j);
    if (settings_.selector == Selector::osipov) {
      progress_.osipov.emplace_back(problem_sequences(), target);
    } else {
      progress_.quick.emplace_back(problem_sequences(), target, selection_seed(settings_.seed, j));
    }
  }
}

namespace {

/// All selections do up to so many steps; whether all are done, and what they have read since.
template <typename Selection>
std::pair<bool, std::uint64_t> step_all(std::vector<Selection>& selections, std::uint64_t steps) {
  bool done = true;
  std::uint64_t accesses = 0;
  for (Selection& selection : selections) {
    const std::uint64_t before = selection.accesses();
    for (std::uint64_t i = 0; i < steps && !selection.done(); ++i) selection.step();
    done = done && selection.done();
    accesses += selection.accesses() - before;
  }
  return {done, accesses};
}

/// What is selected at the moment; of a quick selection under way what comes before its pivot.
std::vector<std::uint64_t> selected_now(const OsipovSelection& selection) {
  return selection.splitters();
}
std::vector<std::uint64_t> selected_now(const QuickSelection& selection) {
  if (selection.done()) return selection.splitters();
  std::vector<std::uint64_t> positions;
  for (const auto& bounds : selection.bounds())
    positions.push_back(std::clamp(bounds.below, bounds.lower, bounds.upper));
  return positions;
}

}  // namespace

void MergeRun::step_selections(std::uint64_t steps) {
  if (progress_.steps == 0) start_selections();
  const auto [done, accesses] =
      settings_.selector == Selector::osipov ? step_all(progress_.osipov, steps) : step_all(progress_.quick, steps);
  progress_.accesses = accesses;
  progress_.steps += steps;
  ++progress_.passes;
  Round round = *progress_.round;
  const std::uint64_t k = round.sequences();
  const auto put = [&](std::uint64_t part, const std::vector<std::uint64_t>& positions) {
    std::ranges::copy(positions, round.splitters.begin() + static_cast<std::ptrdiff_t>(part * k));
  };
  for (std::uint64_t j = 1; j < parts_; ++j) {
    put(j, settings_.selector == Selector::osipov ? selected_now(progress_.osipov[j - 1])
                                                  : selected_now(progress_.quick[j - 1]));
  }
  for (std::uint64_t i = 0; i < k; ++i) round.splitters[parts_ * k + i] = round.starts[i + 1] - round.starts[i];
  progress_.round = std::make_shared<const Round>(std::move(round));
  if (!done) return;
  progress_.selected = true;
  start_round(progress_.round);
}

void MergeRun::start_round(std::shared_ptr<const Round> round) {
  progress_.round = std::move(round);
  progress_.steps = progress_.passes = 0;
  progress_.distance = 0;
  progress_.turned = false;
  progress_.output.assign(n(), no_place);
  progress_.parts.assign(parts_, {});
  if (settings_.merger == Merger::bitonic) return;
  for (std::uint64_t j = 0; j < parts_; ++j) {
    progress_.parts[j].group = ~std::uint64_t{0};
    next_group(j);
    progress_.parts[j].shown = progress_.parts[j].merger;
    progress_.parts[j].shown_group = progress_.parts[j].group;
  }
}

/// The part goes on to the next group of which it has anything to merge, or beyond the last.
void MergeRun::next_group(std::uint64_t part) {
  const Round& round = *progress_.round;
  Part& own = progress_.parts[part];
  do {
    ++own.group;
    if (own.group >= round.groups()) return;
    own.output = round.output(part, own.group);
  } while (own.output.left() == 0);
  own.merger = BlockMerger(round.ranges(part, own.group), settings_.ways(), settings_.width, settings_.buffer_merge);
}

bool MergeRun::blocks_done() const {
  const std::uint64_t groups = progress_.round->groups();
  return std::ranges::all_of(progress_.parts, [&](const Part& part) { return part.group >= groups; });
}

/// Every merger that is not through puts out a block.
void MergeRun::step_blocks(std::uint64_t steps) {
  progress_.accesses = 0;
  const std::uint64_t groups = progress_.round->groups();
  for (std::uint64_t j = 0; j < parts_; ++j) {
    Part& own = progress_.parts[j];
    for (std::uint64_t i = 0; i < steps && own.group < groups; ++i) {
      for (const std::uint64_t place : own.merger.step(ranks_)) {
        progress_.output[own.output.next++] = place;
        ++progress_.accesses;
      }
      own.shown = own.merger;
      own.shown_group = own.group;
      if (own.merger.done()) next_group(j);
    }
  }
  progress_.steps += steps;
  ++progress_.passes;
}

Pass MergeRun::merging_pass(std::function<std::string()> label) const {
  Pass pass;
  pass.header = [round = progress_.round->index + 1, rounds = rounds_, label = std::move(label)] {
    return PassHeader{0, round, fmt::format("round {} of {}", round, rounds), label()};
  };
  pass.cost = [this] { return counters(); };
  pass.detail = [this]() -> PassDetail { return merge_pass(); };
  return pass;
}

Pass MergeRun::block_pass() {
  const std::uint64_t steps = steps_of_pass();
  const auto round = progress_.round;
  Pass pass = merging_pass([label = step_label(steps)] { return label; });
  pass.execute = [this, steps] {
    step_blocks(steps);
    if (blocks_done()) end_round();
  };
  pass.claim = [this, round] {
    const bool ended = progress_.round != round;
    return ended ? merged_claim(round, settings_.stable()) : blocks_claim(round, settings_.stable());
  };
  return pass;
}

Pass MergeRun::bitonic_pass() {
  const auto round = progress_.round;
  const std::uint64_t distance = progress_.distance;
  Pass pass = merging_pass([turned = progress_.turned, distance] {
    return turned ? fmt::format("distance {}", distance) : "turn first halves round";
  });
  pass.execute = [this] {
    if (progress_.turned) {
      compare_parts();
    } else {
      turn_parts();
    }
    if (progress_.distance == 0) end_round();
  };
  pass.claim = [this, round, distance] {
    return progress_.round != round ? merged_claim(round, false) : bitonic_claim(round, distance);
  };
  return pass;
}

void MergeRun::turn_parts() {
  const Round& round = *progress_.round;
  progress_.accesses = n();
  for (std::uint64_t part = 0; part < parts_; ++part) {
    for (std::uint64_t group = 0; group < round.groups(); ++group) {
      const Range output = round.output(part, group);
      const auto ranges = round.ranges(part, group);
      std::uint64_t at = output.next;
      for (const Range& range : ranges) {
        for (std::uint64_t place = range.next; place < range.last; ++place) progress_.output[at++] = place;
      }
      turn_first_half(std::span(progress_.output).subspan(output.next, output.left()), ranges.front().left());
      progress_.distance = std::max(progress_.distance, first_distance(output.left()));
    }
  }
  progress_.turned = true;
}

void MergeRun::compare_parts() {
  const Round& round = *progress_.round;
  progress_.accesses = 0;
  for (std::uint64_t part = 0; part < parts_; ++part) {
    for (std::uint64_t group = 0; group < round.groups(); ++group) {
      const Range output = round.output(part, group);
      if (output.left() <= progress_.distance) continue;
      compare_at_distance(std::span(progress_.output).subspan(output.next, output.left()), progress_.distance, ranks_);
      progress_.accesses += output.left();
    }
  }
  progress_.distance /= 2;
}

void MergeRun::end_round() {
  const auto gather = [this](std::span<std::uint64_t> elements) {
    const std::vector<std::uint64_t> source(elements.begin(), elements.end());
    for (std::uint64_t i = 0; i < elements.size(); ++i) elements[i] = source[progress_.output[i]];
  };
  gather(arrays_.codes());
  if (arrays_.has_payload()) gather(arrays_.payload());
  gather(ranks_);
  progress_.osipov.clear();
  progress_.quick.clear();
  start_round(std::make_shared<const Round>(progress_.round->next()));
}

}  // namespace texelsort::algorithms::merge
