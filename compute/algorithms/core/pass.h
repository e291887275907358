#pragma once

#include <functional>
#include <vector>

#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms {

class PassTimer;

/// One pass of a run: what it does, and what can be said of it. Nothing but execute and conclude is called unless
/// somebody looks.
struct Pass {
  std::function<PassHeader()> header;  ///< its index is set by the run
  std::function<void()> execute;       ///< puts its work into the device's queue
  std::function<void()> conclude{};    ///< asks the device what the passes after it depend on
  std::function<void()> observe{};     ///< asks the device what cost, claim, detail and views depend on alone
  std::function<Counters()> cost{};    ///< asked once the pass is done, as all that follow
  std::function<Claim()> claim{};
  std::function<PassDetail()> detail{};
  std::function<std::vector<Quad>()> quads{};
  PassTimer* timer = nullptr;  ///< null: the run's own
};

}  // namespace texelsort::algorithms
