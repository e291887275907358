#include "compute/algorithms/sample/deterministic_run.h"

#include <algorithm>
#include <utility>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/input_state.h"
#include "compute/algorithms/networks/rounds.h"

namespace texelsort::algorithms {
namespace {

ComputeLimits limits_of(const Parameters& parameters) {
  constexpr std::uint64_t any_number_of_steps = ~std::uint64_t{0} / 2;
  return {log2_of(parameters.integer("tile")), log2_of(parameters.integer("keys")), any_number_of_steps, 0};
}

std::uint32_t workgroup_of(const Parameters& parameters) {
  return static_cast<std::uint32_t>(parameters.integer("workgroup"));
}

bool merges(const Parameters& parameters) {
  return parameters.text("sort") == "merge";
}

/// Keys that an invocation or a workgroup sorts before merging begins.
std::uint64_t block_of(const Parameters& parameters) {
  return static_cast<std::uint64_t>(std::max(parameters.integer("tile"), parameters.integer("keys")));
}

SegmentedProblem sublists_of(const Problem& problem, const BucketPlan& plan, const Parameters& parameters) {
  SegmentedProblem sublists{problem.type(),
                            problem.order,
                            problem.payload,
                            false,
                            plan.sublists,
                            plan.longest_sublist(),
                            EvenSegments{plan.quotient, plan.remainder}};
  if (merges(parameters)) sublists.block = block_of(parameters);
  return sublists;
}

/// One list; the payload is a sample's place.
SegmentedProblem samples_of(const Problem& problem, const BucketPlan& plan) {
  return {problem.type(),
          problem.order,
          data::PayloadKind::index,
          true,
          1,
          plan.all_samples(),
          EvenSegments{plan.all_samples(), 0}};
}

SegmentedProblem buckets_of(const Problem& problem, const BucketPlan& plan) {
  return {problem.type(), problem.order, problem.payload, false, plan.samples, plan.largest_bucket(), std::nullopt};
}

}  // namespace

DeterministicRun::Bucketing::Bucketing(gpu::Device& device, const Problem& problem, const BucketPlan& plan,
                                       const Parameters& parameters)
    : tables(plan, problem.type()),
      sample_sort(device, samples_of(problem, plan), limits_of(parameters), workgroup_of(parameters)),
      scan(device, plan.all_samples()) {
  if (merges(parameters)) {
    bucket_merge.emplace(device, problem, plan, parameters, RunMerge::Of::buckets, 0);
  } else {
    bucket_sort.emplace(device, buckets_of(problem, plan), limits_of(parameters), workgroup_of(parameters));
  }
  gpu::Defines defines = key_defines(problem.type(), problem.order, problem.payload);
  defines["WORKGROUP"] = std::to_string(workgroup_of(parameters));
  defines["SEARCHES"] = std::to_string(parameters.integer("searches"));
  defines["LANES"] = std::to_string(parameters.integer("lanes"));
  local_samples = &device.compute_program("sample/deterministic_local_samples.comp", defines);
  global_samples = &device.compute_program("sample/deterministic_global_samples.comp", defines);
  index = &device.compute_program("sample/deterministic_index.comp", defines);
  buckets = &device.compute_program("sample/deterministic_buckets.comp", defines);
  relocate = &device.compute_program("sample/deterministic_relocate.comp", defines);
  device.check_errors("making the tables");
}

DeterministicRun::DeterministicRun(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Parameters& parameters)
    : PassRun(problem, std::make_unique<GlPassTimer>(device)),
      device_(device),
      plan_(problem->n(), static_cast<std::uint64_t>(parameters.integer("sublist")),
            static_cast<std::uint64_t>(parameters.integer("samples"))),
      workgroup_(workgroup_of(parameters)),
      lanes_(static_cast<std::uint64_t>(parameters.integer("lanes"))),
      searches_(static_cast<std::uint64_t>(parameters.integer("searches"))),
      arrays_(device, *problem),
      claims_(plan_, problem->type(), problem->order),
      local_sort_(device, sublists_of(*problem, plan_, parameters), limits_of(parameters), workgroup_) {
  if (merges(parameters)) {
    local_merge_.emplace(device, *problem, plan_, parameters, RunMerge::Of::sublists, block_of(parameters));
  }
  plan_local_sort();
  if (plan_.has_buckets()) {
    bucketing_.emplace(device, *problem, plan_, parameters);
    plan_sampling();
    plan_bucketing();
    plan_bucket_sort();
  }
  arrays_.load(input_state(*problem));
}

void DeterministicRun::add(std::string stage, std::string label, std::function<void()> execute,
                           std::function<Counters()> count, std::function<Claim()> claim) {
  const bool same = !passes_.empty() && passes_.back().stage == stage;
  const std::uint64_t index = passes_.empty() ? 0 : passes_.back().stage_index + (same ? 0 : 1);
  passes_.push_back({.stage_index = index,
                     .stage = std::move(stage),
                     .label = std::move(label),
                     .execute = std::move(execute),
                     .count = std::move(count),
                     .claim = std::move(claim)});
  filled_.push_back(tables_filled_);
  if (!has_splitters_) return;
  passes_.back().buckets = [this, placed = in_buckets_] {
    return BucketPass{.buckets = plan_.samples, .most = plan_.largest_bucket(), .placed = placed, .ranges = {{0, n()}}};
  };
}

void DeterministicRun::dispatch(const gpu::Program& program, std::vector<gpu::BufferBinding> buffers,
                                std::uint64_t invocations, std::vector<gpu::Uniform> more) {
  gpu::DispatchCall call;
  call.program = &program;
  call.buffers = std::move(buffers);
  call.uniforms = std::move(more);
  for (const gpu::Uniform& uniform : sublist_uniforms()) call.uniforms.push_back(uniform);
  call.workgroups = static_cast<std::uint32_t>((invocations + workgroup_ - 1) / workgroup_);
  device_.executor().dispatch(call);
}

std::vector<gpu::Uniform> DeterministicRun::sublist_uniforms() const {
  return {{"sublists", static_cast<std::uint32_t>(plan_.sublists)},
          {"samples", static_cast<std::uint32_t>(plan_.samples)},
          {"quotient", static_cast<std::uint32_t>(plan_.quotient)},
          {"remainder", static_cast<std::uint32_t>(plan_.remainder)}};
}

std::vector<gpu::BufferBinding> DeterministicRun::front_bindings() const {
  std::vector<gpu::BufferBinding> bindings;
  arrays_.front().append_bindings(bindings, 0);
  return bindings;
}

std::optional<Pass> DeterministicRun::next_pass() {
  if (passes_done() == passes_.size()) return std::nullopt;
  return passes_[passes_done()];
}

std::vector<PassHeader> DeterministicRun::known_passes() const {
  std::vector<PassHeader> headers;
  for (const Pass& pass : passes_) headers.push_back({headers.size(), pass.stage_index, pass.stage, pass.label});
  return headers;
}

std::vector<View> DeterministicRun::views() const {
  std::vector<View> views = arrays_.views();
  if (bucketing_ && passes_done() > 0) {
    const std::vector<View> tables = bucketing_->tables.views();
    views.insert(views.end(), tables.begin(), tables.begin() + static_cast<std::ptrdiff_t>(filled_[passes_done() - 1]));
  }
  return views;
}

std::optional<std::string> DeterministicRun::find_guard_damage() const {
  if (auto damage = arrays_.find_guard_damage()) return damage;
  return bucketing_ ? bucketing_->tables.find_guard_damage() : std::nullopt;
}

void DeterministicRun::save_more(Snapshot& snapshot) const {
  if (bucketing_) snapshot.tables = bucketing_->tables.save();
}

void DeterministicRun::restore_more(const Snapshot& snapshot) {
  if (bucketing_) bucketing_->tables.restore(snapshot.tables);
}

}  // namespace texelsort::algorithms
