#pragma once

#include <functional>
#include <vector>

#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms {

class PassTimer;

/// One pass of a run: its work and its description. If no view or check observes the run, the run calls only `execute`
/// and `conclude`.
struct Pass {
  std::function<PassHeader()> header;  ///< returns the header of the pass; the run sets the header's index
  std::function<void()> execute;       ///< enqueues the work of the pass on the device
  std::function<void()> conclude{};    ///< reads back results that decide which passes follow
  std::function<void()> observe{};     ///< reads back results that only reports, checks and views need
  /// returns the costs of the pass; the run calls `cost`, `claim`, `detail` and `quads` after the pass
  std::function<Counters()> cost{};
  std::function<Claim()> claim{};
  std::function<PassDetail()> detail{};
  std::function<std::vector<Quad>()> quads{};
  PassTimer* timer = nullptr;  ///< timer that measures this pass; null if the timer of the run measures it
};

}  // namespace texelsort::algorithms
