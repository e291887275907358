#include "compute/algorithms/records/compute_mover.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/records/host_mover.h"
#include "compute/algorithms/records/record_claims.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

constexpr std::uint32_t workgroup = 256;
/// Records that a workgroup turns at a time: 64 of 32 fields take 8,448 bytes of shared memory.
constexpr std::uint32_t turned_records = 64;

std::uint64_t turned_bytes(std::uint32_t fields) {
  return std::uint64_t{turned_records} * (fields | 1) * sizeof(std::uint32_t);
}

const View& view_of(const std::vector<View>& views, const TableKind& kind) {
  const View* found = find_view(views, kind);
  if (found == nullptr) throw InternalError(fmt::format("a sorter of records has no view '{}'", name(kind)));
  return *found;
}

gpu::BufferBinding binding_of(const View& view, std::uint32_t block) {
  return {block, std::get<const gpu::Buffer*>(view.holder), view.offset,
          std::max<std::uint64_t>(view.count * data::key_bytes(view.element), 8)};
}

gpu::Defines memory_defines(const data::RecordMemory& memory) {
  return {{"WORKGROUP", std::to_string(workgroup)},
          {"COLUMNS", std::to_string(memory.columns)},
          {"ROW_WORDS", std::to_string(memory.row_words)}};
}

/// Words of 16 bytes, or the widest that records are whole numbers of.
std::uint32_t words_at_a_time(std::uint32_t row_words) {
  return row_words % 4 == 0 ? 4 : row_words % 2 == 0 ? 2 : 1;
}

}  // namespace

std::optional<std::string> ComputeMover::refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                                 Rearrange rearrange) {
  if (const Availability compute = compute_availability(&device); !compute.available) {
    return "records are moved by a compute shader, which " + compute.reason;
  }
  const data::RecordMemory memory = data::record_memory(form.n, form.type, form.shape);
  const std::uint64_t bytes = memory.words() * sizeof(std::uint32_t);
  if (auto reason = storage_refusal(device, form.n, "the records", bytes)) return reason;
  if (auto reason = workgroup_refusal(device, workgroup)) return reason;
  if (rearrange == Rearrange::transpose) {
    return shared_memory_refusal(device, "turning columns into rows", turned_bytes(form.shape.fields));
  }
  if (rearrange != Rearrange::cycle) return std::nullopt;
  return storage_refusal(device, form.n, "the cycles", form.n * ComputeCycles::walk_bytes);
}

ComputeMover::ComputeMover(gpu::Device& device, std::shared_ptr<const Problem> problem, Rearrange rearrange)
    : device_(device),
      problem_(std::move(problem)),
      rearrange_(rearrange),
      memory_(data::record_memory(problem_->n(), problem_->type(), problem_->shape)) {
  const std::uint64_t bytes = memory_.words() * sizeof(std::uint32_t);
  words_[0] = GuardedBuffer(bytes, "records");
  if (rearrange_ == Rearrange::cycle) {
    cycles_ = std::make_unique<ComputeCycles>(device_, problem_, words_[0], order_);
  } else {
    words_[1] = GuardedBuffer(bytes, "records");
  }
  device_.check_errors("making the records' buffers");
}

bool ComputeMover::keep() {
  kept_ = GuardedBuffer(memory_.words() * sizeof(std::uint32_t), "records of the input");
  kept_.copy_from(words_[front_]);
  return true;
}

void ComputeMover::load_kept() {
  words_[front_].copy_from(kept_);
}

std::vector<std::uint32_t> ComputeMover::read(std::uint64_t first, std::uint64_t count) const {
  std::vector<std::uint32_t> words(count);
  front().read(first * sizeof(std::uint32_t), std::as_writable_bytes(std::span(words)));
  return words;
}

void ComputeMover::extract(Run& sorter) {
  const std::vector<View> views = sorter.views();
  const View &keys = view_of(views, tables::Keys{}), &indices = view_of(views, tables::Payload{});
  if (!std::holds_alternative<const gpu::Buffer*>(keys.holder)) {
    return load_extracted(sorter, read(0, memory_.words()), *problem_);
  }
  gpu::Defines defines = memory_defines(memory_);
  defines["KEY_WORDS"] = std::to_string(data::key_words(problem_->type()));
  gpu::DispatchCall call;
  call.program = &device_.compute_program("records/extract.comp", defines);
  call.buffers = {front().binding(0), binding_of(keys, 1), binding_of(indices, 2)};
  call.uniforms = {{"n", static_cast<std::uint32_t>(memory_.n)}};
  call.workgroups = static_cast<std::uint32_t>((memory_.n + workgroup - 1) / workgroup);
  device_.executor().dispatch(call);
}

Pass ComputeMover::extraction(Run& sorter) {
  Pass pass;
  pass.header = labelled("key and index of every record");
  pass.execute = [this, &sorter] { extract(sorter); };
  pass.cost = [this] {
    Counters counters;
    counters.dispatches = 1;
    counters.fragments = counters.texels_fetched = memory_.n;
    counters.bytes = memory_.n * (2 * data::key_bytes(problem_->type()) + sizeof(std::uint32_t));
    return counters;
  };
  pass.claim = extracted_claim;
  return pass;
}

void ComputeMover::take_order(const Run& sorter) {
  const std::vector<View> views = sorter.views();
  order_.view = view_of(views, tables::Payload{});
}

Pass ComputeMover::moving_pass(std::string label, std::string shader, gpu::Defines defines, std::uint32_t invocations,
                               std::function<Claim()> claim) {
  Pass pass;
  pass.header = labelled(std::move(label));
  defines["WORKGROUP"] = std::to_string(invocations);
  pass.execute = [this, shader = std::move(shader), defines = std::move(defines), invocations] {
    gpu::Defines all = defines;
    all.merge(order_defines(order_.view));
    gpu::DispatchCall call;
    call.program = &device_.compute_program(shader, all);
    call.buffers = {front().binding(0), words_[front_ ^ 1].binding(1)};
    call.uniforms = {{"n", static_cast<std::uint32_t>(memory_.n)}};
    order_.append(call);
    call.workgroups = static_cast<std::uint32_t>((memory_.n + invocations - 1) / invocations);
    device_.executor().dispatch(call);
    front_ ^= 1;
  };
  pass.cost = [this, invocations] {
    Counters counters = move_counters(*problem_);
    counters.dispatches = 1;
    counters.fragments = (memory_.n + invocations - 1) / invocations * invocations;
    return counters;
  };
  pass.claim = std::move(claim);
  return pass;
}

std::vector<Pass> ComputeMover::transposition() {
  const std::uint32_t fields = memory_.columns;
  const auto turn = [&](const char* label, const char* to_rows, std::function<Claim()> claim) {
    const gpu::Defines defines{{"FIELDS", std::to_string(fields)}, {"TO_ROWS", to_rows}};
    Pass pass = moving_pass(label, "records/turn.comp", defines, turned_records, std::move(claim));
    pass.cost = [count = std::move(pass.cost), n = memory_.n] {
      Counters counters = count();
      counters.texels_fetched -= n;  // no order is read
      counters.bytes -= n * sizeof(std::uint32_t);
      return counters;
    };
    return pass;
  };
  const std::uint32_t at_a_time = words_at_a_time(fields);
  return {turn("columns to rows", "1", [this] { return rows_claim(problem_); }),
          moving_pass("gather rows", "records/group.comp",
                      {{"WIDTH", std::to_string(at_a_time)}, {"PARTS", std::to_string(fields / at_a_time)}}, workgroup,
                      [this] { return gathered_rows_claim(problem_); }),
          turn("rows to columns", "0", [this] { return rearranged_claim(problem_); })};
}

std::vector<Pass> ComputeMover::rearrangement() {
  if (memory_.words() == 0) return {};
  if (rearrange_ == Rearrange::cycle) return cycles_->passes();
  if (rearrange_ == Rearrange::transpose) return transposition();
  const auto claim = [this] { return rearranged_claim(problem_); };
  if (rearrange_ == Rearrange::gather) {
    return {moving_pass("gather", "records/gather.comp", memory_defines(memory_), workgroup, claim)};
  }
  const std::uint32_t at_a_time = words_at_a_time(memory_.row_words);
  const gpu::Defines defines{{"WIDTH", std::to_string(at_a_time)},
                             {"PARTS", std::to_string(memory_.row_words / at_a_time)}};
  return {moving_pass("gather by groups", "records/group.comp", defines, workgroup, claim)};
}

std::vector<View> ComputeMover::views(std::uint64_t moved) const {
  std::vector<View> views;
  if (memory_.words() == 0) return views;
  views.push_back(fields_view(memory_, &front().buffer(), GuardedBuffer::guard_bytes));
  if (cycles_) {
    for (View& table : cycles_->views(moved)) views.push_back(std::move(table));
  }
  return views;
}

std::optional<std::string> ComputeMover::find_guard_damage() const {
  for (const GuardedBuffer& words : words_) {
    if (words.exists() && !words.intact()) return "a word beside the records was written";
  }
  return cycles_ ? cycles_->find_guard_damage() : std::nullopt;
}

std::vector<std::vector<std::byte>> ComputeMover::save_tables(std::uint64_t moved) const {
  return cycles_ ? cycles_->save(moved) : std::vector<std::vector<std::byte>>{};
}

void ComputeMover::restore_tables(std::uint64_t moved, std::span<const std::vector<std::byte>> tables) {
  if (cycles_) cycles_->restore(moved, tables);
}

}  // namespace texelsort::algorithms
