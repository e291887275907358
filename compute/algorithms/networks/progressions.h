#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compute/algorithms/networks/quad_groups.h"

namespace texelsort::algorithms {

/// What a step does to one row or column of texels as a whole.
struct Line {
  enum class End : std::uint8_t { none, low, high };
  End end = End::none;
  bool reversed = false;  ///< the smaller key goes to the high end
  int partner = 0;        ///< the line that holds the partners
  int extra = 0;          ///< anything else that tells lines apart
};

/// Intervals of lines that a step treats alike. `line` is the first line; partners of others are as far away, or
/// mirrored in each interval.
struct Progression : Axis {
  Line line{};
};

/// Lines [begin, end) as few progressions. Neighbouring lines whose partners are neighbours, in the order that `sign`
/// says (1 or -1), form an interval; none crosses a multiple of `cell` (0: no cells), after which things may repeat.
std::vector<Progression> progressions(int begin, int end, int sign, int cell, const std::function<Line(int)>& line_at);

}  // namespace texelsort::algorithms
