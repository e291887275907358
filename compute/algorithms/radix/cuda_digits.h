#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "compute/algorithms/cuda/cuda_field_run.h"
#include "compute/algorithms/radix/cuda_radix.h"

namespace texelsort::algorithms {

/// Base class of CUDA runs whose passes move keys by one digit from the front arrays to the back arrays.
class CudaRadixRun : public CudaFieldRun, protected DigitSteps {
 protected:
  CudaRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaFieldRun(device, std::move(problem)), plan_(plan) {}

  /// Adds the passes and loads the input. The passes must belong to this run's plan, because they refer to it.
  void start(std::vector<Pass> passes) {
    for (Pass& pass : passes) add_pass(std::move(pass));
    rewind();
  }
  Counters scan_cost(std::uint64_t elements) const final {
    return {.dispatches = 1, .elements_read = elements, .bytes = 2 * sizeof(std::uint64_t) * elements};
  }
  /// Returns the move by a digit with the run's current arrays. Only an executing pass may call the function.
  radix::Move move_by(const DigitPass& digit) const {
    radix::Move move = plan_.move(digit);
    const Columns from = front(), to = back();
    move.order = problem().order;
    move.keys_in = from.keys;
    move.keys_out = to.keys;
    move.payload_in = from.payload;
    move.payload_out = to.payload;
    if (has_fields()) move.fields = field_arrays(plan_.grouped);
    return move;
  }
  template <typename Launches>
  const Launches& kernels() const {
    return launches<Launches>(plan_.type);
  }
  radix::Stream queue() const { return stream().handle(); }
  /// Returns the views of the run's tables after a pass.
  virtual std::vector<View> digit_views(std::uint64_t pass) const = 0;

  const CudaRadixPlan plan_;

 private:
  std::vector<View> more_views() const final {
    return passes_done() > 0 ? digit_views(passes_done() - 1) : std::vector<View>{};
  }
};

}  // namespace texelsort::algorithms
