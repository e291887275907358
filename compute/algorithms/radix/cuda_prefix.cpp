#include <memory>

#include "compute/algorithms/radix/cuda_radix.h"
#include "compute/algorithms/radix/sources.h"

namespace texelsort::algorithms {
namespace {

class CudaPrefix final : public CudaRadix {
 public:
  CudaPrefix()
      : CudaRadix(
            prefix_source().described(
                Backend::cuda,
                "A variant of the hybrid radix sort: few passes over the array, then sorts in shared memory. "
                "Onesweep's passes sort only by a prefix of the keys. The prefix is one digit if the keys of each "
                "of its values fit a block; otherwise a sample determines the number of digits. Then "
                "thread blocks sort ranges of keys with the same prefix like Flashsort (K.-D. Neubert, 1998): "
                "each key's slot is interpolated, the slots are counted and scanned, and the few neighbours are "
                "ordered in registers or by insertion. Ranges with too many equal or unevenly distributed keys are "
                "merged. If a "
                "prefix would leave too many of these, each digit gets a pass. Memory: two arrays, 4 bytes per "
                "digit value, tile and pass, 56 bytes per 768 keys for lists of ranges, and 1.3 MB for the sample.",
                {}),
            cuda_prefix_settings()) {}
  std::vector<TableKind> table_kinds() const override {
    std::vector<TableKind> kinds = sweep_tables();
    kinds.push_back(tables::Work{});
    return kinds;
  }
  bool moves_records() const override { return false; }

 protected:
  CudaRadixPlan settle(const ProblemForm& form, const CudaRadixSettings& settings) const override {
    return prefix_plan(form, settings);
  }
  std::uint64_t table_bytes(const CudaRadixPlan& plan) const override { return sweep_bytes(plan); }
  std::unique_ptr<Run> make(gpu::Device& device, std::shared_ptr<const Problem> problem,
                            const CudaRadixPlan& plan) const override {
    return make_sweep_run(device, std::move(problem), plan);
  }
};

}  // namespace

CudaRadixPlan prefix_plan(const ProblemForm& form, const CudaRadixSettings& settings) {
  CudaRadixPlan plan(form, settings, false, true);
  plan.adaptive = plan.samples = true;
  return plan;
}

const SettingsTable<CudaRadixSettings>& cuda_prefix_settings() {
  using S = CudaRadixSettings;
  static const SettingsTable<S> table(
      {field(&S::prefix, "prefix", "digits", IntegerRange{0, 64}, std::nullopt,
             "Number of most significant digits that passes sort by, before thread blocks sort ranges of keys with the "
             "same prefix. 0: the keys decide. The prefix is one digit if the keys of each of its values fit a block. "
             "Otherwise a sample of the keys estimates the fewest digits whose ranges fit a block. If this saves fewer "
             "than two passes, each digit has a pass. Up to about 2^22 keys of 4 bytes are not sampled: the prefix is "
             "one digit, or each digit has a pass."),
       digit_field<S>(8), shape_field(std::nullopt), look_back_reads_field<S>()});
  return table;
}

std::unique_ptr<Algorithm> make_prefix_cuda() {
  return std::make_unique<CudaPrefix>();
}

}  // namespace texelsort::algorithms
