#include <algorithm>

#include "compute/algorithms/cuda/kernels/scans.h"
#include "compute/algorithms/radix/cuda_radix_algorithm.h"
#include "compute/algorithms/radix/cuda_radix_run.h"
#include "compute/algorithms/radix/radix.h"

namespace texelsort::algorithms {
namespace {

/// The tiles of n keys, shared evenly by so many blocks.
CudaRadixPlan shared_tiles(CudaRadixPlan plan, std::uint64_t blocks) {
  const std::uint64_t tiles = plan.tiles();
  plan.column_tiles = std::max<std::uint64_t>((tiles + blocks - 1) / blocks, 1);
  plan.columns = (tiles + plan.column_tiles - 1) / plan.column_tiles;
  return plan;
}

class SrtsRun final : public CudaThreePhaseRun {
 public:
  SrtsRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaThreePhaseRun(device, std::move(problem), plan,
                          {"bottom-level reduction", "top-level scan", "bottom-level scan and scatter"}) {
    rewind();
  }

 private:
  radix::SrtsShares shares() const { return {radix_plan().columns, radix_plan().column_tiles}; }
  void count(const radix::Move& move) override {
    launches<radix::SrtsLaunches>(move.type).reduce(move, shares(), table(), stream().handle());
  }
  void scan(std::uint64_t elements) override { kernels::scan_by_block(table(), elements, stream().handle()); }
  void scatter(const radix::Move& move) override {
    launches<radix::SrtsLaunches>(move.type).scatter(move, shares(), table(), stream().handle());
  }
};

class CudaSrts final : public CudaRadixAlgorithm {
 public:
  CudaSrts()
      : CudaRadixAlgorithm(
            {.id = "radix/srts@cuda",
             .title = "Radix sort SRTS (Merrill & Grimshaw), CUDA",
             .family = "radix",
             .summary =
                 "Least significant digit first. A fixed number of thread blocks count the digits of their shares of the "
                 "array, one block scans the counts, and each block puts tile after tile in order in shared memory and "
                 "scatters it. Memory: two arrays and a table of 8 bytes for every digit and block.",
             .citation = {"D. Merrill, A. Grimshaw", "Revisiting Sorting for GPGPU Stream Architectures",
                          "University of Virginia, CS2010-03", 2010, "sections 3 and 4"},
             .stable = true},
            "4", "256x16",
            {{"blocks", "thread blocks", IntegerRange{1, 65'535}, "264", "",
              "How many blocks share the array, whatever its size; few tiles take fewer. The source takes as many as fill "
              "the multiprocessors. Tuned: two for each."}}) {}

  CudaRadixPlan plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                     const Parameters& parameters) const override {
    return shared_tiles(cuda_radix_plan(n, type, payload, parameters),
                        static_cast<std::uint64_t>(parameters.integer("blocks")));
  }

 protected:
  std::uint64_t tables_bytes(const CudaRadixPlan& plan, const Parameters&) const override { return table_bytes(plan); }
  std::map<std::string, std::string> tuned_for(const cuda::DeviceInfo& device, std::uint64_t n,
                                               data::KeyType type) const override {
    auto values = CudaRadixAlgorithm::tuned_for(device, n, type);
    values["blocks"] = std::to_string(2 * device.multiprocessors);
    return values;
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    const CudaRadixPlan chosen = plan(problem->n(), problem->type(), problem->payload, parameters);
    return std::make_unique<SrtsRun>(*device, std::move(problem), chosen);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_srts_cuda() {
  return std::make_unique<CudaSrts>();
}

}  // namespace texelsort::algorithms
