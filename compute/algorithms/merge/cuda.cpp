#include "compute/algorithms/merge/cuda.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/merge/claims.h"

namespace texelsort::algorithms::merge {
namespace {

/// Returns the kernel launches of a merger that merges block by block. Other mergers have no such launches.
const device::BlockMergeLaunches& block_merge_launches(device::Merger merger, data::KeyType type) {
  if (merger == device::Merger::four_way) return launches<device::FourWayLaunches>(type);
  return launches<device::TwoWayLaunches>(type);
}

const device::MergeLaunches& merge_launches(device::Merger merger, data::KeyType type) {
  if (merger == device::Merger::bitonic) return launches<device::BitonicLaunches>(type);
  if (merger == device::Merger::path) return launches<device::PathLaunches>(type);
  if (merger == device::Merger::four_path) return launches<device::FourPathLaunches>(type);
  return block_merge_launches(merger, type);
}

/// Returns why a block with `bytes` bytes of shared memory cannot run on the device. Returns null if it can.
std::optional<std::string> shared_refusal(const cuda::DeviceInfo& device, std::uint64_t bytes, std::string_view who) {
  if (bytes <= device.max_shared_bytes) return std::nullopt;
  return fmt::format("{} needs {} bytes of shared memory, but this device allows at most {} per block", who, bytes,
                     device.max_shared_bytes);
}

/// Returns how many steps of the bitonic network access global memory. The longest part determines the number.
std::uint64_t global_steps(const CudaPlan& plan) {
  const std::uint64_t tile = device::bitonic_tile(plan.settings.width);
  std::uint64_t steps = 0;
  for (std::uint64_t size = tile; size * plan.parts < plan.n; size *= 2) ++steps;
  return steps;
}

}  // namespace

std::optional<std::string> cuda_merge_refusal(const cuda::DeviceInfo& device, const CudaPlan& plan, data::KeyType type,
                                              data::PayloadKind payload) {
  const CudaSettings& settings = plan.settings;
  const bool has_payload = payload != data::PayloadKind::none,
             diagonal = settings.selection == device::Selection::diagonal;
  if (diagonal && settings.once()) {
    return "selection = diagonal selects among two or four sequences at a time: choose splitting = round";
  }
  const auto bytes = merge_launches(settings.merger, type).shared_bytes(settings.network, settings.width, has_payload);
  if (auto reason = shared_refusal(device, bytes, fmt::format("a block of mergers of {} threads", settings.width))) {
    return reason;
  }
  if (device::goes_along_paths(settings.merger) && !diagonal) {
    return "merger = path and four-path need selection = diagonal, which finds the splitters of their tiles";
  }
  if (!plan.first) return std::nullopt;
  return shared_refusal(device, launches<device::SortLaunches>(type).shared_bytes(plan.first->way, has_payload),
                        "a block that sorts a sequence");
}

CudaMergeRun::CudaMergeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaPlan& plan,
                           Numbers starts)
    : CudaRun(device, std::move(problem), Sides::two),
      plan_(plan),
      starts_(std::make_shared<const Numbers>(std::move(starts))),
      steps_(plan_.steps(*starts_)) {
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
  for (const MergeStep& step : steps_) add_pass(pass_of(step));
  rewind();
}

Pass CudaMergeRun::pass_of(const MergeStep& step) {
  Pass pass{.header = [this, step] { return plan_.header(step); },
            .execute = [this, step] { execute(step); },
            .cost = [this, step] { return cost(step); },
            .claim = [this, step] { return claim(step); }};
  if (step.kind == MergeStep::Kind::select && tells_all(step.round)) {
    pass.detail = [this, step]() -> PassDetail { return merge_pass(step); };
  } else if (step.kind != MergeStep::Kind::select) {
    pass.detail = [this, step]() -> PassDetail { return work_pass(step); };
  }
  return pass;
}

device::Parts CudaMergeRun::parts(std::uint64_t round) const {
  device::Parts parts = plan_.round(round);
  parts.starts = numbers(*starts_table_);
  parts.splitters = numbers(sums_ != nullptr ? *sums_ : *splitters_);
  return parts;
}

void CudaMergeRun::execute(const MergeStep& step) {
  const data::KeyType type = problem().type();
  const kernels::Arrays arrays = device_arrays();
  const CudaSettings& settings = plan_.settings;
  const device::Stream queue = stream().handle();
  switch (step.kind) {
    case MergeStep::Kind::sort:
      launches<device::SortLaunches>(type).sort_sequences({.arrays = arrays,
                                                           .starts = numbers(*starts_table_),
                                                           .sequences = plan_.sequences,
                                                           .first = plan_.first->way,
                                                           .seed = settings.seed,
                                                           .depth = plan_.first->depth},
                                                          queue);
      break;
    case MergeStep::Kind::merge_runs:
      block_merge_launches(plan_.first->merger, type)
          .merge_runs({.arrays = arrays,
                       .starts = numbers(*starts_table_),
                       .sequences = plan_.sequences,
                       .run = plan_.first->run(step.round)},
                      queue);
      break;
    case MergeStep::Kind::select:
      return launches<device::SelectLaunches>(type).select_splitters(
          {.arrays = arrays,
           .parts = parts(step.round),
           .columns = plan_.columns(),
           .selection = settings.selection,
           .seed = settings.seed,
           .splitters = numbers(*splitters_),
           .sums = sums_ != nullptr ? numbers(*sums_) : nullptr,
           .scratch = scratch_.data()},
          queue);
    case MergeStep::Kind::merge:
      merge_launches(settings.merger, type)
          .merge_parts(
              {.arrays = arrays, .parts = parts(step.round), .network = settings.network, .width = settings.width},
              queue);
      break;
  }
  swap();
}

/// Returns the cost of a step. Excludes costs that depend on the keys: the reads of selections, and the passes of
/// quicksort over a sequence.
Counters CudaMergeRun::cost(const MergeStep& step) const {
  if (step.kind == MergeStep::Kind::select) {
    return {.dispatches = 1, .bytes = plan_.splitters_bytes() + plan_.sums_bytes()};
  }
  const bool bitonic = step.kind == MergeStep::Kind::merge && plan_.settings.merger == device::Merger::bitonic;
  const std::uint64_t times = bitonic ? 1 + global_steps(plan_) : 1;
  return {.dispatches = 1, .elements_read = times * n(), .bytes = 2 * times * array_bytes(problem().form())};
}

Claim CudaMergeRun::claim(const MergeStep& step) const {
  const device::Parts round = plan_.round(step.round);
  switch (step.kind) {
    case MergeStep::Kind::sort:
      return plan_.first->merges() ? sorted_sequences_claim(run_starts(*starts_, device::sort_tile), "tiles")
                                   : sorted_sequences_claim(starts_, "sequences");
    case MergeStep::Kind::merge_runs:
      return sorted_sequences_claim(run_starts(*starts_, plan_.first->run(step.round + 1)), "runs");
    case MergeStep::Kind::select:
      return splitters_claim(Round(round, starts_), part_starts(step.round));
    case MergeStep::Kind::merge:
      break;
  }
  return merged_claim(merged_starts(*starts_, round.stride), round.ways, plan_.settings.stable());
}

MergePass CudaMergeRun::merge_pass(const MergeStep& step) const {
  return {.ways = plan_.settings.ways(),
          .parts = plan_.parts,
          .sequences = plan_.round(step.round).count(),
          .width = plan_.settings.merger == device::Merger::bitonic ? 0 : plan_.settings.width,
          .selecting = false};
}

/// Returns the pieces that blocks process independently. If a pass sorts or merges sequences or runs, each of them is
/// the work of one block. In a merge round, each merger processes one part. All parts are equal shares of the
/// concatenated results of all groups.
WorkPass CudaMergeRun::work_pass(const MergeStep& step) const {
  const bool merges = step.kind == MergeStep::Kind::merge;
  SharedNumbers from = starts_, to = starts_;
  if (step.kind == MergeStep::Kind::sort && plan_.first->merges()) from = to = run_starts(*starts_, device::sort_tile);
  if (step.kind == MergeStep::Kind::merge_runs) {
    from = run_starts(*starts_, plan_.first->run(step.round));
    to = run_starts(*starts_, plan_.first->run(step.round + 1));
  }
  if (merges) {
    const std::uint64_t stride = plan_.round(step.round).stride;
    from = std::make_shared<const Numbers>(merged_starts(*starts_, stride));
    to = std::make_shared<const Numbers>(merged_starts(*starts_, stride * plan_.settings.ways()));
  }
  const std::uint64_t mergers = merges ? plan_.parts : to->size() - 1;
  return {.worker = merges ? "merger" : "block",
          .part = step.kind == MergeStep::Kind::sort && plan_.first->merges() ? "tile" : "sequence",
          .pieces = [from, to, merges, mergers](const WorkPass::Tables&) {
            return pieces_between(*from, *to, merges ? std::optional(mergers) : std::nullopt);
          }};
}

std::vector<View> CudaMergeRun::table_views() const {
  if (starts_table_ == nullptr) return {};
  const auto done = std::span(steps_).first(passes_done());
  const auto rounds = std::ranges::count(done, MergeStep::Kind::merge, &MergeStep::kind);
  Numbers starts = merged_starts(*starts_, plan_.round(static_cast<std::uint64_t>(rounds)).stride);
  const std::uint64_t count = starts.size(), columns = plan_.columns();
  std::vector<View> views{owning_view(tables::Sequences{}, data::KeyType::u64, count, std::move(starts))};
  if (done.empty() || done.back().kind != MergeStep::Kind::select) return views;
  views.push_back(table_view(part_starts(done.back().round), data::KeyType::u64, (plan_.parts + 1) * columns,
                             static_cast<std::uint32_t>(columns), *splitters_));
  return views;
}

}  // namespace texelsort::algorithms::merge
