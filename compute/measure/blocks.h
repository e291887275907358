#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "compute/measure/statistics.h"

/// Comparison of two runs of a program. Samples of one run share the memory layout, the clock and the load of the
/// machine, so that they are not independent. A run therefore repeats its measurement in blocks, each in a process of
/// its own, and the comparison treats the 5th percentile of a block as one observation.
namespace texelsort::measure {

/// 5th percentiles of the blocks of one configuration, in milliseconds. Element i of `control_p5_ms` is that of the
/// control in the rounds of block i; see CopyControl. It is empty if no control was measured.
struct Blocks {
  std::vector<double> p5_ms, control_p5_ms;
};

/// Result of comparing two runs.
struct BlockComparison {
  Ratio ratio{};     ///< new time divided by old time
  Ratio relative{};  ///< the same, with the time of each block divided by that of the block's control
  Ratio control{};   ///< time of the control in the new run divided by that in the old run
  bool has_control = false;
  bool machine_changed = false;  ///< true if the control is certainly faster or slower in the new run
  Verdict verdict = Verdict::undecided;
};

/// Compares two runs by the rank sum test on blocks. A verdict other than `undecided` needs six blocks and a control in
/// both runs. The control must not have changed by more than half the tolerance, and `ratio` and `relative` must give
/// the same verdict. A load that lasts as long as a run changes all its blocks, and only the control reveals it.
BlockComparison compare_blocks(const Blocks& before, const Blocks& after, double tolerance);

/// Returns the values that paired_ratio() compares for one configuration: the values of its blocks if there are enough
/// for an interval, and otherwise its samples.
std::span<const double> paired_values(std::span<const double> block_ms, std::span<const double> samples_ms);

}  // namespace texelsort::measure
