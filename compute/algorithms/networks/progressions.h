#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace texelsort::algorithms {

/// What a step does to one row or column of texels as a whole.
struct Line {
  enum class End : std::uint8_t { none, low, high };
  End end = End::none;
  bool reversed = false;  ///< the smaller key goes to the high end
  int partner = 0;        ///< the line that holds the partners
  int extra = 0;          ///< anything else that tells lines apart
};

/// Equal intervals of lines along an axis that a step treats alike: `run` of them `stride` apart, and again
/// `run_stride` apart as QuadGroup explains. `line` is the first line; partners of others are as far away, or mirrored
/// in each interval.
struct Progression {
  Line line{};
  int start = 0;
  int size = 1;
  int count = 1;
  int run = 1;
  int stride = 0;
  int run_stride = 0;
  int thue_morse = 0;
};

/// Lines [begin, end) as few progressions. Neighbouring lines whose partners are neighbours, in the order that `sign`
/// says (1 or -1), form an interval; none crosses a multiple of `cell` (0: no cells), after which things may repeat.
std::vector<Progression> progressions(int begin, int end, int sign, int cell, const std::function<Line(int)>& line_at);

}  // namespace texelsort::algorithms
