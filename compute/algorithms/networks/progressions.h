#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compute/algorithms/networks/quad_groups.h"

namespace texelsort::algorithms {

/// Effect of a step on one whole row or column of texels.
struct Line {
  enum class End : std::uint8_t { none, low, high };
  End end = End::none;
  bool reversed = false;  ///< the smaller key goes to the high end
  int partner = 0;        ///< line that holds the partners
  int extra = 0;          ///< any other distinction between lines
};

/// Intervals of lines that a step treats alike. `line` is the first line. Partners of the others are at the same
/// distance, or mirrored in each interval.
struct Progression : Axis {
  Line line{};
};

/// Groups lines [begin, end) into few progressions. Neighbouring lines whose partners are neighbours, in the order of
/// `sign` (1 or -1), form an interval. No interval crosses a multiple of `cell` (0: no cells), after which intervals
/// may repeat.
std::vector<Progression> progressions(int begin, int end, int sign, int cell, const std::function<Line(int)>& line_at);

}  // namespace texelsort::algorithms
