#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "compute/algorithms/radix/cuda_digits.h"

namespace texelsort::algorithms {

/// Returns the bytes of the table of counts of SRTS or GRS.
inline std::uint64_t count_table_bytes(const DigitPlan& plan) {
  return sizeof(std::uint64_t) * plan.table_elements();
}

/// Base class of the runs of SRTS and GRS, which count, scan and move for each digit.
class ThreePhaseRun : public CudaRadixRun {
 protected:
  ThreePhaseRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaRadixRun(device, std::move(problem), plan), table_(add_table(count_table_bytes(plan), "table")) {}

  std::vector<Pass> passes() {
    return digit_passes(
        plan_, {.count = sizeof(std::uint64_t), .rank = plan_.ranks ? rank_size : 0, .fields = field_bytes()}, *this);
  }
  std::vector<View> digit_views(std::uint64_t pass) const override {
    const DigitPass digit = plan_.digit(pass / 3);
    return {table_view(digit_table(plan_, pass), data::KeyType::u64, table_elements(digit), digit.columns, table_)};
  }
  std::uint64_t* table() const { return static_cast<std::uint64_t*>(pointer(table_)); }

 private:
  const GuardedBuffer& table_;
};

}  // namespace texelsort::algorithms
