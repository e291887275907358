#include <memory>

#include "compute/algorithms/radix/cuda_radix.h"
#include "compute/algorithms/radix/sources.h"

namespace texelsort::algorithms {
namespace {

/// A variant of the paper's hybrid sort, under a name of its own.
RadixSource prefix_source() {
  return {"prefix",
          "by prefixes and interpolation",
          {"E. Stehle, H.-A. Jacobsen", "A Memory Bandwidth-Efficient Hybrid Radix Sort on GPUs",
           "ACM SIGMOD International Conference on Management of Data", 2017, "hybrid radix sort"}};
}

class CudaPrefix final : public CudaRadix {
 public:
  CudaPrefix()
      : CudaRadix(
            prefix_source().described(
                Backend::cuda,
                "A free variant of the hybrid radix sort: few passes, then shared memory. Onesweep's passes sort by a prefix of "
                "the keys only, of as many digits as a sample calls for; then blocks sort ranges of keys with the same prefix "
                "after Flashsort (K.-D. Neubert, 1998): a key's slot is interpolated, slots are counted and scanned, and few "
                "neighbours put in order by insertion. Ranges that have too many equal or uneven keys are merged; where a "
                "prefix would leave too many of them, every digit has its pass. Memory: two arrays, 4 bytes for every digit of "
                "every tile in every pass, 56 bytes for every 1,024 keys, and 1.3 MB for the sample.",
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
             "Digits, from the most significant on, that passes sort by, before blocks sort ranges of keys that have "
             "the same. 0: as few as leave ranges that a block has room for, by a sample of one key in 256; all "
             "digits have a pass if that saves fewer than two."),
       digit_field<S>(8), shape_field(std::nullopt), look_back_reads_field<S>()});
  return table;
}

std::unique_ptr<Algorithm> make_prefix_cuda() {
  return std::make_unique<CudaPrefix>();
}

}  // namespace texelsort::algorithms
