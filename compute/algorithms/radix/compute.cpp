#include "compute/algorithms/radix/compute.h"

#include "compute/algorithms/arrays/host_arrays.h"

namespace texelsort::algorithms {
ComputeRadixRun::ComputeRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                 const ComputeRadixPlan& plan)
    : Run(problem, std::make_unique<GlPassTimer>(device)),
      device_(device),
      plan_(plan),
      arrays_(device, *problem),
      table_(4 * plan.table_elements(), "table"),
      ranks_(plan.ranks ? GuardedBuffer(4 * plan.rank_words(), "ranks") : GuardedBuffer()),
      scan_(device, plan.table_elements()),
      count_(&device.compute_program(plan.shader(plan.counting()), plan.defines(plan.counting(), problem->order))),
      move_(&device.compute_program(plan.shader(plan.moving()), plan.defines(plan.moving(), problem->order))) {
  const DigitSizes sizes{
      .count = 4, .rank = plan.ranks ? 4u : 0u, .invocations = std::uint64_t{plan.workgroups()} * plan.workgroup};
  for (Pass& pass : digit_passes(plan_, sizes, *this)) add_pass(std::move(pass));
  rewind();
}

bool ComputeRadixRun::keep() {
  arrays_.keep(device_, problem());
  return true;
}

void ComputeRadixRun::dispatch(const gpu::Program& program, const DigitPass& digit) {
  gpu::DispatchCall call;
  call.program = &program;
  call.buffers = arrays_.bindings();
  call.buffers.push_back(table_.binding(4));
  gpu::BufferBinding quads = call.buffers.front();  // the front's keys once more, 16 bytes at a time
  quads.binding = 5;
  call.buffers.push_back(quads);
  if (plan_.ranks) call.buffers.push_back(ranks_.binding(6));
  call.uniforms = {{"n", static_cast<std::uint32_t>(n())},
                   {"shift", digit.shift},
                   {"bits", digit.bits},
                   {"columns", static_cast<std::uint32_t>(digit.columns)},
                   {"column_keys", static_cast<std::uint32_t>(digit.column_keys)}};
  call.workgroups = plan_.workgroups();
  call.rounds = plan_.rounds();
  device_.executor().dispatch(call);
}

void ComputeRadixRun::count(const DigitPass& digit) {
  dispatch(*count_, digit);
}

void ComputeRadixRun::scan(const DigitPass& digit) {
  scan_.run(table_.binding(0), table_elements(digit));
}

void ComputeRadixRun::move(const DigitPass& digit) {
  dispatch(*move_, digit);
  arrays_.swap();
}

Counters ComputeRadixRun::scan_cost(const DigitPass& digit) const {
  Counters counters;
  counters.dispatches = scan_.dispatches(table_elements(digit));
  counters.texels_fetched = table_elements(digit);
  counters.bytes = ExclusiveScan::bytes(table_elements(digit));
  return counters;
}

std::vector<View> ComputeRadixRun::views() const {
  std::vector<View> views = arrays_.views();
  if (passes_done() == 0) return views;
  const std::uint64_t last = passes_done() - 1;
  const DigitPass digit = plan_.digit(last / 3);
  views.push_back({digit_table(plan_, last), data::KeyType::u32, table_elements(digit),
                   static_cast<std::uint32_t>(digit.columns), &table_.buffer(), GuardedBuffer::guard_bytes});
  if (plan_.ranks) {
    views.push_back({tables::DigitRanks{}, data::KeyType::u32, n(), shown_width(n()), &ranks_.buffer(),
                     GuardedBuffer::guard_bytes});
  }
  return views;
}

std::optional<std::string> ComputeRadixRun::find_guard_damage() const {
  if (!table_.intact()) return "a word beside the table was written";
  if (ranks_.exists() && !ranks_.intact()) return "a word beside the ranks was written";
  return arrays_.find_guard_damage();
}

void ComputeRadixRun::save_more(Snapshot& snapshot) const {
  if (passes_done() == 0) return;
  const auto save = [&snapshot](const GuardedBuffer& buffer, std::uint64_t bytes) {
    snapshot.tables.emplace_back(bytes);
    buffer.read(0, snapshot.tables.back());
  };
  save(table_, 4 * plan_.table_elements());
  if (plan_.ranks) save(ranks_, 4 * n());
}

void ComputeRadixRun::restore_more(const Snapshot& snapshot) {
  if (snapshot.tables.empty()) return;
  table_.write(0, snapshot.tables[0]);
  if (plan_.ranks) ranks_.write(0, snapshot.tables[1]);
}

}  // namespace texelsort::algorithms
