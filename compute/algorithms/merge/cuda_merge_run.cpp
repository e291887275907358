#include "compute/algorithms/merge/cuda_merge_run.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/merge/cuda_merge_claims.h"
#include "compute/algorithms/merge/merge_claims.h"

namespace texelsort::algorithms::merge {
namespace {

std::string_view merge_label(const CudaSettings& settings) {
  switch (settings.merger) {
    case device::Merger::bitonic:
      return "bitonic merging";
    case device::Merger::two_way:
      return "block-wise two-way merging";
    case device::Merger::four_way:
      return "pipelined four-way merging";
    case device::Merger::path:
      break;
  }
  return "merging by tiles";
}

std::string_view sort_label(device::FirstLevel way) {
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

/// Steps of the bitonic network that work in global memory, for the longest part.
std::uint64_t global_steps(const CudaPlan& plan) {
  const std::uint64_t tile = device::bitonic_tile(plan.settings.width);
  std::uint64_t steps = 0;
  for (std::uint64_t size = tile; size * plan.parts < plan.n; size *= 2) ++steps;
  return steps;
}

}  // namespace

std::uint64_t CudaFirstLevel::run(std::uint64_t round) const {
  std::uint64_t run = device::sort_tile;
  for (; round > 0; --round) run *= ways();
  return run;
}

CudaMergeRun::CudaMergeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaPlan& plan,
                           std::vector<std::uint64_t> starts, std::optional<CudaFirstLevel> first)
    : CudaRun(device, std::move(problem), Sides::two),
      plan_(plan),
      first_(first),
      starts_(std::make_shared<const std::vector<std::uint64_t>>(std::move(starts))) {
  plan_steps();
  if (!steps_.empty()) {
    GuardedBuffer& table = add_array(plan_.starts_bytes(), "starts of sequences");
    table.write(0, std::as_bytes(std::span(*starts_)));
    starts_table_ = &table;
  }
  if (n() > 0 && plan_.rounds() > 0) {
    splitters_ = &add_table(plan_.splitters_bytes(), "splitters");
    if (plan_.sums_bytes() > 0) sums_ = &add_table(plan_.sums_bytes(), "sums of splitters");
    scratch_ = cuda::Buffer(plan_.scratch_bytes(), "bounds of selections");
  }
  for (std::uint64_t i = 0; i < steps_.size(); ++i) add_pass(pass_of(i));
  rewind();
}

void CudaMergeRun::plan_steps() {
  if (n() == 0) return;
  if (first_) steps_.push_back({Kind::sort, 0});
  for (std::uint64_t round = 0; first_ && first_->merges() && first_->run(round) < longest_sequence(); ++round) {
    steps_.push_back({Kind::merge_runs, round});
  }
  for (std::uint64_t round = 0; round < plan_.rounds(); ++round) {
    if (round == 0 || !plan_.settings.once()) steps_.push_back({Kind::select, round});
    steps_.push_back({Kind::merge, round});
  }
}

PassHeader CudaMergeRun::header(std::uint64_t index) const {
  const Step& step = steps_.at(index);
  const std::uint64_t before = (first_ ? 1 : 0) + (plan_.settings.once() ? 1 : 0);
  if (step.kind == Kind::sort) return {index, 0, "sequences", std::string(sort_label(first_->way))};
  if (step.kind == Kind::merge_runs) {
    return {
        index, 0, "sequences",
        fmt::format("{} merging of runs of {}", first_->ways() == 2 ? "two-way" : "four-way", first_->run(step.round))};
  }
  if (step.kind == Kind::select && plan_.settings.once()) {
    return {index, before - 1, "selection", "multiway selection"};
  }
  return {index, before + step.round, fmt::format("round {} of {}", step.round + 1, plan_.rounds()),
          step.kind == Kind::select ? "multiway selection" : std::string(merge_label(plan_.settings))};
}

Pass CudaMergeRun::pass_of(std::uint64_t index) {
  const auto [kind, round] = steps_[index];
  Pass pass = kind == Kind::sort         ? sort_pass()
              : kind == Kind::merge_runs ? runs_pass(round)
              : kind == Kind::select     ? select_pass(round)
                                         : merge_pass(round);
  pass.header = [this, index] { return header(index); };
  return pass;
}

kernels::Arrays CudaMergeRun::arrays() const {
  const Columns from = front(), to = back();
  return {.order = {problem().type(), problem().order, problem().comparison},
          .n = n(),
          .keys_in = from.keys,
          .keys_out = to.keys,
          .payload_in = from.payload,
          .payload_out = to.payload};
}

device::Parts CudaMergeRun::parts(std::uint64_t round) const {
  device::Parts parts = plan_.round(round);
  parts.starts = static_cast<const std::uint64_t*>(pointer(*starts_table_));
  parts.splitters = static_cast<const std::uint64_t*>(pointer(sums_ != nullptr ? *sums_ : *splitters_));
  return parts;
}

std::uint64_t CudaMergeRun::array_bytes() const {
  return n() * (data::key_bytes(problem().type()) + data::payload_bytes(problem().payload));
}

Pass CudaMergeRun::sort_pass() {
  Pass pass;
  pass.execute = [this] {
    launches<device::SortLaunches>(problem().type())
        .sort_sequences({.arrays = arrays(),
                         .starts = static_cast<const std::uint64_t*>(pointer(*starts_table_)),
                         .sequences = plan_.sequences,
                         .first = first_->way,
                         .seed = plan_.settings.seed,
                         .depth = first_->depth},
                        stream().handle());
    swap();
  };
  pass.cost = [this] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = n();
    counters.bytes = 2 * array_bytes();  // the least: how often a sequence is passed through depends on its keys
    return counters;
  };
  pass.claim = [this] {
    return first_->merges() ? sorted_sequences_claim(run_starts(device::sort_tile), "tiles")
                            : sorted_sequences_claim(starts_, "sequences");
  };
  return pass;
}

std::uint64_t CudaMergeRun::longest_sequence() const {
  std::uint64_t longest = 0;
  for (std::size_t i = 0; i + 1 < starts_->size(); ++i) longest = std::max(longest, (*starts_)[i + 1] - (*starts_)[i]);
  return longest;
}

Starts CudaMergeRun::run_starts(std::uint64_t run) const {
  auto starts = std::make_shared<std::vector<std::uint64_t>>();
  for (std::size_t i = 0; i + 1 < starts_->size(); ++i) {
    for (std::uint64_t place = (*starts_)[i]; place < (*starts_)[i + 1]; place += run) starts->push_back(place);
  }
  starts->push_back(n());
  return starts;
}

Pass CudaMergeRun::runs_pass(std::uint64_t round) {
  const std::uint64_t run = first_->run(round);
  Pass pass;
  pass.execute = [this, run] {
    block_merge_launches(first_->merger, problem().type())
        .merge_runs({.arrays = arrays(),
                     .starts = static_cast<const std::uint64_t*>(pointer(*starts_table_)),
                     .sequences = plan_.sequences,
                     .run = run},
                    stream().handle());
    swap();
  };
  pass.cost = [this] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = n();
    counters.bytes = 2 * array_bytes();
    return counters;
  };
  pass.claim = [this, run] { return sorted_sequences_claim(run_starts(run * first_->ways()), "runs"); };
  return pass;
}

Pass CudaMergeRun::select_pass(std::uint64_t round) {
  Pass pass;
  pass.execute = [this, round] {
    launches<device::SelectLaunches>(problem().type())
        .select_splitters({.arrays = arrays(),
                           .parts = parts(round),
                           .columns = plan_.columns(),
                           .selection = plan_.settings.selection,
                           .seed = plan_.settings.seed,
                           .splitters = static_cast<std::uint64_t*>(pointer(*splitters_)),
                           .sums = sums_ != nullptr ? static_cast<std::uint64_t*>(pointer(*sums_)) : nullptr,
                           .scratch = scratch_.data()},
                          stream().handle());
  };
  pass.cost = [this] {
    Counters counters;
    counters.dispatches = 1;
    counters.bytes = plan_.splitters_bytes() + plan_.sums_bytes();  // what is read of the keys depends on them
    return counters;
  };
  pass.claim = [this, round] { return splitters_claim(plan_, round, starts_, part_starts(round)); };
  if (tells_all(round)) {
    pass.detail = [this, round]() -> PassDetail {
      return MergePass{.ways = plan_.settings.ways(),
                       .parts = plan_.parts,
                       .sequences = plan_.round(round).count(),
                       .width = plan_.settings.merger == device::Merger::bitonic ? 0 : plan_.settings.width,
                       .selecting = false};
    };
  }
  return pass;
}

Pass CudaMergeRun::merge_pass(std::uint64_t round) {
  Pass pass;
  pass.execute = [this, round] {
    merge_launches(plan_.settings.merger, problem().type())
        .merge_parts({.arrays = arrays(),
                      .parts = parts(round),
                      .network = plan_.settings.network,
                      .width = plan_.settings.width},
                     stream().handle());
    swap();
  };
  pass.cost = [this] {
    const std::uint64_t times = plan_.settings.merger == device::Merger::bitonic ? 1 + global_steps(plan_) : 1;
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = times * n();
    counters.bytes = 2 * times * array_bytes();
    return counters;
  };
  pass.claim = [this, round] {
    const device::Parts before = plan_.round(round);
    Round merged{round, before.ways, before.parts, {}, {}};
    for (std::uint64_t i = 0; i <= before.count(); ++i) merged.starts.push_back((*starts_)[before.of_input(i)]);
    return merged_claim(std::make_shared<const Round>(std::move(merged)), plan_.settings.stable());
  };
  return pass;
}

std::vector<View> CudaMergeRun::table_views() const {
  if (starts_table_ == nullptr) return {};
  const auto done = std::span(steps_).first(passes_done());
  const auto rounds = std::ranges::count(done, Kind::merge, [](const Step& step) { return step.kind; });
  const device::Parts now = plan_.round(static_cast<std::uint64_t>(rounds));
  std::vector<std::uint64_t> starts;
  for (std::uint64_t i = 0; i <= now.count(); ++i) starts.push_back((*starts_)[now.of_input(i)]);
  const std::uint64_t count = starts.size(), columns = plan_.columns();
  std::vector<View> views{owning_view(tables::Sequences{}, data::KeyType::u64, count, std::move(starts))};
  if (done.empty() || done.back().kind != Kind::select) return views;
  views.push_back(table_view(part_starts(done.back().round), data::KeyType::u64, (plan_.parts + 1) * columns,
                             static_cast<std::uint32_t>(columns), *splitters_));
  return views;
}

}  // namespace texelsort::algorithms::merge
