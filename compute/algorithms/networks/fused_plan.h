#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compute/algorithms/networks/fused_exchange.h"
#include "compute/algorithms/networks/fused_layout.h"
#include "compute/algorithms/networks/fused_window.h"
#include "compute/algorithms/networks/network_run.h"

namespace texelsort::algorithms {

/// Kind of a pass, by where fragments find the partners of the elements that they write.
enum class FusedForm : std::uint8_t {
  exchange,  ///< The fragment also writes the partners. Without steps, the pass only changes the layout.
  window,    ///< the fragment reads more texels than it writes, and compares in them, too
  search     ///< one step of any kind, in which the fragment searches each partner and reads it
};

/// A pass that reads any layout, executes its steps in registers, and writes its own layout.
struct FusedPass {
  FusedForm form = FusedForm::exchange;
  FusedLayout layout;
  std::vector<FusedStep> steps{};               ///< steps, if the form is exchange
  std::shared_ptr<const FusedWindow> window{};  ///< window, if the form is window
};

struct FusedPlan {
  std::shared_ptr<const Schedule> schedule;  ///< a schedule with the passes of `passes`
  std::vector<FusedPass> passes;
  unsigned index_bits = 0;
};

/// Plans passes of consecutive steps, at most `most_steps` each. Fragments write 4 * 2^log2_targets keys. XOR steps are
/// fused as far as partners share a fragment. For other networks, the plan is the cheapest sequence of exchanges,
/// windows and searches. `short_programs` limits windows to short programs, for devices that compile only these. The
/// last pass ends in the linear layout.
FusedPlan plan_fused(const Schedule& schedule, unsigned log2_targets, std::size_t most_steps,
                     bool short_programs = false);

}  // namespace texelsort::algorithms
