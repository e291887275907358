#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "compute/measure/measure.h"

namespace texelsort::app {

/// Consecutive passes of one stage on a time line.
struct TimeBlock {
  std::size_t first = 0, end = 0;  ///< index of the first pass, and index after the last pass
  double from = 0, to = 0;         ///< start and end in ms
  std::size_t passes() const { return end - first; }
  double ms() const { return to - from; }
};

/// The passes of a measurement one after another, each as long as its median time. Independent of ImGui and OpenGL.
class TimeLine {
 public:
  explicit TimeLine(const std::vector<measure::PassTiming>& passes);

  double total() const { return starts_.back(); }  ///< Returns the sum of all passes in ms.
  double shortest() const { return shortest_; }    ///< Returns the shortest time of a pass above 0, in ms.
  double start(std::size_t pass) const { return starts_[pass]; }
  const std::vector<TimeBlock>& stages() const { return stages_; }

  /// Returns the blocks that overlap the times from `low` to `high`. Neighbours of a stage that are shorter than
  /// `narrowest` ms share a block until it is that long. All blocks have their true lengths.
  std::vector<TimeBlock> blocks(double low, double high, double narrowest) const;

  /// Returns the pass that runs at a time, or nothing for a time outside the line.
  std::optional<std::size_t> pass_at(double ms) const;

 private:
  std::vector<double> starts_{0};  ///< start of each pass in ms, and the end of the last pass
  std::vector<TimeBlock> stages_;
  double shortest_ = 0;
};

/// Returns the distance between marks of an axis in ms: 1, 2 or 5 times a power of ten, and at least `least`.
double time_step(double least);

}  // namespace texelsort::app
