#pragma once

#include <functional>
#include <vector>

#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms {

class PassTimer;

/// One pass of a run: its work and its description. If nobody observes the run, it calls only `execute` and `conclude`.
struct Pass {
  std::function<PassHeader()> header;  ///< the run sets its index
  std::function<void()> execute;       ///< enqueues the work on the device
  std::function<void()> conclude{};    ///< reads results from the device on which later passes depend
  std::function<void()> observe{};     ///< reads results that only cost, claim, detail and views need
  std::function<Counters()> cost{};    ///< returns the costs; called after the pass, like the following functions
  std::function<Claim()> claim{};
  std::function<PassDetail()> detail{};
  std::function<std::vector<Quad>()> quads{};
  PassTimer* timer = nullptr;  ///< timer of the pass; null: the run's timer
};

}  // namespace texelsort::algorithms
