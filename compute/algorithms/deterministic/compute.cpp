#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/deterministic/run.h"
#include "compute/algorithms/deterministic/runs.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/primitives/segmented_sort.h"
#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms::deterministic {
namespace {

/// Program for any shader of shaders/sample/deterministic_*.comp.
class BucketProgram : public gpu::ComputeProgram<BucketProgram> {
 public:
  using ComputeProgram::ComputeProgram;
  BucketProgram& plan(const BucketPlan& plan) {
    return set("sublists", plan.sublists)
        .set("samples", plan.samples)
        .set("quotient", plan.quotient)
        .set("remainder", plan.remainder);
  }
  BucketProgram& n(std::uint64_t keys) { return set("n", keys); }
  BucketProgram& merge(const RunMerge& merge, std::size_t pass) {
    return set("width", merge.width(pass)).set("groups", merge.groups(pass));
  }
  BucketProgram& keys(const KeyBuffers& keys) { return bind(0, keys.keys().binding(0)); }
  BucketProgram& arrays(const PingPongBuffers& arrays) { return bind(arrays.bindings()); }
  BucketProgram& samples(const GuardedBuffer& keys, const GuardedBuffer& places) {
    return bind(4, keys.binding(4)).bind(5, places.binding(5));
  }
  BucketProgram& splitters(const GuardedBuffer& keys, const GuardedBuffer& places) {
    return bind(6, keys.binding(6)).bind(7, places.binding(7));
  }
  BucketProgram& locations(const GuardedBuffer& table) { return bind(4, table.binding(4)); }
  BucketProgram& starts(const GuardedBuffer& table) { return bind(5, table.binding(5)); }
  BucketProgram& buckets(const GuardedBuffer& starts, const GuardedBuffer& sizes) {
    return bind(4, starts.binding(4)).bind(6, sizes.binding(6));
  }
};

gpu::Defines defines_of(const Problem& problem, const Settings& settings) {
  gpu::Defines defines = key_defines(problem.type(), problem.order, problem.payload);
  defines["WORKGROUP"] = std::to_string(settings.workgroup);
  defines["SEARCHES"] = std::to_string(settings.searches);
  defines["SUBLIST"] = std::to_string(settings.sublist);
  defines["SAMPLES"] = std::to_string(settings.samples);
  defines["LANES"] = std::to_string(settings.lanes);
  return defines;
}

/// The passes of a RunMerge, and the shader program that executes them.
struct Merger {
  Merger(gpu::Device& device, const Problem& problem, const BucketPlan& plan, const Settings& settings,
         RunMerge::Of what)
      : merge(plan, settings, what), longest(RunMerge::longest_merge(what, plan)) {
    gpu::Defines defines = key_defines(problem.type(), problem.order, problem.payload);
    defines["WORKGROUP"] = std::to_string(settings.workgroup);
    defines["WAYS"] = std::to_string(settings.ways);
    defines["EACH_WAY"] = fmt::format("EACH_{}", settings.ways);
    if (what == RunMerge::Of::buckets) defines["BUCKETS"] = "1";
    if (merge.passes() > 0) program.emplace(device, "sample/deterministic_merge.comp", defines);
  }

  RunMerge merge;
  std::uint64_t longest;
  std::optional<BucketProgram> program{};
};

SegmentedProblem own_sublists(const Problem& problem, const BucketPlan& plan, const Settings& settings) {
  SegmentedProblem sublists = sublists_of(problem, plan);
  if (settings.merges()) sublists.block = settings.block();
  return sublists;
}

class ComputeDeterministicRun final : public DeterministicRun<ComputeRun> {
 public:
  ComputeDeterministicRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings)
      : DeterministicRun(device, problem, settings),
        rounds_(std::max(search_rounds(plan_, settings), relocation_rounds(plan_, settings))),
        local_sort_(device, own_sublists(*problem, plan_, settings), limits_of(settings), settings.workgroup) {
    passes_.add_local_sort(local_sort_);
    if (settings.merges()) {
      local_merge_.emplace(device, *problem, plan_, settings, RunMerge::Of::sublists);
      passes_.add_merge(PassList::local_sort_stage, local_merge_->merge,
                        [this](std::size_t pass) { merge(*local_merge_, pass); });
    }
    if (plan_.has_buckets()) plan_buckets();
    start();
  }

 private:
  /// Resources for sorting with buckets, which a sort of a single sublist does not need.
  struct Bucketing {
    Bucketing(gpu::Device& device, const Problem& problem, const BucketPlan& plan, const Settings& settings,
              const gpu::Defines& defines)
        : sample_sort(device, samples_of(problem, plan), limits_of(settings), settings.workgroup),
          scan(device, plan.all_samples()),
          local_samples(device, "sample/deterministic_local_samples.comp", defines),
          global_samples(device, "sample/deterministic_global_samples.comp", defines),
          index(device,
                settings.doubles() ? "sample/deterministic_index_doubling.comp" : "sample/deterministic_index.comp",
                defines),
          buckets(device, "sample/deterministic_buckets.comp", defines),
          relocate(device, "sample/deterministic_relocate.comp", defines) {
      if (settings.merges()) {
        bucket_merge.emplace(device, problem, plan, settings, RunMerge::Of::buckets);
      } else {
        bucket_sort.emplace(device, buckets_of(problem, plan), limits_of(settings), settings.workgroup);
      }
    }

    SegmentedSort sample_sort;
    /// sorts the buckets by a network; null if `bucket_merge` merges them instead
    std::optional<SegmentedSort> bucket_sort;
    std::optional<Merger> bucket_merge;
    ExclusiveScan scan;
    BucketProgram local_samples, global_samples, index, buckets, relocate;
  };

  void plan_buckets() {
    bucketing_.emplace(device(), problem(), plan_, settings_, defines_of(problem(), settings_));
    passes_.add_sampling(bucketing_->sample_sort);
    passes_.add_bucketing({.searchers = searchers(),
                           .scan_launches = bucketing_->scan.dispatches(plan_.all_samples()) + 1,
                           .movers = plan_.all_samples() * settings_.lanes});
    if (!bucketing_->bucket_merge) return passes_.add_bucket_sort(*bucketing_->bucket_sort);
    passes_.add_merge(PassList::bucket_sort_stage, bucketing_->bucket_merge->merge, [this](std::size_t pass) {
      bucketing_->bucket_merge->program->starts(table(Table::starts));
      merge(*bucketing_->bucket_merge, pass);
    });
  }

  void dispatch(BucketProgram& program, std::uint64_t invocations, std::uint64_t rounds) {
    program.plan(plan_).dispatch((invocations + settings_.workgroup - 1) / settings_.workgroup, rounds);
  }
  void dispatch(BucketProgram& program, std::uint64_t invocations) { dispatch(program, invocations, rounds_); }
  std::vector<gpu::BufferBinding> front() const {
    std::vector<gpu::BufferBinding> bindings;
    arrays().front().append_bindings(bindings, 0);
    return bindings;
  }
  std::uint64_t searchers() const {
    if (settings_.doubles()) return plan_.sublists * settings_.workgroup;
    return plan_.sublists * ((plan_.samples + settings_.searches - 1) / settings_.searches);
  }

  void sort_sublists(std::size_t pass) override { local_sort_.run(pass, front(), nullptr); }
  void local_samples() override {
    auto& program = bucketing_->local_samples;
    program.keys(arrays().front()).samples(table(Table::samples), table(Table::sample_places));
    dispatch(program, plan_.all_samples());
  }
  void sort_samples(std::size_t pass) override {
    bucketing_->sample_sort.run(pass, {table(Table::samples).binding(0), table(Table::sample_places).binding(1)},
                                nullptr);
  }
  void global_samples() override {
    auto& program = bucketing_->global_samples;
    program.samples(table(Table::samples), table(Table::sample_places));
    program.splitters(table(Table::splitters), table(Table::splitter_places));
    dispatch(program, plan_.samples);
  }
  void index() override {
    auto& program = bucketing_->index;
    program.keys(arrays().front()).locations(table(Table::locations)).starts(table(Table::starts));
    program.splitters(table(Table::splitters), table(Table::splitter_places));
    dispatch(program, searchers());
  }
  void buckets() override {
    bucketing_->scan.run(table(Table::starts).binding(0), plan_.all_samples());
    auto& program = bucketing_->buckets;
    program.n(n()).starts(table(Table::starts)).buckets(table(Table::buckets), table(Table::sizes));
    dispatch(program, plan_.samples + 1);
  }
  void relocate() override {
    auto& program = bucketing_->relocate;
    program.arrays(arrays()).locations(table(Table::locations)).starts(table(Table::starts));
    dispatch(program, plan_.all_samples() * settings_.lanes);
    swap();
  }
  void sort_buckets(std::size_t pass) override {
    const gpu::BufferBinding starts = table(Table::buckets).binding(3);
    bucketing_->bucket_sort->run(pass, front(), &starts);
  }
  void merge(Merger& merger, std::size_t pass) {
    merger.program->arrays(arrays()).merge(merger.merge, pass);
    dispatch(*merger.program, merger.merge.merged_runs(pass), merger.longest);
    swap();
  }

  std::uint64_t rounds_;  ///< maximum number of loop iterations of an invocation, not counting merges
  SegmentedSort local_sort_;
  /// merges the runs of the local sort; null if that sort already completes the sublists
  std::optional<Merger> local_merge_;
  std::optional<Bucketing> bucketing_;
};

}  // namespace

std::uint64_t search_rounds(const BucketPlan& plan, const Settings& settings) {
  const auto halvings = static_cast<std::uint64_t>(std::bit_width(plan.longest_sublist()));
  if (settings.doubles()) {
    const auto shares = [&settings](std::uint64_t all) { return all / settings.workgroup + 1; };
    // In every round, each invocation searches at most one splitter. Some invocations have none at the end. All rounds
    // together search each splitter once.
    const auto rounds = static_cast<std::uint64_t>(std::bit_width(plan.samples));
    const std::uint64_t searches = rounds + shares(plan.samples);
    return shares(plan.longest_sublist()) + 2 * shares(plan.samples) + 2 * rounds + searches * (1 + halvings);
  }
  const std::uint64_t searches = std::min(settings.searches, plan.samples);
  return searches * (1 + halvings) + halvings;  // the last term is an additional search for the preceding splitter
}

std::uint64_t relocation_rounds(const BucketPlan& plan, const Settings& settings) {
  return plan.longest_sublist() / settings.lanes + 1;
}

std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const Settings& settings) {
  return std::make_unique<ComputeDeterministicRun>(device, std::move(problem), settings);
}

}  // namespace texelsort::algorithms::deterministic
