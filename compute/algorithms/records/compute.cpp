#include "compute/algorithms/records/compute.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/records/reference.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

/// Number of records that a workgroup transposes at a time. 64 records of 32 fields need 8,448 bytes of shared memory.
constexpr std::uint32_t turned_records = 64;

std::uint64_t turned_bytes(std::uint32_t fields) {
  return std::uint64_t{turned_records} * (fields | 1) * sizeof(std::uint32_t);
}

View view_of(const Run& sorter, const TableKind& kind) {
  const std::vector<View> views = sorter.views();
  const View* found = find_view(views, kind);
  if (found == nullptr) throw InternalError(fmt::format("a sorter of records has no view '{}'", name(kind)));
  return *found;
}

gpu::Defines with_workgroup(gpu::Defines defines, std::uint32_t invocations) {
  defines["WORKGROUP"] = std::to_string(invocations);
  return defines;
}

}  // namespace

RecordProgram::RecordProgram(gpu::Device& device, const std::string& name, gpu::Defines defines,
                             std::uint32_t workgroup)
    : ComputeProgram(device, "records/" + name + ".comp", with_workgroup(std::move(defines), workgroup)),
      workgroup_(workgroup) {}

RecordProgram& RecordProgram::bind_view(std::uint32_t block, const View& view) {
  return bind(block, gpu::BufferBinding{block, std::get<const gpu::Buffer*>(view.holder), view.offset,
                                        std::max<std::uint64_t>(view.count * data::key_bytes(view.element), 8)});
}

RecordProgram& RecordProgram::order(const View& view) {
  const auto* texture = std::get_if<const gpu::Texture*>(&view.holder);
  if (texture == nullptr) return bind_view(2, view);
  return sample("order_in", **texture).set("log2_width", static_cast<std::uint64_t>(std::countr_zero(view.width)));
}

RecordProgram& RecordProgram::walks(const GuardedBuffer& from, const GuardedBuffer& to) {
  return bind(3, from.binding(3)).bind(4, to.binding(4));
}

std::optional<std::string> ComputeMover::refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                                 Rearrange rearrange) {
  if (const Availability compute = compute_availability(&device); !compute.available) {
    return "moving records needs a compute shader, which " + compute.reason;
  }
  const data::RecordMemory memory = data::record_memory(form.n, form.type, form.shape);
  const std::uint64_t bytes = memory.words() * sizeof(std::uint32_t);
  if (auto reason = storage_refusal(device, form.n, "the records", bytes)) return reason;
  if (auto reason = workgroup_refusal(device, record_invocations)) return reason;
  if (rearrange == Rearrange::transpose) {
    return shared_memory_refusal(device, "transposing columns into rows", turned_bytes(form.shape.fields));
  }
  if (rearrange != Rearrange::cycle) return std::nullopt;
  return storage_refusal(device, form.n, "the cycles", form.n * sizeof(Walk));
}

ComputeMover::ComputeMover(gpu::Device& device, SharedProblem problem, const Run& sorter, Rearrange rearrange)
    : BufferMover(std::move(problem), rearrange == Rearrange::cycle ? 1 : 2, buffers_of(device), buffers_of(device)),
      device_(device),
      rearrange_(rearrange),
      order_(view_of(sorter, tables::Payload{})) {
  device_.check_errors("making the records' buffers");
}

void ComputeMover::take_order(const Run& sorter) {
  order_ = view_of(sorter, tables::Payload{});
}

RecordProgram ComputeMover::program(const std::string& name, gpu::Defines defines, std::uint32_t workgroup) const {
  defines["ORDER_IN_TEXTURE"] = std::holds_alternative<const gpu::Texture*>(order_.holder) ? "1" : "0";
  return {device_, name, std::move(defines), workgroup};
}

gpu::Defines ComputeMover::memory_defines() const {
  return {{"COLUMNS", std::to_string(memory().columns)}, {"ROW_WORDS", std::to_string(memory().row_words)}};
}

void ComputeMover::extract(Run& sorter) {
  const View keys = view_of(sorter, tables::Keys{}), indices = view_of(sorter, tables::Payload{});
  if (!std::holds_alternative<const gpu::Buffer*>(keys.holder)) return extract_by_host(sorter);
  gpu::Defines defines = memory_defines();
  defines["KEY_WORDS"] = std::to_string(data::key_words(problem().type()));
  RecordProgram(device_, "extract", std::move(defines), record_invocations)
      .records(front())
      .keys(keys)
      .indices(indices)
      .run(memory().n);
}

Pass ComputeMover::program_pass(std::string label, RecordProgram program, Claim (*claim)(SharedProblem), Order reads) {
  const auto execute = [this, program]() mutable {
    program.records(front()).moved(back()).order(order_).run(memory().n);
    swap();
  };
  return moving_pass(std::move(label), execute, claim, reads, program.workgroup());
}

std::vector<Pass> ComputeMover::rearrangement() {
  if (rearrange_ == Rearrange::gather) {
    return {program_pass("gather", program("gather", memory_defines()), rearranged_claim)};
  }
  const auto group = [this](const char* label, std::uint32_t row_words, Claim (*claim)(SharedProblem)) {
    // Invocations copy 4, 2 or 1 words at a time: the largest of these numbers that divides the words of a record.
    const std::uint32_t width = row_words % 4 == 0 ? 4 : row_words % 2 == 0 ? 2 : 1;
    const gpu::Defines defines{{"WIDTH", std::to_string(width)}, {"PARTS", std::to_string(row_words / width)}};
    return program_pass(label, program("group", defines), claim);
  };
  if (rearrange_ == Rearrange::group) return {group("gather by groups", memory().row_words, rearranged_claim)};
  const std::uint32_t fields = memory().columns;
  const auto turn = [&](const char* label, const char* to_rows, Claim (*claim)(SharedProblem)) {
    const gpu::Defines defines{{"FIELDS", std::to_string(fields)}, {"TO_ROWS", to_rows}};
    return program_pass(label, program("turn", defines, turned_records), claim, Order::unread);
  };
  return {turn("columns to rows", "1", rows_claim), group("gather rows", fields, gathered_rows_claim),
          turn("rows to columns", "0", rearranged_claim)};
}

}  // namespace texelsort::algorithms
