#include "compute/algorithms/radix/radix_run.h"

#include <fmt/format.h>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/radix/radix_claims.h"

namespace texelsort::algorithms {
namespace {

std::uint64_t table_words(const DigitPass& digit) {
  return digit.columns << digit.bits;
}

}  // namespace

RadixRun::RadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const RadixPlan& plan,
                   std::array<std::string, 3> labels)
    : Run(problem, std::make_unique<GlPassTimer>(device)),
      device_(device),
      plan_(plan),
      labels_(std::move(labels)),
      arrays_(device, *problem),
      table_(4 * plan.table_words(), "table"),
      ranks_(plan.ranks ? GuardedBuffer(4 * plan.rank_words(), "ranks") : GuardedBuffer()),
      scan_(device, plan.table_words()),
      count_(&device.compute_program(plan.shader(plan.counting()), plan.defines(plan.counting(), problem->order))),
      move_(&device.compute_program(plan.shader(plan.moving()), plan.defines(plan.moving(), problem->order))) {
  for (std::uint64_t digit = 0; n() > 1 && digit < plan_.digits(); ++digit) {  // one key is sorted
    add_pass(count_pass(digit));
    add_pass(scan_pass(digit));
    add_pass(move_pass(digit));
  }
  rewind();
}

Pass RadixRun::named_pass(std::uint64_t digit, std::size_t step) const {
  Pass pass;
  pass.header = [this, digit, step] {
    return PassHeader{0, digit, fmt::format("digit {} of {}", digit + 1, plan_.digits()), labels_[step]};
  };
  pass.detail = [this, digit]() -> PassDetail { return plan_.digit(digit); };
  return pass;
}

bool RadixRun::keep() {
  arrays_.keep(device_, problem());
  return true;
}

void RadixRun::dispatch(const gpu::Program& program, const DigitPass& digit) {
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

Pass RadixRun::count_pass(std::uint64_t index) {
  Pass pass = named_pass(index, 0);
  const DigitPass digit = plan_.digit(index);
  pass.execute = [this, digit] { dispatch(*count_, digit); };
  pass.cost = [this, digit] {
    Counters counters;
    counters.dispatches = 1;
    counters.fragments = invocations();
    counters.texels_fetched = n();
    counters.bytes = key_array_bytes() + 4 * table_words(digit) + (plan_.ranks ? 4 * n() : 0);
    return counters;
  };
  pass.claim = [this, digit] { return counts_claim(digit, plan_.ranks); };
  return pass;
}

Pass RadixRun::scan_pass(std::uint64_t index) {
  Pass pass = named_pass(index, 1);
  const DigitPass digit = plan_.digit(index);
  pass.execute = [this, digit] { scan_.run(table_.binding(0), table_words(digit)); };
  pass.cost = [this, digit] {
    Counters counters;
    counters.dispatches = scan_.dispatches(table_words(digit));
    counters.texels_fetched = table_words(digit);
    counters.bytes = ExclusiveScan::bytes(table_words(digit));
    return counters;
  };
  pass.claim = [digit] { return scan_claim(digit); };
  return pass;
}

Pass RadixRun::move_pass(std::uint64_t index) {
  Pass pass = named_pass(index, 2);
  const DigitPass digit = plan_.digit(index);
  pass.execute = [this, digit] {
    dispatch(*move_, digit);
    arrays_.swap();
  };
  pass.cost = [this, digit] {
    const std::uint64_t payload = n() * data::payload_bytes(plan_.payload);
    Counters counters;
    counters.dispatches = 1;
    counters.fragments = invocations();
    counters.texels_fetched = n();
    counters.bytes = 2 * (key_array_bytes() + payload) + 4 * table_words(digit) + (plan_.ranks ? 4 * n() : 0);
    return counters;
  };
  pass.claim = [digit] { return moved_claim(digit); };
  return pass;
}

std::vector<View> RadixRun::views() const {
  std::vector<View> views = arrays_.views();
  if (passes_done() == 0) return views;
  const std::uint64_t last = passes_done() - 1;
  const DigitPass digit = plan_.digit(last / 3);
  const std::string_view part = plan_.ranks ? "tile" : "share";
  views.push_back({last % 3 == 0 ? TableKind(tables::DigitCounts{part}) : tables::DigitScan{part, last % 3 == 2},
                   data::KeyType::u32, table_words(digit), static_cast<std::uint32_t>(digit.columns), &table_.buffer(),
                   GuardedBuffer::guard_bytes});
  if (plan_.ranks) {
    views.push_back({tables::DigitRanks{}, data::KeyType::u32, n(), shown_width(n()), &ranks_.buffer(),
                     GuardedBuffer::guard_bytes});
  }
  return views;
}

std::optional<std::string> RadixRun::find_guard_damage() const {
  if (!table_.intact()) return "a word beside the table was written";
  if (ranks_.exists() && !ranks_.intact()) return "a word beside the ranks was written";
  return arrays_.find_guard_damage();
}

void RadixRun::save_more(Snapshot& snapshot) const {
  if (passes_done() == 0) return;
  const auto save = [&snapshot](const GuardedBuffer& buffer, std::uint64_t bytes) {
    snapshot.tables.emplace_back(bytes);
    buffer.read(0, snapshot.tables.back());
  };
  save(table_, 4 * plan_.table_words());
  if (plan_.ranks) save(ranks_, 4 * n());
}

void RadixRun::restore_more(const Snapshot& snapshot) {
  if (snapshot.tables.empty()) return;
  table_.write(0, snapshot.tables[0]);
  if (plan_.ranks) ranks_.write(0, snapshot.tables[1]);
}

}  // namespace texelsort::algorithms
