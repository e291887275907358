#include "compute/algorithms/records/compute_cycles.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/records/reference.h"

namespace texelsort::algorithms {
namespace {

constexpr std::uint64_t walk_words = sizeof(Walk) / word_bytes;

}  // namespace

CycleMover::CycleMover(gpu::Device& device, SharedProblem problem, const Run& sorter)
    : ComputeMover(device, std::move(problem), sorter, Rearrange::cycle),
      rounds_(cycle_rounds(memory().n)),
      tables_(buffers_of(device)),
      walks_{&tables_.add(memory().n * sizeof(Walk), "cycles"), &tables_.add(memory().n * sizeof(Walk), "cycles")},
      table_(tables_.add(memory().n * word_bytes, "cycle lengths")),
      members_(tables_.add(memory().n * word_bytes, "cycle members")),
      scan_(device, memory().n) {}

unsigned CycleMover::side(std::uint64_t moved) const {
  const std::uint64_t rounds = moved == 0 ? 0 : std::min<std::uint64_t>(moved - 1, rounds_);
  return static_cast<unsigned>(rounds % 2);
}

/// Returns a pass that writes the result of a round of pointer jumping to the other side of the table.
Pass CycleMover::table_pass(std::string label, const char* shader, std::uint32_t walks, std::uint64_t words,
                            std::function<Claim()> claim, std::function<void(RecordProgram&)> set) {
  const auto execute = [this, program = program(shader, memory_defines()), walks, set = std::move(set)]() mutable {
    program.records(front()).order(order()).walks(*walks_[walks % 2], *walks_[(walks + 1) % 2]);
    program.table(table_).members(members_);
    set(program);
    program.run(memory().n);
  };
  const auto cost = [n = memory().n, words] {
    return Counters{.dispatches = 1, .invocations = n, .elements_read = n, .bytes = n * words * word_bytes};
  };
  return {.header = labelled(std::move(label)), .execute = execute, .cost = cost, .claim = std::move(claim)};
}

Pass CycleMover::scan_pass() {
  const auto cost = [this] {
    return Counters{.dispatches = scan_.dispatches(memory().n),
                    .elements_read = memory().n,
                    .bytes = ExclusiveScan::bytes(memory().n)};
  };
  return {.header = labelled("starts of the cycles"),
          .execute = [this] { scan_.run(table_.binding(0), memory().n); },
          .cost = cost,
          .claim = [this] { return starts_claim(rounds_); }};
}

Pass CycleMover::reflection(std::uint32_t first, std::function<Claim()> claim) {
  Pass pass = table_pass(first == 0 ? "exchange d and -d" : "exchange d and 1 - d", "reflect", rounds_, 0,
                         std::move(claim), [first](RecordProgram& program) { program.first(first); });
  pass.cost = [this] {
    const std::uint64_t n = memory().n, words = memory().words();
    return Counters{.dispatches = 1,
                    .invocations = n,
                    .elements_read = words + 6 * n,
                    .bytes = word_bytes * (2 * words + 6 * n),
                    .field_bytes = 2 * word_bytes * n * problem().shape.fields};
  };
  return pass;
}

std::vector<Pass> CycleMover::rearrangement() {
  std::vector<Pass> passes;
  passes.push_back(
      table_pass("first walk along the cycles", "walk_start", 1, 1 + walk_words, [] { return walk_claim(0); }));
  for (std::uint32_t round = 0; round < rounds_; ++round) {
    passes.push_back(table_pass(
        fmt::format("jump {} of {}", round + 1, rounds_), "walk_jump", round, 3 * walk_words,
        [round] { return walk_claim(round + 1); }, [round](RecordProgram& program) { program.reach(1u << round); }));
  }
  passes.push_back(table_pass("lengths of the cycles", "cycle_lengths", rounds_, walk_words + 2,
                              [this] { return lengths_claim(rounds_); }));
  passes.push_back(scan_pass());
  passes.push_back(table_pass("members of the cycles", "cycle_members", rounds_, walk_words + 2,
                              [this] { return members_claim(rounds_); }));
  passes.push_back(reflection(0, [this] { return first_reflection_claim(shared_problem(), rounds_); }));
  passes.push_back(reflection(1, [this] { return rearranged_claim(shared_problem()); }));
  return passes;
}

std::vector<View> CycleMover::tables_after(std::uint64_t moved) const {
  std::vector<View> views;
  // number of passes after which every position knows its cycle
  const std::uint64_t lengths = rounds_ + std::uint64_t{2};
  const auto add = [&](const TableKind& kind, const GuardedBuffer& buffer, std::uint64_t words, std::uint64_t width) {
    views.push_back(table_view(kind, data::KeyType::u32, memory().n * words, width, buffer));
  };
  if (moved >= 1) add(tables::Cycles{}, *walks_[side(moved)], walk_words, walk_words);
  if (moved >= lengths) {
    add(moved == lengths ? TableKind(tables::CycleLengths{}) : tables::CycleStarts{}, table_, 1,
        shown_width(memory().n));
  }
  if (moved >= lengths + 2) add(tables::CycleMembers{}, members_, 1, shown_width(memory().n));
  return views;
}

std::vector<View> CycleMover::views(std::uint64_t moved) const {
  std::vector<View> views = ComputeMover::views(moved);
  for (View& table : tables_after(moved)) views.push_back(std::move(table));
  return views;
}

std::optional<std::string> CycleMover::find_guard_damage() const {
  if (auto damage = ComputeMover::find_guard_damage()) return damage;
  return tables_.find_guard_damage();
}

std::vector<std::vector<std::byte>> CycleMover::save_tables(std::uint64_t moved) const {
  std::vector<std::vector<std::byte>> tables;
  for (const View& view : tables_after(moved)) {
    tables.emplace_back(view.count * word_bytes);
    std::get<const gpu::Buffer*>(view.holder)->read(view.offset, tables.back());
  }
  return tables;
}

void CycleMover::restore_tables(std::uint64_t moved, std::span<const std::vector<std::byte>> tables) {
  GuardedBuffer* const places[] = {walks_[side(moved)], &table_, &members_};
  for (std::size_t i = 0; i < tables.size(); ++i) places[i]->write(0, tables[i]);
}

}  // namespace texelsort::algorithms
