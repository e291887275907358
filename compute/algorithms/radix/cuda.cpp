#include "compute/algorithms/radix/cuda.h"

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/cuda/kernels/scans.h"
#include "compute/cuda/buffer.h"

namespace texelsort::algorithms {

radix::Move CudaRadixRun::move_by(const DigitPass& digit) const {
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

namespace {

/// A tile's ranks are below 2^16.
constexpr std::uint64_t rank_size = sizeof(std::uint16_t);

std::uint64_t table_bytes(const DigitPlan& plan) {
  return sizeof(std::uint64_t) * plan.table_elements();
}

std::uint64_t rank_bytes(const DigitPlan& plan) {
  return plan.ranks ? rank_size * plan.n : 0;
}

/// CUB scans the table of GRS, a block that of SRTS.
std::uint64_t scan_bytes(const DigitPlan& plan) {
  return plan.ranks && plan.n > 1 ? kernels::scan_bytes(plan.table_elements()) : 0;
}

/// SRTS and GRS by kernels.
class ThreePhaseRun : public CudaRadixRun, protected DigitSteps {
 protected:
  ThreePhaseRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaRadixRun(device, std::move(problem), plan), table_(add_table(table_bytes(plan), "table")) {
    const DigitSizes sizes{.count = sizeof(std::uint64_t), .rank = plan.ranks ? rank_size : 0, .fields = field_bytes()};
    for (Pass& pass : digit_passes(this->plan(), sizes, *this)) add_pass(std::move(pass));
  }

  Counters scan_cost(const DigitPass& digit) const final {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = table_elements(digit);
    counters.bytes = 2 * sizeof(std::uint64_t) * table_elements(digit);
    return counters;
  }
  std::vector<View> digit_views(std::uint64_t pass) const override {
    const DigitPass digit = plan().digit(pass / 3);
    return {table_view(digit_table(plan(), pass), data::KeyType::u64, table_elements(digit),
                       static_cast<std::uint32_t>(digit.columns), table_)};
  }
  std::vector<TableKind> table_kinds() const final { return digit_tables(); }
  std::uint64_t* table() const { return static_cast<std::uint64_t*>(pointer(table_)); }

 private:
  const GuardedBuffer& table_;
};

class SrtsRun final : public ThreePhaseRun {
 public:
  SrtsRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : ThreePhaseRun(device, std::move(problem), plan) {
    rewind();
  }

 private:
  const radix::SrtsLaunches& srts() const { return launches<radix::SrtsLaunches>(plan().type); }
  radix::SrtsShares shares() const { return {plan().columns, plan().column_keys / plan().shape.tile()}; }
  void count(const DigitPass& digit) override { srts().reduce(move_by(digit), shares(), table(), stream().handle()); }
  void scan(const DigitPass& digit) override {
    kernels::scan_by_block(table(), table_elements(digit), stream().handle());
  }
  void move(const DigitPass& digit) override {
    srts().scatter(move_by(digit), shares(), table(), stream().handle());
    swap();
  }
};

class GrsRun final : public ThreePhaseRun {
 public:
  GrsRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : ThreePhaseRun(device, std::move(problem), plan),
        ranks_(add_table(rank_bytes(plan), "ranks")),
        temporary_(scan_bytes(plan), "the scan's temporary memory") {
    rewind();
  }

 private:
  const radix::GrsLaunches& grs() const { return launches<radix::GrsLaunches>(plan().type); }
  void count(const DigitPass& digit) override { grs().rank(move_by(digit), table(), ranks(), stream().handle()); }
  void scan(const DigitPass& digit) override {
    kernels::scan_by_cub(table(), table_elements(digit), temporary_.data(), temporary_.size(), stream().handle());
  }
  void move(const DigitPass& digit) override {
    grs().move(move_by(digit), table(), ranks(), stream().handle());
    swap();
  }
  std::vector<View> digit_views(std::uint64_t pass) const override {
    std::vector<View> views = ThreePhaseRun::digit_views(pass);
    views.push_back(table_view(tables::DigitRanks{}, data::KeyType::u32, n(), shown_width(n()), ranks_));
    views.back().packed_bytes = rank_size;
    return views;
  }
  std::uint16_t* ranks() const { return static_cast<std::uint16_t*>(pointer(ranks_)); }

  const GuardedBuffer& ranks_;
  cuda::Buffer temporary_;
};

}  // namespace

std::unique_ptr<Run> make_cuda_radix_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                         const CudaRadixPlan& plan) {
  if (plan.ranks) return std::make_unique<GrsRun>(device, std::move(problem), plan);
  return std::make_unique<SrtsRun>(device, std::move(problem), plan);
}

std::uint64_t cuda_radix_bytes(const CudaRadixPlan& plan) {
  return table_bytes(plan) + rank_bytes(plan) + scan_bytes(plan);
}

}  // namespace texelsort::algorithms
