#include "compute/algorithms/merge/cpu.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/merge/claims.h"

namespace texelsort::algorithms::merge {
namespace {

/// Maximum number of bounds that the run stores for all selections together. If more were needed, a single pass makes
/// all selections, one after another.
constexpr std::uint64_t most_bounds = 1 << 16;

/// Number of passes at the start of a stage that execute one step each. Each later pass executes twice as many steps as
/// the previous pass.
constexpr std::uint64_t single_steps = 32;

std::uint64_t least_parts(std::uint64_t n, std::uint64_t mergers) {
  return std::clamp<std::uint64_t>(n, 1, mergers);
}

}  // namespace

CpuMergeRun::CpuMergeRun(std::shared_ptr<const Problem> problem, const Settings& settings)
    : Run(problem, std::make_unique<CpuPassTimer>()),
      settings_(settings),
      parts_(least_parts(problem->n(), settings.mergers)),
      rounds_(round_count(problem->sequences.size() - 1, settings.ways())),
      arrays_(*problem) {
  CpuMergeRun::load(InputView(*problem));
  CpuMergeRun::forget();
}

void CpuMergeRun::find_ranks() {
  const auto codes = arrays_.codes();
  ranks_.assign(codes.begin(), codes.end());
  if (problem().comparison == data::Comparison::natural) return;
  for (std::uint64_t& rank : ranks_) {
    rank = data::rank_of_code(rank, problem().comparison, problem().type(), problem().order);
  }
}

void CpuMergeRun::load(const data::StateView& state) {
  arrays_.load(state);
  find_ranks();
}

void CpuMergeRun::forget() {
  progress_ = {};
  device::Parts round;
  round.sequences = problem().sequences.size() - 1;
  round.ways = settings_.ways();
  round.parts = parts_;
  round.once = true;
  progress_.round.emplace(round, SharedNumbers(shared_problem(), &problem().sequences),
                          sums_of(Numbers((parts_ + 1) * round.sequences), round.sequences));
  progress_.selected = rounds_ == 0;
}

void CpuMergeRun::save_more(Snapshot& snapshot) const {
  snapshot.decisions = std::make_shared<const Progress>(progress_);
}

void CpuMergeRun::restore_more(const Snapshot& snapshot) {
  progress_ = *std::static_pointer_cast<const Progress>(snapshot.decisions);
}

std::optional<Pass> CpuMergeRun::next_pass() {
  if (ended()) return std::nullopt;
  if (!progress_.selected) return selection_pass();
  return is_bitonic() ? bitonic_pass() : block_pass();
}

std::uint64_t CpuMergeRun::steps_of_pass() const {
  const std::uint64_t doublings = progress_.passes < single_steps ? 0 : progress_.passes - single_steps + 1;
  return std::uint64_t{1} << std::min<std::uint64_t>(doublings, 62);
}

std::string CpuMergeRun::step_label(std::uint64_t steps) const {
  if (steps == 1) return fmt::format("step {}", progress_.steps + 1);
  return fmt::format("from step {}, up to {} steps", progress_.steps + 1, steps);
}

MergePass CpuMergeRun::merge_pass() const {
  return {.ways = settings_.ways(),
          .parts = parts_,
          .sequences = progress_.round->count(),
          .width = is_bitonic() ? 0 : settings_.width,
          .selecting = !progress_.selected};
}

Pass CpuMergeRun::selection_pass() {
  const bool stepped = parts_ * sequences().count() <= most_bounds;
  const std::uint64_t steps = steps_of_pass();
  return {.header =
              [label = stepped ? step_label(steps) : "all splitters"] {
                return PassHeader{0, 0, "selection", label};
              },
          .execute =
              [this, stepped, steps] {
                if (stepped) return step_selections(steps);
                const Splitters found = select_splitters(sequences(), parts_, settings_.selection, settings_.seed);
                progress_.accesses = found.accesses;
                end_selection(found.positions);
              },
          .cost =
              [this] {
                return Counters{.elements_read = progress_.accesses,
                                .bytes = progress_.accesses * data::key_bytes(problem().type())};
              },
          .claim = [this] { return selection_claim(*progress_.round, progress_.selected); },
          .detail = [this]() -> PassDetail { return merge_pass(); }};
}

void CpuMergeRun::start_selections() {
  if (settings_.selection == device::Selection::quick) progress_.selections.emplace<std::vector<QuickSelection>>();
  for (std::uint64_t j = 1; j < parts_; ++j) {
    const std::uint64_t target = part_start(n(), parts_, j);
    if (auto* osipov = std::get_if<std::vector<OsipovSelection>>(&progress_.selections)) {
      osipov->emplace_back(sequences(), target);
    } else {
      std::get<std::vector<QuickSelection>>(progress_.selections)
          .emplace_back(sequences(), target, selection_seed(settings_.seed, j));
    }
  }
}

namespace {

/// Returns the number of elements per sequence that the selection currently selects. For a quick selection, these are
/// the elements before its pivot.
Numbers selected_now(const OsipovSelection& selection) {
  return selection.splitters();
}
Numbers selected_now(const QuickSelection& selection) {
  if (selection.done()) return selection.splitters();
  Numbers positions;
  for (const auto& bounds : selection.bounds())
    positions.push_back(std::clamp(bounds.below, bounds.lower, bounds.upper));
  return positions;
}

}  // namespace

/// Advances all unfinished selections by at most `steps` steps.
void CpuMergeRun::step_selections(std::uint64_t steps) {
  if (progress_.steps == 0) start_selections();
  bool done = true;
  progress_.accesses = 0;
  Numbers positions(sequences().count());
  std::visit(
      [&](auto& selections) {
        for (auto& selection : selections) {
          const std::uint64_t before = selection.accesses();
          for (std::uint64_t i = 0; i < steps && !selection.done(); ++i) selection.step();
          done = done && selection.done();
          progress_.accesses += selection.accesses() - before;
          std::ranges::copy(selected_now(selection), std::back_inserter(positions));
        }
      },
      progress_.selections);
  for (std::uint64_t i = 0; i < sequences().count(); ++i) positions.push_back(sequences().length(i));
  progress_.steps += steps;
  ++progress_.passes;
  if (done) return end_selection(positions);
  progress_.round = Round(*progress_.round, progress_.round->starts_of_input, sums_of(positions, sequences().count()));
}

void CpuMergeRun::end_selection(const Numbers& positions) {
  progress_.round = Round(*progress_.round, progress_.round->starts_of_input, sums_of(positions, sequences().count()));
  progress_.selected = true;
  start_round();
}

void CpuMergeRun::start_round() {
  progress_.steps = progress_.passes = 0;
  progress_.distance = 0;
  progress_.turned = false;
  progress_.output.assign(n(), no_place);
  progress_.parts.assign(parts_, {});
  if (is_bitonic()) return;
  for (std::uint64_t j = 0; j < parts_; ++j) {
    progress_.parts[j].group = ~std::uint64_t{0};
    next_group(j);
    progress_.parts[j].shown = progress_.parts[j].merger;
    progress_.parts[j].shown_group = progress_.parts[j].group;
  }
}

/// Lets the merger of a part begin with the next group in which the part has elements. If there is none, the merger is
/// done.
void CpuMergeRun::next_group(std::uint64_t part) {
  const Round& round = *progress_.round;
  MergerState& own = progress_.parts[part];
  do {
    ++own.group;
    if (own.group >= round.groups()) return;
    own.output = round.output(part, own.group);
  } while (own.output.length() == 0);
  own.merger = BlockMerger(round.ranges(part, own.group), settings_.ways(), settings_.width, settings_.buffer_merge);
}

bool CpuMergeRun::blocks_done() const {
  const std::uint64_t groups = progress_.round->groups();
  return std::ranges::all_of(progress_.parts, [&](const MergerState& part) { return part.group >= groups; });
}

/// Executes `steps` steps. In each step, every unfinished merger outputs one block.
void CpuMergeRun::step_blocks(std::uint64_t steps) {
  progress_.accesses = 0;
  const std::uint64_t groups = progress_.round->groups();
  for (std::uint64_t j = 0; j < parts_; ++j) {
    MergerState& own = progress_.parts[j];
    for (std::uint64_t i = 0; i < steps && own.group < groups; ++i) {
      for (const std::uint64_t place : own.merger.step(ranks_)) {
        progress_.output[own.output.first++] = place;
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

Pass CpuMergeRun::merging_pass(std::function<std::string()> label) const {
  return {.header =
              [round = progress_.rounds_done + 1, rounds = rounds_, label = std::move(label)] {
                return PassHeader{0, round, fmt::format("round {} of {}", round, rounds), label()};
              },
          .execute = {},
          .cost =
              [this] {
                const std::uint64_t element = data::key_bytes(problem().type()) + arrays_.payload_bytes();
                return Counters{.elements_read = progress_.accesses, .bytes = 2 * progress_.accesses * element};
              },
          .detail = [this]() -> PassDetail { return merge_pass(); }};
}

/// Returns merged_claim() if the pass has completed its round. Otherwise returns the result of `unfinished()`.
Claim CpuMergeRun::merging_claim(const Round& round, std::function<Claim()> unfinished) const {
  if (progress_.round->stride == round.stride) return unfinished();
  return merged_claim(merged_starts(problem().sequences, round.stride), round.ways, settings_.stable());
}

Pass CpuMergeRun::block_pass() {
  const std::uint64_t steps = steps_of_pass();
  Pass pass = merging_pass([label = step_label(steps)] { return label; });
  pass.execute = [this, steps] {
    step_blocks(steps);
    if (blocks_done()) end_round();
  };
  pass.claim = [this, round = *progress_.round] {
    return merging_claim(round, [&] { return blocks_claim(round, settings_.stable()); });
  };
  return pass;
}

Pass CpuMergeRun::bitonic_pass() {
  const std::uint64_t distance = progress_.distance;
  Pass pass = merging_pass([turned = progress_.turned, distance] {
    return turned ? fmt::format("distance {}", distance) : "reverse the first halves";
  });
  pass.execute = [this] {
    if (progress_.turned) {
      compare_parts();
    } else {
      turn_parts();
    }
    if (progress_.distance == 0) end_round();
  };
  pass.claim = [this, round = *progress_.round, distance] {
    return merging_claim(round, [&] { return bitonic_claim(round, distance); });
  };
  return pass;
}

void CpuMergeRun::turn_parts() {
  const Round& round = *progress_.round;
  progress_.accesses = n();
  for (std::uint64_t part = 0; part < parts_; ++part) {
    for (std::uint64_t group = 0; group < round.groups(); ++group) {
      const IndexRange output = round.output(part, group);
      const auto ranges = round.ranges(part, group);
      std::uint64_t at = output.first;
      for (const IndexRange& range : ranges) {
        for (std::uint64_t place = range.first; place < range.last; ++place) progress_.output[at++] = place;
      }
      turn_first_half(std::span(progress_.output).subspan(output.first, output.length()), ranges.front().length());
      progress_.distance = std::max(progress_.distance, first_distance(output.length()));
    }
  }
  progress_.turned = true;
}

void CpuMergeRun::compare_parts() {
  const Round& round = *progress_.round;
  progress_.accesses = 0;
  for (std::uint64_t part = 0; part < parts_; ++part) {
    for (std::uint64_t group = 0; group < round.groups(); ++group) {
      const IndexRange output = round.output(part, group);
      if (output.length() <= progress_.distance) continue;
      compare_at_distance(std::span(progress_.output).subspan(output.first, output.length()), progress_.distance,
                          ranks_);
      progress_.accesses += output.length();
    }
  }
  progress_.distance /= 2;
}

void CpuMergeRun::end_round() {
  const auto gather = [this](std::span<std::uint64_t> elements) {
    const std::vector<std::uint64_t> source(elements.begin(), elements.end());
    for (std::uint64_t i = 0; i < elements.size(); ++i) elements[i] = source[progress_.output[i]];
  };
  gather(arrays_.codes());
  if (arrays_.has_payload()) gather(arrays_.payload());
  gather(ranks_);
  progress_.selections = {};
  progress_.round = progress_.round->next();
  ++progress_.rounds_done;
  start_round();
}

}  // namespace texelsort::algorithms::merge
