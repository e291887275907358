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
  std::function<void()> conclude{};    ///< reads the results of the pass on which later passes depend
  std::function<void()> observe{};     ///< reads results of the pass that only its costs, claim, detail and views need
  /// returns the costs of the pass; the run calls it after the pass, like `claim`, `detail` and `quads`
  std::function<Counters()> cost{};
  std::function<Claim()> claim{};
  std::function<PassDetail()> detail{};
  std::function<std::vector<Quad>()> quads{};
  PassTimer* timer = nullptr;  ///< timer of the pass; null if the run's timer measures it
};

}  // namespace texelsort::algorithms
