#include <memory>

#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/algorithms/radix/cuda_three_phase.h"
#include "compute/algorithms/radix/sources.h"
#include "compute/cuda/launch.h"

namespace texelsort::algorithms {
namespace {

class SrtsRun final : public ThreePhaseRun {
 public:
  SrtsRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : ThreePhaseRun(device, std::move(problem), plan) {
    start(passes());
  }

 private:
  const radix::SrtsLaunches& srts() const { return kernels<radix::SrtsLaunches>(); }
  radix::SrtsShares shares() const { return {plan_.columns, plan_.column_keys / plan_.shape.tile()}; }
  void count(const DigitPass& digit) override { srts().count(move_by(digit), shares(), table(), queue()); }
  void scan(const DigitPass& digit) override {
    launches<kernels::ScanLaunches>().scan_by_block(table(), table_elements(digit), queue());
  }
  void move(const DigitPass& digit) override {
    srts().scatter(move_by(digit), shares(), table(), queue());
    swap();
  }
};

class CudaSrts final : public CudaRadix {
 public:
  CudaSrts()
      : CudaRadix(
            srts_source().described(Backend::cuda,
                                    "Sorts by the least significant digit first. A fixed number of thread blocks count "
                                    "the digits of their shares of the array. One block scans the counts. Then each "
                                    "block orders its share in shared memory, tile by tile, and scatters the tiles. "
                                    "Memory: two arrays and a table of 8 bytes per digit value and block.",
                                    {}),
            cuda_srts_settings()) {}

 protected:
  CudaRadixPlan settle(const ProblemForm& form, const CudaRadixSettings& settings) const override {
    return srts_plan(form, settings);
  }
  CudaRadixSettings tuned_for(const cuda::DeviceInfo& device, const ProblemForm& form,
                              const Given<CudaRadixSettings>& given) const override {
    CudaRadixSettings settings = CudaRadix::tuned_for(device, form, given);
    settings.blocks = 2 * static_cast<std::uint64_t>(device.multiprocessors);
    return settings;
  }
  std::uint64_t table_bytes(const CudaRadixPlan& plan) const override { return count_table_bytes(plan); }
  std::unique_ptr<Run> make(gpu::Device& device, std::shared_ptr<const Problem> problem,
                            const CudaRadixPlan& plan) const override {
    return std::make_unique<SrtsRun>(device, std::move(problem), plan);
  }
};

}  // namespace

CudaRadixPlan srts_plan(const ProblemForm& form, const CudaRadixSettings& settings) {
  CudaRadixPlan plan(form, settings, false, false);
  plan.share_tiles(settings.blocks);
  return plan;
}

const SettingsTable<CudaRadixSettings>& cuda_srts_settings() {
  using S = CudaRadixSettings;
  static const SettingsTable<S> table(
      {digit_field<S>(4), shape_field(std::nullopt), cuda_ranking_field(),
       field(&S::blocks, "blocks", "thread blocks", IntegerRange{1, 65'535}, std::nullopt,
             "Number of thread blocks that share the array, independent of its size. Small inputs with fewer tiles use "
             "fewer. The source uses as many as fill the multiprocessors. Default: two per multiprocessor.")});
  return table;
}

std::unique_ptr<Algorithm> make_srts_cuda() {
  return std::make_unique<CudaSrts>();
}

}  // namespace texelsort::algorithms
