#include "compute/algorithms/distributed/selection.h"

#include <algorithm>

#include "compute/algorithms/core/sequences.h"
#include "compute/data/mix.h"

namespace texelsort::algorithms::distributed {
namespace {

std::uint64_t left_of(const PivotBounds& bounds) {
  return bounds.upper - bounds.lower;
}

}  // namespace

SplitterSearch::SplitterSearch(const Numbers& shares, std::uint32_t pivots, std::uint32_t seed)
    : pivots_(pivots), seed_(seed) {
  const std::uint64_t n = shares.back();
  for (std::size_t rank = 0; rank + 1 < shares.size(); ++rank) lengths_.push_back(shares[rank + 1] - shares[rank]);
  for (std::uint64_t part = 1; part < ranks(); ++part) {
    Selection selection{.target = part_start(n, ranks(), part)};
    for (const std::uint64_t length : lengths_)
      selection.bounds.push_back({.lower = 0, .upper = length, .below = 0, .through = length});
    selection.done = selection.target == 0 || selection.target == n;
    selections_.push_back(std::move(selection));
  }
}

bool SplitterSearch::done() const {
  return std::ranges::all_of(selections_, &Selection::done);
}

std::vector<Pivot> SplitterSearch::draw() const {
  std::vector<Pivot> drawn;
  for (std::uint64_t i = 0; i < selections_.size(); ++i) {
    const Selection& selection = selections_[i];
    if (selection.done) continue;
    std::uint64_t left = 0;
    for (const PivotBounds& own : selection.bounds) left += left_of(own);
    const std::uint64_t count = std::min<std::uint64_t>(left, pivots_);
    const std::uint64_t state = (std::uint64_t{seed_} << 32) + (rounds_ * most_ranks + i) * 1024;
    for (std::uint64_t p = 0; p < count; ++p) {
      std::uint64_t at = count == left ? p : data::split_mix(state + p) % left;
      std::uint64_t rank = 0;
      for (; at >= left_of(selection.bounds[rank]); ++rank) at -= left_of(selection.bounds[rank]);
      drawn.push_back({.part = i + 1, .rank = rank, .place = selection.bounds[rank].lower + at});
    }
  }
  return drawn;
}

std::vector<Range> SplitterSearch::ranges(std::span<const Pivot> pivots, std::uint64_t rank) const {
  std::vector<Range> ranges;
  for (const Pivot& pivot : pivots) {
    const PivotBounds& own = selections_[pivot.part - 1].bounds[rank];
    ranges.push_back({own.lower, own.upper});
  }
  return ranges;
}

void SplitterSearch::narrow(std::span<const Pivot> pivots, std::span<const std::uint64_t> counts) {
  for (std::uint64_t p = 0; p < pivots.size(); ++p) {
    Selection& selection = selections_[pivots[p].part - 1];
    if (selection.done) continue;
    for (std::uint64_t rank = 0; rank < ranks(); ++rank) {
      const std::uint64_t cell = 2 * (rank * pivots.size() + p);
      selection.bounds[rank].below = counts[cell];
      selection.bounds[rank].through = counts[cell + 1];
    }
    selection.done = decide_by_pivot(selection.bounds, selection.target);
  }
  ++rounds_;
}

void SplitterSearch::conclude(const Numbers& places) {
  for (std::uint64_t i = 0; i < selections_.size(); ++i) {
    Selection& selection = selections_[i];
    for (std::uint64_t rank = 0; rank < ranks(); ++rank) {
      const std::uint64_t place = places[(i + 1) * ranks() + rank];
      selection.bounds[rank] = {.lower = place, .upper = place, .below = place, .through = place};
    }
    selection.done = true;
  }
  ++rounds_;
}

template <typename Row>
Numbers SplitterSearch::rows(Row row) const {
  Numbers all(ranks());
  for (const Selection& selection : selections_) {
    const Numbers own = row(selection);
    all.insert(all.end(), own.begin(), own.end());
  }
  all.insert(all.end(), lengths_.begin(), lengths_.end());
  return all;
}

Numbers SplitterSearch::places() const {
  return rows([](const Selection& selection) {
    if (selection.done) return selected_by_pivot(selection.bounds, selection.target);
    Numbers now;
    for (const PivotBounds& own : selection.bounds) now.push_back(std::clamp(own.below, own.lower, own.upper));
    return now;
  });
}

Numbers SplitterSearch::least() const {
  return rows([](const Selection& selection) {
    if (selection.done) return selected_by_pivot(selection.bounds, selection.target);
    Numbers lower;
    for (const PivotBounds& own : selection.bounds) lower.push_back(own.lower);
    return lower;
  });
}

Numbers SplitterSearch::most() const {
  return rows([](const Selection& selection) {
    if (selection.done) return selected_by_pivot(selection.bounds, selection.target);
    Numbers upper;
    for (const PivotBounds& own : selection.bounds) upper.push_back(own.upper);
    return upper;
  });
}

}  // namespace texelsort::algorithms::distributed
