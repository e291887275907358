#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compute/algorithms/networks/quad_groups.h"

namespace texelsort::algorithms {

/// Effect of a step on one whole line (row or column) of texels.
struct Line {
  enum class End : std::uint8_t { none, low, high };
  End end = End::none;
  bool reversed = false;  ///< true if the high end of a comparator gets the smaller key
  int partner = 0;        ///< index of the line that contains the partners
  int extra = 0;          ///< other properties as a number; equal lines have equal numbers
};

/// Intervals of lines (rows or columns) on which a network step has the same effect. `line` describes the first line.
/// The partners of all lines are at the same distance, or mirrored within each interval.
struct Progression : Axis {
  Line line{};
};

/// Groups the lines [begin, end) into few progressions. Neighbouring lines form an interval if their partners are also
/// neighbours, in ascending (`sign` 1) or descending order (`sign` -1). No interval crosses a multiple of `cell`, and
/// intervals may repeat from cell to cell. If `cell` is 0, there are no cells.
std::vector<Progression> progressions(int begin, int end, int sign, int cell, const std::function<Line(int)>& line_at);

}  // namespace texelsort::algorithms
