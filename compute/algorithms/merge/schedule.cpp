#include "compute/algorithms/merge/schedule.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"

namespace texelsort::algorithms::merge {
namespace {

/// Minimum number of blocks per merger. With fewer blocks, the overhead of a merger at its start and end would
/// dominate.
constexpr std::uint64_t least_blocks = 4;

std::string merge_label(device::Merger merger) {
  switch (merger) {
    case device::Merger::bitonic:
      return "bitonic merging";
    case device::Merger::two_way:
      return "block-wise two-way merging";
    case device::Merger::four_way:
      return "pipelined four-way merging";
    case device::Merger::path:
    case device::Merger::four_path:
      break;
  }
  return "merging by tiles";
}

std::string sort_label(device::FirstLevel way) {
  switch (way) {
    case device::FirstLevel::quick:
      return "quicksort of each sequence";
    case device::FirstLevel::bitonic:
      return "bitonic merge sort of each sequence";
    case device::FirstLevel::tiles:
      break;
  }
  return "bitonic sort of each tile";
}

}  // namespace

Round::Round(const device::Parts& round, SharedNumbers input, SharedNumbers selected)
    : Parts(round), starts_of_input(std::move(input)), all_splitters(std::move(selected)) {
  Parts::starts = starts_of_input->data();
  all = starts_of_input->back();
  if (all_splitters) Parts::splitters = all_splitters->data();
}

std::vector<IndexRange> Round::ranges(std::uint64_t part, std::uint64_t group) const {
  std::vector<IndexRange> ranges;
  for (std::uint64_t way = 0; way < ways; ++way) {
    ranges.push_back(range(edge(part), edge(part + 1), group, way));
  }
  return ranges;
}

IndexRange Round::output(std::uint64_t part, std::uint64_t group) const {
  return {Parts::output(edge(part), group), Parts::output(edge(part + 1), group)};
}

Numbers Round::positions() const {
  Numbers positions;
  for (std::uint64_t part = 0; part <= parts; ++part) {
    const std::uint64_t* row = edge(part).row;
    for (std::uint64_t i = 0; i < count(); ++i) positions.push_back(row[of_input(i + 1)] - row[of_input(i)]);
  }
  return positions;
}

Round Round::next() const {
  Round next = *this;
  next.stride *= ways;
  return next;
}

SharedNumbers sums_of(const Numbers& positions, std::uint64_t sequences) {
  auto sums = std::make_shared<Numbers>();
  for (std::uint64_t cell = 0; cell < positions.size(); ++cell) {
    if (cell % sequences == 0) sums->push_back(0);
    sums->push_back(sums->back() + positions[cell]);
  }
  return sums;
}

std::uint64_t CudaFirstLevel::run(std::uint64_t round) const {
  std::uint64_t run = device::sort_tile;
  for (; round > 0; --round) run *= device::ways(merger);
  return run;
}

std::uint64_t CudaPlan::rounds() const {
  return round_count(sequences, settings.ways());
}

std::uint64_t CudaPlan::sums_bytes() const {
  return settings.once() ? sizeof(std::uint64_t) * (parts + 1) * (sequences + 1) : 0;
}

std::uint64_t CudaPlan::table_bytes() const {
  return starts_bytes() + (rounds() == 0 ? 0 : splitters_bytes() + sums_bytes() + scratch_bytes());
}

device::Parts CudaPlan::round(std::uint64_t index) const {
  device::Parts parts_of_round;
  parts_of_round.sequences = sequences;
  parts_of_round.all = n;
  parts_of_round.ways = settings.ways();
  for (std::uint64_t i = 0; i < index; ++i) parts_of_round.stride *= settings.ways();
  parts_of_round.parts = parts;
  parts_of_round.share = share;
  parts_of_round.once = settings.once();
  return parts_of_round;
}

std::vector<MergeStep> CudaPlan::steps(const Numbers& starts) const {
  using Kind = MergeStep::Kind;
  if (n == 0) return {};
  std::vector<MergeStep> steps;
  std::uint64_t longest = 0;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) longest = std::max(longest, starts[i + 1] - starts[i]);
  if (first) steps.push_back({Kind::sort});
  for (std::uint64_t round = 0; first && first->merges() && first->run(round) < longest; ++round) {
    steps.push_back({Kind::merge_runs, round});
  }
  for (std::uint64_t round = 0; round < rounds(); ++round) {
    if (round == 0 || !settings.once()) steps.push_back({Kind::select, round});
    steps.push_back({Kind::merge, round});
  }
  return steps;
}

PassHeader CudaPlan::header(const MergeStep& step) const {
  const std::uint64_t before = (first ? 1 : 0) + (settings.once() ? 1 : 0);
  if (step.kind == MergeStep::Kind::sort) return {0, 0, "sequences", sort_label(first->way)};
  if (step.kind == MergeStep::Kind::merge_runs) {
    const char* ways = first->merger == device::Merger::four_way ? "four-way" : "two-way";
    return {0, 0, "sequences", fmt::format("{} merging of runs of {}", ways, first->run(step.round))};
  }
  const bool selects = step.kind == MergeStep::Kind::select;
  if (selects && settings.once()) return {0, before - 1, "selection", "multiway selection"};
  return {0, before + step.round, fmt::format("round {} of {}", step.round + 1, rounds()),
          selects ? "multiway selection" : merge_label(settings.merger)};
}

CudaPlan cuda_plan(const CudaSettings& settings, const ProblemForm& form, std::uint64_t sequences) {
  CudaPlan plan{.settings = settings, .n = form.n, .sequences = sequences};
  if (device::goes_along_paths(settings.merger)) {
    const auto key_bytes = static_cast<unsigned>(data::key_bytes(form.type));
    const auto payload_bytes = static_cast<unsigned>(data::payload_bytes(form.payload));
    plan.share = device::path_shape(key_bytes, payload_bytes).tile();
    plan.parts = std::max<std::uint64_t>((form.n + plan.share - 1) / plan.share, 1);
  } else {
    plan.parts = std::clamp<std::uint64_t>(form.n / (least_blocks * settings.width), 1, settings.mergers);
  }
  return plan;
}

SharedNumbers run_starts(const Numbers& starts, std::uint64_t run) {
  auto runs = std::make_shared<Numbers>();
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    for (std::uint64_t place = starts[i]; place < starts[i + 1]; place += run) runs->push_back(place);
  }
  runs->push_back(starts.back());
  return runs;
}

std::vector<WorkPass::Piece> pieces_between(const Numbers& from, const Numbers& to,
                                            std::optional<std::uint64_t> mergers) {
  std::vector<WorkPass::Piece> pieces;
  std::size_t source = 0;
  for (std::size_t i = 0; i + 1 < to.size(); ++i) {
    WorkPass::Piece piece{.worker = i, .part = i, .from = {}, .to = {{to[i], to[i + 1]}}};
    for (; source + 1 < from.size() && from[source + 1] <= to[i + 1]; ++source) {
      piece.from.push_back({from[source], from[source + 1]});
    }
    if (mergers && to[i + 1] > to[i]) {
      const std::uint64_t n = to.back();
      piece.worker = to[i] * *mergers / n;
      piece.workers = (to[i + 1] * *mergers - 1) / n + 1 - piece.worker;
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace texelsort::algorithms::merge
