#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compute/algorithms/networks/fused_exchange.h"
#include "compute/algorithms/networks/fused_layout.h"
#include "compute/algorithms/networks/fused_window.h"
#include "compute/algorithms/networks/network_run.h"

namespace texelsort::algorithms {

/// Source of the partners of the elements that a fragment writes.
enum class FusedForm : std::uint8_t {
  exchange,  ///< The fragment also writes the partners. Without steps, the pass only changes the layout.
  window,    ///< the fragment reads, and computes, more than it writes
  search     ///< for one step of any kind: the fragment finds each partner and reads it
};

/// A pass reads any layout, executes the steps in registers, and writes its own layout.
struct FusedPass {
  FusedForm form = FusedForm::exchange;
  FusedLayout layout;
  std::vector<FusedStep> steps{};               ///< steps of an exchange
  std::shared_ptr<const FusedWindow> window{};  ///< window of a window pass
};

struct FusedPlan {
  std::shared_ptr<const Schedule> schedule;  ///< schedule with the same passes as `passes`
  std::vector<FusedPass> passes;
  unsigned index_bits = 0;
};

/// Plans passes of consecutive steps, at most `most_steps` each, by fragments that write 4 * 2^log2_targets keys.
/// Networks of XOR steps are fused as far as partners share a fragment. For other networks, finds the cheapest sequence
/// of exchanges, windows and searches. `short_programs` limits windows to short programs, if the device only compiles
/// these. The last pass ends in the linear layout.
FusedPlan plan_fused(const Schedule& schedule, unsigned log2_targets, std::size_t most_steps,
                     bool short_programs = false);

}  // namespace texelsort::algorithms
