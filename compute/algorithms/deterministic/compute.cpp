#include "compute/algorithms/deterministic/compute.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/networks/rounds.h"

namespace texelsort::algorithms {
namespace {

SegmentedProblem own_sublists(const Problem& problem, const BucketPlan& plan, const deterministic::Settings& settings) {
  SegmentedProblem sublists = sublists_of(problem, plan);
  if (settings.merges()) sublists.block = settings.block();
  return sublists;
}

}  // namespace

std::uint64_t search_rounds(const BucketPlan& plan, const deterministic::Settings& settings) {
  const std::uint64_t searches = std::min(settings.searches, plan.samples);
  const auto halvings = static_cast<std::uint64_t>(std::bit_width(plan.longest_sublist()));
  return searches * (1 + halvings) + halvings;  // and one for the splitter before
}

std::uint64_t relocation_rounds(const BucketPlan& plan, const deterministic::Settings& settings) {
  return plan.longest_sublist() / settings.lanes + 1;
}

DeterministicRun::Bucketing::Bucketing(gpu::Device& device, const Problem& problem, const BucketPlan& plan,
                                       const deterministic::Settings& settings)
    : tables(plan, problem.type()),
      sample_sort(device, samples_of(problem, plan), limits_of(settings), settings.workgroup),
      scan(device, plan.all_samples()) {
  if (settings.merges()) {
    bucket_merge.emplace(device, problem, plan, settings, RunMerge::Of::buckets);
  } else {
    bucket_sort.emplace(device, buckets_of(problem, plan), limits_of(settings), settings.workgroup);
  }
  gpu::Defines defines = key_defines(problem.type(), problem.order, problem.payload);
  defines["WORKGROUP"] = std::to_string(settings.workgroup);
  defines["SEARCHES"] = std::to_string(settings.searches);
  defines["LANES"] = std::to_string(settings.lanes);
  local_samples = &device.compute_program("sample/deterministic_local_samples.comp", defines);
  global_samples = &device.compute_program("sample/deterministic_global_samples.comp", defines);
  index = &device.compute_program("sample/deterministic_index.comp", defines);
  buckets = &device.compute_program("sample/deterministic_buckets.comp", defines);
  relocate = &device.compute_program("sample/deterministic_relocate.comp", defines);
  device.check_errors("making the tables");
}

DeterministicRun::DeterministicRun(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const deterministic::Settings& settings)
    : Run(problem, std::make_unique<GlPassTimer>(device)),
      device_(device),
      plan_(problem->n(), settings.sublist, settings.samples),
      settings_(settings),
      rounds_(std::max(search_rounds(plan_, settings), relocation_rounds(plan_, settings))),
      arrays_(device, *problem),
      claims_(plan_, key_order(*problem)),
      local_sort_(device, own_sublists(*problem, plan_, settings), limits_of(settings), settings.workgroup),
      steps_(plan_, this->problem(), claims_, *this) {
  steps_.add_local_sort(local_sort_);
  if (settings.merges()) {
    local_merge_.emplace(device, *problem, plan_, settings, RunMerge::Of::sublists);
    add_merge(DeterministicSteps::local_sort_stage, *local_merge_);
  }
  if (plan_.has_buckets()) {
    bucketing_.emplace(device, *problem, plan_, settings);
    const std::uint64_t all = plan_.all_samples();
    steps_.add_sampling(bucketing_->sample_sort);
    steps_.add_bucketing({.searchers = searchers(),
                          .scan_launches = bucketing_->scan.dispatches(all) + 1,
                          .movers = all * settings_.lanes,
                          .scan_bytes = ExclusiveScan::bytes(all)});
    if (bucketing_->bucket_merge) {
      add_merge(DeterministicSteps::bucket_sort_stage, *bucketing_->bucket_merge);
    } else {
      steps_.add_bucket_sort(*bucketing_->bucket_sort);
    }
  }
  for (const Pass& pass : steps_.passes()) add_pass(pass);
  rewind();
}

void DeterministicRun::add_merge(const std::string& stage, const RunMerge& merge) {
  for (std::size_t pass = 0; pass < merge.passes(); ++pass) {
    steps_.add(
        stage, merge.label(pass),
        [this, &merge, pass] {
          const bool buckets = merge.what() == RunMerge::Of::buckets;
          const gpu::BufferBinding starts =
              buckets ? bucketing_->tables.starts.buffer.binding(5) : gpu::BufferBinding{};
          merge.run(pass, arrays_.bindings(), sublist_uniforms(), buckets ? &starts : nullptr);
          arrays_.swap();
        },
        [&merge, pass] { return merge.count(pass); }, [this, &merge, pass] { return claims_.merge(merge, pass); });
  }
}

std::uint64_t DeterministicRun::searchers() const {
  return plan_.sublists * ((plan_.samples + settings_.searches - 1) / settings_.searches);
}

void DeterministicRun::select_samples() {
  const DeterministicTables& tables = bucketing_->tables;
  auto buffers = front_bindings();
  buffers.push_back(tables.samples.buffer.binding(4));
  buffers.push_back(tables.sample_places.buffer.binding(5));
  dispatch(*bucketing_->local_samples, buffers, plan_.all_samples());
}

void DeterministicRun::sort_samples(std::size_t pass) {
  const DeterministicTables& tables = bucketing_->tables;
  bucketing_->sample_sort.run(pass, {tables.samples.buffer.binding(0), tables.sample_places.buffer.binding(1)},
                              nullptr);
}

void DeterministicRun::select_splitters() {
  const DeterministicTables& tables = bucketing_->tables;
  dispatch(*bucketing_->global_samples,
           {tables.samples.buffer.binding(4), tables.sample_places.buffer.binding(5),
            tables.splitters.buffer.binding(6), tables.splitter_places.buffer.binding(7)},
           plan_.samples);
}

void DeterministicRun::search_splitters() {
  const DeterministicTables& tables = bucketing_->tables;
  auto buffers = front_bindings();
  buffers.push_back(tables.locations.buffer.binding(4));
  buffers.push_back(tables.starts.buffer.binding(5));
  buffers.push_back(tables.splitters.buffer.binding(6));
  buffers.push_back(tables.splitter_places.buffer.binding(7));
  dispatch(*bucketing_->index, buffers, searchers());
}

void DeterministicRun::scan() {
  const DeterministicTables& tables = bucketing_->tables;
  bucketing_->scan.run(tables.starts.buffer.binding(0), plan_.all_samples());
  dispatch(*bucketing_->buckets,
           {tables.buckets.buffer.binding(4), tables.starts.buffer.binding(5), tables.sizes.buffer.binding(6)},
           plan_.samples + 1, {{"n", static_cast<std::uint32_t>(n())}});
}

void DeterministicRun::relocate() {
  auto buffers = arrays_.bindings();
  buffers.push_back(bucketing_->tables.locations.buffer.binding(4));
  buffers.push_back(bucketing_->tables.starts.buffer.binding(5));
  dispatch(*bucketing_->relocate, buffers, plan_.all_samples() * settings_.lanes);
  arrays_.swap();
}

void DeterministicRun::sort_buckets(std::size_t pass) {
  const gpu::BufferBinding starts = bucketing_->tables.buckets.buffer.binding(3);
  bucketing_->bucket_sort->run(pass, front_bindings(), &starts);
}

void DeterministicRun::dispatch(const gpu::Program& program, std::vector<gpu::BufferBinding> buffers,
                                std::uint64_t invocations, std::vector<gpu::Uniform> more) {
  gpu::DispatchCall call;
  call.program = &program;
  call.buffers = std::move(buffers);
  call.uniforms = std::move(more);
  for (const gpu::Uniform& uniform : sublist_uniforms()) call.uniforms.push_back(uniform);
  call.workgroups = static_cast<std::uint32_t>((invocations + settings_.workgroup - 1) / settings_.workgroup);
  call.rounds = rounds_;
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

std::vector<View> DeterministicRun::views() const {
  std::vector<View> views = arrays_.views();
  if (!bucketing_) return views;
  const std::vector<View> tables = bucketing_->tables.views();
  const auto filled = static_cast<std::ptrdiff_t>(steps_.tables_filled(passes_done()));
  views.insert(views.end(), tables.begin(), tables.begin() + filled);
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
