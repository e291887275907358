#include <algorithm>
#include <utility>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/cpu.h"

/// Views of a merge on the CPU.
namespace texelsort::algorithms::merge {
namespace {

void add_table(std::vector<View>& views, const TableKind& kind, Numbers numbers, std::uint64_t columns) {
  views.push_back(owning_view(kind, data::KeyType::u64, std::max<std::uint64_t>(columns, 1), std::move(numbers)));
}

}  // namespace

/// Adds the views "lower" and "upper", which show bounds of all splitters. Their first and last row equal the
/// splitters, which are known from the start there.
void CpuMergeRun::add_selection_tables(std::vector<View>& views) const {
  const std::uint64_t k = progress_.round->count();
  Numbers lower = progress_.round->positions(), upper = lower;
  std::visit(
      [&](const auto& selections) {
        std::uint64_t cell = k;
        for (const auto& selection : selections) {
          for (const auto& bounds : selection.bounds()) {
            lower[cell] = bounds.lower;
            upper[cell++] = bounds.upper;
          }
        }
      },
      progress_.selections);
  add_table(views, tables::LeastPartStarts{}, std::move(lower), k);
  add_table(views, tables::MostPartStarts{}, std::move(upper), k);
}

namespace {

struct Rows {
  std::vector<std::uint64_t> buffer, merged, mergers;
};

/// Adds one merger to the tables of merge buffers, as a new row of each.
void add_rows(Rows& rows, const TwoWayMerger& merger, std::uint64_t width,
              const std::array<std::uint64_t, merger_columns>& state) {
  const auto put = [width](std::vector<std::uint64_t>& row, const Places& places) {
    row.insert(row.end(), places.begin(), places.end());
    row.insert(row.end(), 2 * width - places.size(), no_place);
  };
  const auto& last = merger.last();
  put(rows.buffer, last.buffer);
  Places merged = last.output;
  merged.insert(merged.end(), merger.kept().begin(), merger.kept().end());
  put(rows.merged, merged);
  rows.mergers.insert(rows.mergers.end(), state.begin(), state.end());
}

std::uint64_t taken_block(const TwoWayMerger& merger) {
  const auto from_a = merger.last().from_a;
  if (!from_a) return block_of_none;
  return *from_a ? block_of_a : block_of_b;
}

std::uint64_t next_of(const IndexRange& range) {
  return range.length() == 0 ? no_place : range.first;
}
std::uint64_t next_of(const Places& buffer) {
  return buffer.empty() ? no_place : buffer.front();
}

}  // namespace

void CpuMergeRun::add_buffer_tables(std::vector<View>& views) const {
  Rows rows;
  for (const MergerState& part : progress_.parts) {
    const BlockMerger& merger = part.shown;
    const auto& ranges = merger.ranges();
    const auto add = [&](const TwoWayMerger& own, std::uint64_t next_a, std::uint64_t next_b, std::uint64_t put_out) {
      add_rows(rows, own, settings_.width,
               {part.shown_group, own.last().kept, taken_block(own), next_a, next_b, put_out});
    };
    if (ranges.empty()) {  // the merger has not yet read anything
      for (std::uint64_t i = 0; i < (settings_.ways() == 4 ? 3 : 1); ++i) add({}, no_place, no_place, 0);
    } else if (settings_.ways() == 2) {
      add(merger.head(), next_of(ranges[0]), next_of(ranges[1]), merger.put_out());
    } else {
      add(merger.head(), next_of(merger.level_buffer(false)), next_of(merger.level_buffer(true)), merger.put_out());
      add(merger.first_level(false), next_of(ranges[0]), next_of(ranges[1]), 0);
      add(merger.first_level(true), next_of(ranges[2]), next_of(ranges[3]), 0);
    }
  }
  add_table(views, tables::MergeBuffers{}, std::move(rows.buffer), 2 * settings_.width);
  add_table(views, tables::MergedBuffers{}, std::move(rows.merged), 2 * settings_.width);
  add_table(views, tables::Mergers{}, std::move(rows.mergers), merger_columns);
}

std::vector<View> CpuMergeRun::views() const {
  std::vector<View> views = arrays_.views();
  const Round& round = *progress_.round;
  Numbers starts = merged_starts(problem().sequences, round.stride);
  const std::uint64_t count = starts.size();
  add_table(views, tables::Sequences{}, std::move(starts), count);
  add_table(views, tables::PartStarts{}, round.positions(), round.count());
  if (progress_.rounds_done == 0) add_selection_tables(views);
  if (progress_.selected && rounds_ > 0) {
    add_table(views, tables::OutputPlaces{}, progress_.output, shown_width(n()));
    if (!is_bitonic()) add_buffer_tables(views);
  }
  return views;
}

}  // namespace texelsort::algorithms::merge
