#include "compute/algorithms/distributed/sweeps.h"

#include "compute/algorithms/radix/cuda_radix.h"
#include "compute/algorithms/radix/sweep.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Returns the plan of a sort of `count` keys. Digits and kernels are chosen for the maximum number of keys, so that
/// fewer keys need no larger tables and load the same kernels. Large inputs are sorted by a prefix if the keys have
/// a suitable one. This saves more time than the choice and three launches cost.
CudaRadixPlan sweep_plan(ProblemForm form, std::uint64_t count) {
  constexpr std::uint64_t many_narrow = std::uint64_t{1} << 20, many_wide = std::uint64_t{1} << 16;
  const bool many = form.n >= (data::key_bytes(form.type) == 4 ? many_narrow : many_wide);
  CudaRadixSettings settings{.digit = tuned_digit(form.n)};
  settings.shape = onesweep_plan(form, settings).shape;
  const std::uint64_t room = form.n;
  form.n = count;
  CudaRadixPlan plan = many ? prefix_plan(form, settings) : onesweep_plan(form, settings);
  plan.room = room;
  return plan;
}

}  // namespace

std::uint64_t sweep_table_bytes(const ProblemForm& form) {
  const SweepTables tables(sweep_plan(form, form.n));
  return tables.bytes();
}

void queue_sweeps(const ProblemForm& form, std::uint64_t count, const SweptArrays& arrays, std::byte* tables,
                  kernels::Stream stream) {
  if (count < 2) return;
  const CudaRadixPlan plan = sweep_plan(form, count);
  const SweepTables parts(plan);
  const SweepQueue sweeps{plan, parts.layout, tables, stream};
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
  const radix::KeySurvey* found = parts.has_prefix() ? sweeps.found() : nullptr;
  sweeps.scan();
  for (std::uint64_t digit = 0; digit < plan.digits(); ++digit) {
    sweeps.sweep(move_by(digit), found);
    arrays.swap();
  }
  // Whichever prefix is chosen, the sorted keys end in the same array.
  if (found != nullptr) sweeps.finish(move_by(0), tables + parts.layout.bytes, radix::RangeSides::kept);
}

}  // namespace texelsort::algorithms::distributed
