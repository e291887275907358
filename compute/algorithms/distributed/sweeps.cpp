#include "compute/algorithms/distributed/sweeps.h"

#include "compute/algorithms/radix/cuda.h"
#include "compute/algorithms/radix/sweep.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Digits and tiles are those of as many keys as there is room for, so that fewer take no more of the tables.
CudaRadixPlan sweep_plan(ProblemForm form, std::uint64_t count) {
  CudaRadixSettings settings{.digit = tuned_digit(form.n)};
  settings.shape = CudaRadixPlan(RadixSort::onesweep, form, settings).shape;
  form.n = count;
  return {RadixSort::onesweep, form, settings};
}

}  // namespace

std::uint64_t sweep_table_bytes(const ProblemForm& form) {
  return SweepLayout(sweep_plan(form, form.n)).bytes;
}

void queue_sweeps(const ProblemForm& form, std::uint64_t count, const SweptArrays& arrays, std::byte* tables,
                  kernels::Stream stream) {
  if (count < 2) return;
  const CudaRadixPlan plan = sweep_plan(form, count);
  const SweepLayout layout(plan);
  const SweepQueue sweeps{plan, layout, tables, stream};
  const auto move_by = [&](std::uint64_t digit) {
    radix::Move move = plan.move(plan.digit(digit));
    const kernels::Arrays now = arrays.now();
    move.order = now.order.order;
    move.keys_in = now.keys_in;
    move.keys_out = now.keys_out;
    move.payload_in = now.payload_in;
    move.payload_out = now.payload_out;
    return move;
  };
  sweeps.count(move_by(0), nullptr);
  sweeps.scan();
  for (std::uint64_t digit = 0; digit < plan.digits(); ++digit) {
    sweeps.sweep(move_by(digit), nullptr);
    arrays.swap();
  }
}

}  // namespace texelsort::algorithms::distributed
