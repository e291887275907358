#include "app/playback/models/merge_state.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/merge/cpu.h"
#include "compute/data/keys/comparison.h"

namespace texelsort::app {

namespace merge = algorithms::merge;
namespace tables = algorithms::tables;

static_assert(MergeState::nowhere == merge::no_place);

namespace {

/// Returns row i of a table, without the padding at the end of each row.
std::vector<std::uint64_t> row_of(const std::vector<std::uint64_t>& table, std::uint64_t i, std::uint64_t columns) {
  std::vector<std::uint64_t> row;
  for (std::uint64_t j = i * columns; j < (i + 1) * columns && table[j] != merge::no_place; ++j)
    row.push_back(table[j]);
  return row;
}

std::vector<MergeState::Merger> mergers_of(const Player& player) {
  const auto *rows = player.table(tables::Mergers{}), *buffer = player.table(tables::MergeBuffers{}),
             *merged = player.table(tables::MergedBuffers{});
  std::vector<MergeState::Merger> mergers;
  if (rows == nullptr || buffer == nullptr || merged == nullptr) return mergers;
  for (std::uint64_t i = 0; i < rows->values.size() / merge::merger_columns; ++i) {
    const std::uint64_t* row = &rows->values[i * merge::merger_columns];
    mergers.push_back({.group = row[merge::merger_group],
                       .kept = row[merge::merger_kept],
                       .from = row[merge::merger_from],
                       .next_a = row[merge::merger_next_a],
                       .next_b = row[merge::merger_next_b],
                       .put_out = row[merge::merger_put_out],
                       .before = row_of(buffer->values, i, buffer->width),
                       .after = row_of(merged->values, i, merged->width)});
  }
  return mergers;
}

std::uint64_t rank_at(const Player& player, std::uint64_t place) {
  const auto& problem = player.problem();
  return data::ranks(player.key(place), problem.order, problem.comparison).front();
}

std::optional<MergeState> find_state(const Player& player) {
  if (player.n() == 0 || player.table(tables::Sequences{}) == nullptr) return std::nullopt;
  MergeState state;
  state.starts = player.numbers(tables::Sequences{});
  const auto& kind = std::get<tables::Sequences>(player.table(tables::Sequences{})->kind);
  state.ranks = kind.ranks;
  state.sorted = kind.sorted;
  state.splitters = player.numbers(tables::PartStarts{});
  const std::uint64_t rows = state.splitters.size() / std::max<std::uint64_t>(state.sequences(), 1);
  state.parts = rows > 1 ? rows - 1 : 1;
  if (const auto* record = player.record(); record != nullptr && record->merging()) {
    state.ways = record->merging()->ways;
    state.width = record->merging()->width;
    state.searching = record->merging()->selecting;
    state.split = rows > 1 && !state.searching;
  }
  if (state.searching) {
    state.lower = player.numbers(tables::LeastPartStarts{});
    state.upper = player.numbers(tables::MostPartStarts{});
  }
  state.output = player.numbers(tables::OutputPlaces{});
  state.mergers = mergers_of(player);
  state.each = std::max<std::uint64_t>(state.mergers.size() / state.parts, 1);
  return state;
}

}  // namespace

std::string MergeState::name(std::uint64_t sequence) const {
  if (ranks == 0) return fmt::format("sequence {}", sequence);
  const std::uint64_t each_rank = std::max<std::uint64_t>(sequences() / ranks, 1);
  return sequence % each_rank == 0 ? fmt::format("rank {}", sequence / each_rank) : std::string();
}

std::uint64_t MergeState::sequence_of(std::uint64_t place) const {
  // Find the last sequence that starts here, because empty sequences start at the same place as the next sequence.
  return static_cast<std::uint64_t>(std::ranges::upper_bound(starts, place) - starts.begin()) - 1;
}

std::optional<std::uint64_t> MergeState::part_of(std::uint64_t place) const {
  if (!split) return std::nullopt;
  const std::uint64_t sequence = sequence_of(place), position = place - starts[sequence];
  std::uint64_t low = 0, high = parts;  // half-open range [low, high) of parts that contains the wanted part
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (splitter(middle, sequence) <= position ? low : high) = middle;
  }
  return low;
}

std::vector<bool> MergeState::put_out() const {
  std::vector<bool> is_out(starts.back());
  for (const std::uint64_t place : output) {
    if (place != nowhere) is_out[place] = true;
  }
  return is_out;
}

std::uint64_t MergeState::first_busy_part() const {
  for (std::uint64_t part = 0; part < mergers.size() / each; ++part) {
    const Merger& head = mergers[part * each];
    if (head.next_a != nowhere || head.next_b != nowhere) return part;
  }
  return 0;
}

const MergeState* merge_state(const Player& player) {
  return player.of_state().find([&player] { return find_state(player); });
}

std::optional<KeyGroups> part_groups(const Player& player) {
  const MergeState* state = merge_state(player);
  if (state == nullptr || !state->split) return std::nullopt;
  KeyGroups groups{.name = "part", .count = state->parts};
  for (std::uint64_t i = 0; i < player.n(); ++i) {
    groups.of_key.push_back(static_cast<std::uint32_t>(*state->part_of(i)));
  }
  groups.text = [count = state->parts](std::uint64_t part) { return fmt::format("part {} of {}", part, count); };
  return groups;
}

std::string next_text(const MergeState& state, const MergeState::Merger& merger, const Player& player) {
  const bool a = merger.next_a != MergeState::nowhere, b = merger.next_b != MergeState::nowhere;
  const auto key = [&](std::uint64_t place) { return player.key_text(place); };
  if (!a && !b && merger.after.size() > state.width)
    return "A and B are used up: the buffer outputs its remaining keys";
  if (!a && !b) return merger.after.empty() ? "" : "all keys are in the output";
  if (!b) return fmt::format("B is used up: the next block comes from A and begins with {}", key(merger.next_a));
  if (!a) return fmt::format("A is used up: the next block comes from B and begins with {}", key(merger.next_b));
  const bool from_b = rank_at(player, merger.next_b) < rank_at(player, merger.next_a);
  const bool equal = rank_at(player, merger.next_b) == rank_at(player, merger.next_a);
  if (equal) return fmt::format("A and B both continue with {}: the next block comes from A", key(merger.next_a));
  return from_b ? fmt::format("B continues with {}, which comes before {} of A: the next block comes from B",
                              key(merger.next_b), key(merger.next_a))
                : fmt::format("A continues with {}, which comes before {} of B: the next block comes from A",
                              key(merger.next_a), key(merger.next_b));
}

}  // namespace texelsort::app
