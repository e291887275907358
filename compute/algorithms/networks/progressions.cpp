#include "compute/algorithms/networks/progressions.h"

#include <bit>
#include <map>
#include <tuple>

namespace texelsort::algorithms {
namespace {

/// properties that all intervals of a progression share
using Kind = std::tuple<Line::End, bool, int, int, int>;

Kind kind_of(const Progression& interval) {
  const Line& line = interval.line;
  return {line.end, line.reversed, line.partner - interval.start, line.extra, interval.size};
}

bool continues(const Progression& interval, const Line& next, int sign, int cell) {
  const int at = interval.start + interval.size;
  const Line& first = interval.line;
  return (cell == 0 || at % cell != 0) && next.end == first.end && next.reversed == first.reversed &&
         next.extra == first.extra &&
         (next.end == Line::End::none || next.partner == first.partner + sign * interval.size);
}

/// Combines intervals of the same kind into runs of equally spaced intervals. No run crosses the border of a cell.
std::vector<Progression> runs_of(const std::vector<Progression>& intervals, int cell) {
  std::vector<Progression> runs;
  for (const Progression& interval : intervals) {
    if (!runs.empty()) {
      Progression& last = runs.back();
      const int stride = interval.start - (last.start + (last.run - 1) * last.stride);
      const bool same_cell = cell == 0 || interval.start / cell == last.start / cell;
      if (same_cell && (last.run == 1 || stride == last.stride)) {
        last.stride = stride;
        last.count = ++last.run;
        continue;
      }
    }
    runs.push_back(interval);
  }
  return runs;
}

int place_of_run(int j, int thue_morse) {
  return thue_morse == 0 ? j : 2 * j + thue_morse * (std::popcount(static_cast<unsigned>(j)) % 2);
}

/// Returns the longest progression of runs that starts with the run at index `first`.
Progression longest(const std::vector<Progression>& runs, std::size_t first, int cell) {
  Progression best = runs[first];
  const auto consider = [&](int run_stride, int thue_morse) {
    int held = 1;
    while (first + static_cast<std::size_t>(held) < runs.size()) {
      const Progression& next = runs[first + static_cast<std::size_t>(held)];
      const bool alike = next.run == best.run && (next.run == 1 || next.stride == best.stride);
      if (!alike || next.start != best.start + place_of_run(held, thue_morse) * run_stride) break;
      ++held;
    }
    if (held * best.run <= best.count) return;
    best.count = held * best.run;
    best.run_stride = run_stride;
    best.thue_morse = thue_morse;
  };
  if (first + 1 < runs.size()) consider(runs[first + 1].start - best.start, 0);
  if (cell > 0) {
    consider(cell, 1);
    consider(cell, -1);
  }
  return best;
}

}  // namespace

std::vector<Progression> progressions(int begin, int end, int sign, int cell, const std::function<Line(int)>& line_at) {
  std::vector<Progression> intervals;
  for (int at = begin; at < end; ++at) {
    const Line line = line_at(at);
    if (!intervals.empty() && continues(intervals.back(), line, sign, cell)) {
      ++intervals.back().size;
    } else {
      intervals.push_back({{.start = at}, line});
    }
  }
  std::map<Kind, std::vector<Progression>> kinds;
  for (Progression& interval : intervals) {
    if (interval.line.end == Line::End::none) interval.line.partner = interval.start;
    kinds[kind_of(interval)].push_back(interval);
  }
  std::vector<Progression> found;
  for (const auto& [kind, alike] : kinds) {
    const std::vector<Progression> runs = runs_of(alike, cell);
    for (std::size_t next = 0; next < runs.size();) {
      found.push_back(longest(runs, next, cell));
      next += static_cast<std::size_t>(found.back().count / found.back().run);
    }
  }
  return found;
}

}  // namespace texelsort::algorithms
