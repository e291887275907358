#pragma once

#include <functional>
#include <vector>

#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms {

class PassTimer;

/// One pass of a run: its work and its description. Without an observer, only `execute` and `conclude` are called.
struct Pass {
  std::function<PassHeader()> header;  ///< the run sets its index
  std::function<void()> execute;       ///< enqueues the work on the device
  std::function<void()> conclude{};    ///< reads results from the device that later passes depend on
  std::function<void()> observe{};     ///< reads results that only cost, claim, detail and views depend on
  std::function<Counters()> cost{};    ///< called after the pass, as are the following functions
  std::function<Claim()> claim{};
  std::function<PassDetail()> detail{};
  std::function<std::vector<Quad>()> quads{};
  PassTimer* timer = nullptr;  ///< null: the run's own timer
};

}  // namespace texelsort::algorithms
