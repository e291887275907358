#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compute/algorithms/networks/fused_exchange.h"
#include "compute/algorithms/networks/fused_layout.h"
#include "compute/algorithms/networks/fused_window.h"
#include "compute/algorithms/networks/network_run.h"

namespace texelsort::algorithms {

/// How a fragment comes by the partners of the elements that it writes.
enum class FusedForm : std::uint8_t {
  exchange,  ///< they are written by it too; without steps the pass changes the layout only
  window,    ///< it reads, and computes, more than it writes
  search     ///< for one step of any kind: it finds the partner of each, and reads it
};

/// A pass: reads whatever layout the data is in, executes the steps in registers, writes its own layout.
struct FusedPass {
  FusedForm form = FusedForm::exchange;
  FusedLayout layout;
  std::vector<FusedStep> steps{};               ///< of an exchange
  std::shared_ptr<const FusedWindow> window{};  ///< of a window
};

struct FusedPlan {
  std::shared_ptr<const Schedule> schedule;  ///< a pass each for `passes`
  std::vector<FusedPass> passes;
  unsigned index_bits = 0;
};

/// Passes of successive steps, at most `most_steps` each, by fragments that write 4 * 2^log2_targets keys. A network
/// of XOR steps is fused as far as partners share a fragment; for any other the cheapest sequence of exchanges, windows
/// and searches is looked for, of windows that make `short_programs` if these alone compile. The last pass leaves the
/// linear layout.
FusedPlan plan_fused(const Schedule& schedule, unsigned log2_targets, std::size_t most_steps,
                     bool short_programs = false);

}  // namespace texelsort::algorithms
