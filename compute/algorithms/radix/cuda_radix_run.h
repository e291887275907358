#pragma once

#include <array>
#include <string>

#include "compute/algorithms/cuda/cuda_field_run.h"
#include "compute/algorithms/radix/cuda_radix_plan.h"
#include "compute/cuda/buffer.h"

namespace texelsort::algorithms {

/// What the radix sorts on CUDA share: moves by one digit from the front to the back.
class CudaRadixRun : public CudaFieldRun {
 protected:
  CudaRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan);

  const CudaRadixPlan& radix_plan() const { return plan_; }
  /// Inside a pass's execute.
  radix::Move move(std::uint64_t digit) const;
  /// A pass by a digit with its name; the rest is to be set.
  Pass digit_pass(std::uint64_t stage, std::uint64_t digit, std::string label) const;
  std::uint64_t key_array_bytes() const { return n() * data::key_bytes(plan_.type); }
  /// Adds what a move by a digit reads and writes: keys, payload, fields.
  void count_move(Counters& counters) const;
  /// Its tables after a pass.
  virtual std::vector<View> digit_views(std::uint64_t pass) const = 0;
  std::string stage_of_digit(std::uint64_t digit) const;

 private:
  std::vector<View> more_views() const final;
  CudaRadixPlan plan_;
};

/// Three passes a digit: count, scan, move.
class CudaThreePhaseRun : public CudaRadixRun {
 protected:
  /// `labels` name the three passes as the source does.
  CudaThreePhaseRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan,
                    std::array<std::string, 3> labels);

  virtual void count(const radix::Move& move) = 0;
  virtual void scan(std::uint64_t elements) = 0;
  virtual void scatter(const radix::Move& move) = 0;
  /// Bytes of ranks that are written by counting and read by moving.
  virtual std::uint64_t rank_bytes() const { return 0; }

  std::vector<View> digit_views(std::uint64_t pass) const override;
  std::vector<TableKind> table_kinds() const override {
    return {tables::DigitCounts{}, tables::DigitScan{}, tables::DigitRanks{}};
  }
  std::uint64_t* table() const { return static_cast<std::uint64_t*>(pointer(table_)); }

 private:
  Pass count_pass(std::uint64_t index, std::string label);
  Pass scan_pass(std::uint64_t index, std::string label);
  Pass move_pass(std::uint64_t index, std::string label);

  const GuardedBuffer& table_;
};

/// Bytes of a table of 64-bit numbers.
inline std::uint64_t table_bytes(const CudaRadixPlan& plan) {
  return sizeof(std::uint64_t) * plan.table_elements();
}

}  // namespace texelsort::algorithms
