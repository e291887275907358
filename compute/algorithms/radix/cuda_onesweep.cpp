#include <memory>

#include "compute/algorithms/cuda/small_input_run.h"
#include "compute/algorithms/radix/cuda_radix.h"
#include "compute/algorithms/radix/sources.h"

namespace texelsort::algorithms {
namespace {

/// Onesweep merges tiles if n is at most `small_input`. It skips unneeded passes if n is at least `many_keys`.
constexpr std::uint64_t small_input = std::uint64_t{1} << 16, many_keys = std::uint64_t{1} << 20;

class CudaOnesweep final : public CudaRadix {
 public:
  CudaOnesweep()
      : CudaRadix(onesweep_source().described(
                      Backend::cuda,
                      "Sorts by the least significant digit first, with one pass over the array per digit. All digits "
                      "are counted beforehand. Each tile reads from the preceding tiles how many keys of each digit "
                      "they hold (decoupled look-back), and counts the digits of a late tile itself. The counts also "
                      "show which passes the keys need (passes = needed): none for digits that all keys share and for "
                      "sorted keys, one for reversed keys. Small inputs are sorted by merging, in one or two launches "
                      "(passes = merged). Memory: two arrays and 4 bytes per digit value, tile and pass.",
                      {70'001, 1'100'001}),
                  cuda_onesweep_settings()) {}
  std::vector<TableKind> table_kinds() const override { return sweep_tables(); }

 protected:
  CudaRadixPlan settle(const ProblemForm& form, const CudaRadixSettings& settings) const override {
    return onesweep_plan(form, settings);
  }
  CudaRadixSettings tuned_for(const cuda::DeviceInfo& device, const ProblemForm& form,
                              const Given<CudaRadixSettings>& given) const override {
    using S = CudaRadixSettings;
    S settings = CudaRadix::tuned_for(device, form, given);
    const bool sweeps = given.value(&S::digit) || given.value(&S::shape) || given.value(&S::look_back_reads);
    // With fewer keys, all passes finish before the host has read the survey.
    if (form.n >= many_keys) settings.passes = SweepPasses::needed;
    if (form.n <= small_input && !sweeps) settings.passes = SweepPasses::merged;
    return settings;
  }
  std::uint64_t table_bytes(const CudaRadixPlan& plan) const override {
    return plan.merged ? SmallInputRun::table_bytes({plan.n, plan.type}) : sweep_bytes(plan);
  }
  std::unique_ptr<Run> make(gpu::Device& device, std::shared_ptr<const Problem> problem,
                            const CudaRadixPlan& plan) const override {
    if (plan.merged) return std::make_unique<SmallInputRun>(device, std::move(problem), plan.grouped);
    return make_sweep_run(device, std::move(problem), plan);
  }
};

}  // namespace

CudaRadixPlan onesweep_plan(const ProblemForm& form, const CudaRadixSettings& settings) {
  CudaRadixPlan plan(form, settings, false, true);
  plan.merged = settings.passes == SweepPasses::merged;
  plan.adaptive = settings.passes == SweepPasses::needed;
  return plan;
}

const SettingsTable<CudaRadixSettings>& cuda_onesweep_settings() {
  using S = CudaRadixSettings;
  const auto sweeps = when_not(&S::passes, {SweepPasses::merged});
  static const SettingsTable<S> table(
      {field(
           &S::passes, "passes", "", Choices{{"all", "needed", "merged"}}, SweepPasses::all,
           "Passes of the sort. all: one per digit, whatever the keys are. needed: counting also finds which bits "
           "differ and whether the keys are in order. Digits that all keys share are skipped, sorted keys stay, and "
           "reversed keys are reversed again. Keys without payload that differ in one digit only are written from "
           "its counts. merged: no digits; tiles are sorted in shared memory and parts of them merged, in one or two "
           "launches, for up to 2^20 keys. Default: merged for up to 2^16 keys if no other parameter is given, all for "
           "up to 2^20 - 1 keys, otherwise needed."),
       digit_field<S>(8).only(sweeps), shape_field(std::nullopt).only(sweeps),
       look_back_reads_field<S>().only(sweeps)});
  return table;
}

std::unique_ptr<Algorithm> make_onesweep() {
  return std::make_unique<CudaOnesweep>();
}

}  // namespace texelsort::algorithms
