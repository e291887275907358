#include <algorithm>
#include <utility>

#include "compute/algorithms/merge/merge_run.h"

/// What can be looked at of a merge on the CPU.
namespace texelsort::algorithms::merge {
namespace {

void add_table(std::vector<View>& views, const TableKind& kind, std::vector<std::uint64_t> numbers,
               std::uint64_t columns) {
  views.push_back(owning_view(kind, data::KeyType::u64, std::max<std::uint64_t>(columns, 1), std::move(numbers)));
}

}  // namespace

/// Rows 0 and parts are known from the start.
void MergeRun::add_selection_tables(std::vector<View>& views) const {
  const Round& round = *progress_.round;
  const std::uint64_t k = round.sequences();
  std::vector<std::uint64_t> lower = round.splitters, upper = round.splitters;
  const auto put = [k](std::vector<std::uint64_t>& rows, std::uint64_t part, const auto& all, auto member) {
    auto to = rows.begin() + static_cast<std::ptrdiff_t>(part * k);
    for (const auto& bounds : all) *to++ = bounds.*member;
  };
  for (std::uint64_t j = 1; j < round.parts; ++j) {
    if (!progress_.osipov.empty()) {
      put(lower, j, progress_.osipov[j - 1].bounds(), &OsipovSelection::Bounds::lower);
      put(upper, j, progress_.osipov[j - 1].bounds(), &OsipovSelection::Bounds::upper);
    } else if (!progress_.quick.empty()) {
      put(lower, j, progress_.quick[j - 1].bounds(), &QuickSelection::Bounds::lower);
      put(upper, j, progress_.quick[j - 1].bounds(), &QuickSelection::Bounds::upper);
    }
  }
  add_table(views, tables::LeastPartStarts{}, std::move(lower), k);
  add_table(views, tables::MostPartStarts{}, std::move(upper), k);
}

namespace {

struct Rows {
  std::vector<std::uint64_t> buffer, merged, mergers;
};

/// One merger's row of each table.
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

std::uint64_t next_of(const Range& range) {
  return range.left() == 0 ? no_place : range.next;
}
std::uint64_t next_of(const Places& buffer) {
  return buffer.empty() ? no_place : buffer.front();
}

}  // namespace

void MergeRun::add_buffer_tables(std::vector<View>& views) const {
  Rows rows;
  for (const Part& part : progress_.parts) {
    const BlockMerger& merger = part.shown;
    const auto& ranges = merger.ranges();
    const auto add = [&](const TwoWayMerger& own, std::uint64_t next_a, std::uint64_t next_b, std::uint64_t put_out) {
      add_rows(rows, own, settings_.width,
               {part.shown_group, own.last().kept, taken_block(own), next_a, next_b, put_out});
    };
    if (ranges.empty()) {  // nothing to merge yet
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

std::vector<View> MergeRun::views() const {
  std::vector<View> views = arrays_.views();
  const Round& round = *progress_.round;
  add_table(views, tables::Sequences{}, round.starts, round.starts.size());
  add_table(views, tables::PartStarts{}, round.splitters, round.sequences());
  if (round.index == 0) add_selection_tables(views);
  if (progress_.selected && rounds_ > 0) {
    add_table(views, tables::OutputPlaces{}, progress_.output, shown_width(n()));
    if (settings_.merger != Merger::bitonic) add_buffer_tables(views);
  }
  return views;
}

}  // namespace texelsort::algorithms::merge
