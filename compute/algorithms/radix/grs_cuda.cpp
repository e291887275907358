#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/cuda/kernels/scans.h"
#include "compute/algorithms/radix/cuda_radix_algorithm.h"
#include "compute/algorithms/radix/cuda_radix_run.h"
#include "compute/algorithms/radix/radix.h"

namespace texelsort::algorithms {
namespace {

/// A tile's ranks are below 2^16.
constexpr std::uint64_t rank_size = sizeof(std::uint16_t);

std::uint64_t scan_bytes(const CudaRadixPlan& plan) {
  return plan.n > 1 ? kernels::scan_bytes(plan.table_elements()) : 0;
}

class GrsRun final : public CudaThreePhaseRun {
 public:
  GrsRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaThreePhaseRun(device, std::move(problem), plan, {"histogram and ranks", "prefix sums", "move by ranks"}),
        ranks_(add_table(rank_size * plan.n, "ranks")),
        temporary_(scan_bytes(plan), "the scan's temporary memory") {
    rewind();
  }

 private:
  void count(const radix::Move& move) override {
    launches<radix::GrsLaunches>(move.type).rank(move, table(), ranks(), stream().handle());
  }
  void scan(std::uint64_t elements) override {
    kernels::scan_by_cub(table(), elements, temporary_.data(), temporary_.size(), stream().handle());
  }
  void scatter(const radix::Move& move) override {
    launches<radix::GrsLaunches>(move.type).move(move, table(), ranks(), stream().handle());
  }
  std::uint64_t rank_bytes() const override { return rank_size * n(); }

  std::vector<View> digit_views(std::uint64_t pass) const override {
    std::vector<View> views = CudaThreePhaseRun::digit_views(pass);
    View ranks = table_view(tables::DigitRanks{}, data::KeyType::u32, n(), shown_width(n()), ranks_);
    ranks.packed_bytes = rank_size;
    views.push_back(std::move(ranks));
    return views;
  }
  std::uint16_t* ranks() const { return static_cast<std::uint16_t*>(pointer(ranks_)); }

  const GuardedBuffer& ranks_;
  cuda::Buffer temporary_;
};

class CudaGrs final : public CudaRadixAlgorithm {
 public:
  CudaGrs()
      : CudaRadixAlgorithm(
            {.id = "radix/grs@cuda",
             .title = "Radix sort GRS (Bandyopadhyay & Sahni), CUDA",
             .family = "radix",
             .summary =
                 "Least significant digit first, made for records. A block for each tile counts its digits and keeps "
                 "every key's rank among its digit, the counts are scanned, and the ranks say where in the tile, and "
                 "from there in the array, a whole record goes. Memory: two arrays, 2 bytes a key, and a table of 8 "
                 "bytes for every digit and tile.",
             .citation = {"S. Bandyopadhyay, S. Sahni", "GRS - GPU Radix Sort for Large Multifield Records",
                          "International Conference on High Performance Computing (HiPC)", 2010, "section 3"},
             .stable = true},
            "4", "64x16", {}) {}

  CudaRadixPlan plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                     const Parameters& parameters) const override {
    return cuda_radix_plan(n, type, payload, parameters);
  }

 protected:
  std::uint64_t tables_bytes(const CudaRadixPlan& plan, const Parameters&) const override {
    return table_bytes(plan) + rank_size * plan.n + scan_bytes(plan);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    const CudaRadixPlan chosen = plan(problem->n(), problem->type(), problem->payload, parameters);
    return std::make_unique<GrsRun>(*device, std::move(problem), chosen);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_grs_cuda() {
  return std::make_unique<CudaGrs>();
}

}  // namespace texelsort::algorithms
