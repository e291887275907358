#include "compute/algorithms/records/compute_cycles.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/primitives/word_bytes.h"
#include "compute/algorithms/records/cycle_twin.h"
#include "compute/algorithms/records/record_claims.h"
#include "compute/algorithms/records/record_mover.h"

namespace texelsort::algorithms {
namespace {

constexpr std::uint32_t cycle_workgroup = 256;

static_assert(sizeof(Walk) == ComputeCycles::walk_bytes);

}  // namespace

void SortedOrder::append(gpu::DispatchCall& call) const {
  if (const auto* texture = std::get_if<const gpu::Texture*>(&view.holder)) {
    call.textures.push_back({.sampler = "order_in", .texture = *texture});
    call.uniforms.push_back({"log2_width", static_cast<std::uint32_t>(std::countr_zero(view.width))});
  } else {
    call.buffers.push_back({2, std::get<const gpu::Buffer*>(view.holder), view.offset,
                            std::max<std::uint64_t>(view.count * word_bytes, 8)});
  }
}

gpu::Defines order_defines(const View& order) {
  return {{"ORDER_IN_TEXTURE", std::holds_alternative<const gpu::Texture*>(order.holder) ? "1" : "0"}};
}

ComputeCycles::ComputeCycles(gpu::Device& device, std::shared_ptr<const Problem> problem, const GuardedBuffer& words,
                             const SortedOrder& order)
    : device_(device),
      problem_(std::move(problem)),
      memory_(data::record_memory(problem_->n(), problem_->type(), problem_->shape)),
      words_(words),
      order_(order),
      rounds_(cycle_rounds(memory_.n)),
      walks_{{{memory_.n * walk_bytes, "cycles"}, {memory_.n * walk_bytes, "cycles"}}},
      table_(memory_.n * word_bytes, "cycle lengths"),
      members_(memory_.n * word_bytes, "cycle members"),
      scan_(device, memory_.n) {}

unsigned ComputeCycles::side(std::uint64_t moved) const {
  const std::uint64_t rounds = moved == 0 ? 0 : std::min<std::uint64_t>(moved - 1, rounds_);
  return static_cast<unsigned>(rounds % 2);
}

/// `walks`: rounds that the walks read have been through; a round's result goes to the other side.
void ComputeCycles::dispatch(const std::string& shader, gpu::Defines defines, std::vector<gpu::Uniform> uniforms,
                             std::uint32_t walks) {
  defines["WORKGROUP"] = std::to_string(cycle_workgroup);
  defines.merge(order_defines(order_.view));
  gpu::DispatchCall call;
  call.program = &device_.compute_program(shader, defines);
  call.buffers = {words_.binding(0), walks_[walks % 2].binding(3), walks_[(walks + 1) % 2].binding(4),
                  table_.binding(5), members_.binding(6)};
  call.uniforms = std::move(uniforms);
  call.uniforms.push_back({"n", static_cast<std::uint32_t>(memory_.n)});
  order_.append(call);
  call.workgroups = static_cast<std::uint32_t>((memory_.n + cycle_workgroup - 1) / cycle_workgroup);
  device_.executor().dispatch(call);
}

Pass ComputeCycles::table_pass(std::string label, std::string shader, gpu::Defines defines,
                               std::vector<gpu::Uniform> uniforms, std::uint64_t bytes, Claim claim,
                               std::uint32_t walks) {
  Pass pass;
  pass.header = labelled(std::move(label));
  pass.execute = [this, shader = std::move(shader), defines = std::move(defines), uniforms = std::move(uniforms),
                  walks] { dispatch(shader, defines, uniforms, walks); };
  pass.cost = [this, bytes] {
    Counters counters;
    counters.dispatches = 1;
    counters.fragments = counters.texels_fetched = memory_.n;
    counters.bytes = memory_.n * bytes;
    return counters;
  };
  pass.claim = [claim = std::move(claim)] { return claim; };
  return pass;
}

Pass ComputeCycles::scan_pass() {
  Pass pass;
  pass.header = labelled("where cycles start");
  pass.execute = [this] { scan_.run(table_.binding(0), memory_.n); };
  pass.cost = [this] {
    Counters counters;
    counters.dispatches = scan_.dispatches(memory_.n);
    counters.texels_fetched = memory_.n;
    counters.bytes = ExclusiveScan::bytes(memory_.n);
    return counters;
  };
  pass.claim = [this] { return starts_claim(rounds_); };
  return pass;
}

Pass ComputeCycles::reflection(std::uint32_t first, Claim claim) {
  const gpu::Defines defines{{"COLUMNS", std::to_string(memory_.columns)},
                             {"ROW_WORDS", std::to_string(memory_.row_words)}};
  Pass pass = table_pass(first == 0 ? "exchange d and -d" : "exchange d and 1 - d", "records/reflect.comp", defines,
                         {{"first", first}}, 0, std::move(claim), rounds_);
  pass.cost = [this] {
    Counters counters;
    counters.dispatches = 1;
    counters.fragments = memory_.n;
    counters.texels_fetched = memory_.words() + 6 * memory_.n;
    counters.field_bytes = 2 * word_bytes * memory_.n * problem_->shape.fields;
    counters.bytes = word_bytes * (2 * memory_.words() + 6 * memory_.n);
    return counters;
  };
  return pass;
}

std::vector<Pass> ComputeCycles::passes() {
  std::vector<Pass> passes;
  passes.push_back(
      table_pass("start of the cycles", "records/walk_start.comp", {}, {}, word_bytes + walk_bytes, walk_claim(0), 1));
  for (std::uint32_t round = 0; round < rounds_; ++round) {
    passes.push_back(table_pass(fmt::format("jump {} of {}", round + 1, rounds_), "records/walk_jump.comp", {},
                                {{"reach", 1u << round}}, 3 * walk_bytes, walk_claim(round + 1), round));
  }
  passes.push_back(table_pass("lengths of the cycles", "records/cycle_lengths.comp", {}, {},
                              walk_bytes + 2 * word_bytes, lengths_claim(rounds_), rounds_));
  passes.push_back(scan_pass());
  passes.push_back(table_pass("members of the cycles", "records/cycle_members.comp", {}, {},
                              walk_bytes + 2 * word_bytes, members_claim(rounds_), rounds_));
  passes.push_back(reflection(0, first_reflection_claim(problem_, rounds_)));
  passes.push_back(reflection(1, rearranged_claim(problem_)));
  return passes;
}

std::vector<View> ComputeCycles::views(std::uint64_t moved) const {
  std::vector<View> views;
  const auto add = [&](const TableKind& kind, const GuardedBuffer& buffer, std::uint64_t count, std::uint32_t width) {
    views.push_back({kind, data::KeyType::u32, count, width, &buffer.buffer(), GuardedBuffer::guard_bytes});
  };
  const std::uint64_t lengths = rounds_ + std::uint64_t{2};  // passes until they are known
  if (moved >= 1) add(tables::Cycles{}, walks_[side(moved)], 3 * memory_.n, 3);
  if (moved >= lengths)
    add(moved == lengths ? TableKind(tables::CycleLengths{}) : tables::CycleStarts{}, table_, memory_.n,
        shown_width(memory_.n));
  if (moved >= lengths + 2) add(tables::CycleMembers{}, members_, memory_.n, shown_width(memory_.n));
  return views;
}

std::optional<std::string> ComputeCycles::find_guard_damage() const {
  for (const GuardedBuffer* table : {&walks_[0], &walks_[1], &table_, &members_}) {
    if (!table->intact()) return "a word beside the tables of cycles was written";
  }
  return std::nullopt;
}

std::vector<std::vector<std::byte>> ComputeCycles::save(std::uint64_t moved) const {
  std::vector<std::vector<std::byte>> tables;
  for (const View& view : views(moved)) {
    tables.emplace_back(view.count * word_bytes);
    std::get<const gpu::Buffer*>(view.holder)->read(view.offset, tables.back());
  }
  return tables;
}

void ComputeCycles::restore(std::uint64_t moved, std::span<const std::vector<std::byte>> tables) {
  GuardedBuffer* const places[] = {&walks_[side(moved)], &table_, &members_};
  for (std::size_t i = 0; i < tables.size(); ++i) places[i]->write(0, tables[i]);
}

}  // namespace texelsort::algorithms
