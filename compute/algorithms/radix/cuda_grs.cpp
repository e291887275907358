#include <memory>

#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/algorithms/radix/cuda_three_phase.h"
#include "compute/algorithms/radix/sources.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/launch.h"

namespace texelsort::algorithms {
namespace {

std::uint64_t rank_bytes(const DigitPlan& plan) {
  return rank_size * plan.n;
}

/// Returns the bytes of scratch memory that the device-wide scan of the table needs.
std::uint64_t scan_bytes(const DigitPlan& plan) {
  return plan.n > 1 ? launches<kernels::DeviceScanLaunches>().bytes(plan.table_elements()) : 0;
}

class GrsRun final : public ThreePhaseRun {
 public:
  GrsRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : ThreePhaseRun(device, std::move(problem), plan),
        ranks_(add_table(rank_bytes(plan), "ranks")),
        temporary_(scan_bytes(plan), "the scan's temporary memory") {
    start(passes());
  }

 private:
  const radix::GrsLaunches& grs() const { return kernels<radix::GrsLaunches>(); }
  void count(const DigitPass& digit) override { grs().rank(move_by(digit), table(), ranks(), queue()); }
  void scan(const DigitPass& digit) override {
    launches<kernels::DeviceScanLaunches>().scan(table(), table_elements(digit), temporary_.data(), temporary_.size(),
                                                 queue());
  }
  void move(const DigitPass& digit) override {
    grs().move(move_by(digit), table(), ranks(), queue());
    swap();
  }
  std::vector<View> digit_views(std::uint64_t pass) const override {
    std::vector<View> views = ThreePhaseRun::digit_views(pass);
    views.push_back(ranks_view(n(), ranks_));
    return views;
  }
  std::uint16_t* ranks() const { return static_cast<std::uint16_t*>(pointer(ranks_)); }

  const GuardedBuffer& ranks_;
  cuda::Buffer temporary_;
};

class CudaGrs final : public CudaRadix {
 public:
  CudaGrs()
      : CudaRadix(grs_source().described(
                      Backend::cuda,
                      "Sorts by the least significant digit first, designed for records. One thread block per tile "
                      "counts the digits and stores each key's rank among the keys of its digit. The counts are "
                      "scanned. The ranks give the place of each whole record in the tile and, with the counts, in the "
                      "array. Memory: two arrays, 2 bytes per key, and a table of 8 bytes per digit value and tile.",
                      {}),
                  cuda_grs_settings()) {}

 protected:
  CudaRadixPlan settle(const ProblemForm& form, const CudaRadixSettings& settings) const override {
    return grs_plan(form, settings);
  }
  std::uint64_t table_bytes(const CudaRadixPlan& plan) const override {
    return count_table_bytes(plan) + rank_bytes(plan) + scan_bytes(plan);
  }
  std::unique_ptr<Run> make(gpu::Device& device, std::shared_ptr<const Problem> problem,
                            const CudaRadixPlan& plan) const override {
    return std::make_unique<GrsRun>(device, std::move(problem), plan);
  }
};

}  // namespace

CudaRadixPlan grs_plan(const ProblemForm& form, const CudaRadixSettings& settings) {
  return {form, settings, true, false};
}

const SettingsTable<CudaRadixSettings>& cuda_grs_settings() {
  using S = CudaRadixSettings;
  static const SettingsTable<S> table({digit_field<S>(4), shape_field(radix::Shape{64, 16}), cuda_ranking_field()});
  return table;
}

std::unique_ptr<Algorithm> make_grs_cuda() {
  return std::make_unique<CudaGrs>();
}

}  // namespace texelsort::algorithms
