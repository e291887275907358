#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compute/algorithms/networks/fused_exchange.h"
#include "compute/algorithms/networks/fused_layout.h"
#include "compute/algorithms/networks/fused_window.h"
#include "compute/algorithms/networks/network_run.h"

namespace texelsort::algorithms {

/// Kind of a fused pass, which depends on where fragments find the partners of the elements that they write.
enum class FusedForm : std::uint8_t {
  exchange,  ///< The fragment writes both elements of each comparator. Without steps, the pass only changes the layout.
  window,    ///< the fragment reads more texels than it writes, and compares elements of all texels that it has read
  search     ///< the pass has one step of any kind, and the fragment searches and reads each partner
};

/// A pass that reads arrays in any layout, executes its steps in registers, and writes its own layout.
struct FusedPass {
  FusedForm form = FusedForm::exchange;
  FusedLayout layout;
  std::vector<FusedStep> steps{};               ///< steps of an exchange; empty for windows and searches
  std::shared_ptr<const FusedWindow> window{};  ///< work of the fragments in a window pass; null for other passes
};

struct FusedPlan {
  std::shared_ptr<const Schedule> schedule;  ///< the network steps of each pass in `passes`
  std::vector<FusedPass> passes;
  unsigned index_bits = 0;
};

/// Plans passes of at most `most_steps` consecutive steps. Fragments write 4 * 2^log2_targets keys. XOR steps are fused
/// as long as partners share a fragment. For other networks, the plan is the cheapest sequence of exchanges, windows
/// and searches. `short_programs` limits windows to short programs, for devices that compile only short ones. The last
/// pass ends in the linear layout.
FusedPlan plan_fused(const Schedule& schedule, unsigned log2_targets, std::size_t most_steps,
                     bool short_programs = false);

}  // namespace texelsort::algorithms
