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
  bool reversed = false;  ///< true if the smaller key goes to the high end
  int partner = 0;        ///< number of the line that holds the partners
  int extra = 0;          ///< number that distinguishes lines in any other way
};

/// Intervals of lines that a step treats in the same way. `line` describes the first line. The partners of the other
/// lines are at the same distance, or mirrored in each interval.
struct Progression : Axis {
  Line line{};
};

/// Groups the lines [begin, end) into few progressions. Neighbouring lines form an interval if their partners are
/// neighbours too, in ascending (`sign` 1) or descending order (`sign` -1). No interval crosses a multiple of `cell`,
/// and intervals may repeat from cell to cell. 0: there are no cells.
std::vector<Progression> progressions(int begin, int end, int sign, int cell, const std::function<Line(int)>& line_at);

}  // namespace texelsort::algorithms
