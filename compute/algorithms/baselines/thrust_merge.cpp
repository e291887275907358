#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/baselines/cuda/cccl_versions.h"
#include "compute/algorithms/baselines/cuda/launch.h"
#include "compute/algorithms/baselines/cuda_library.h"
#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms {
namespace {

constexpr std::uint64_t ways = 2;

/// Run that merges by Thrust. Each pass is a round that merges neighbouring sequences in pairs. The host computes the
/// comparison and the starts of the sequences before the sort begins, because users of the library know both.
class ThrustMergeRun final : public CudaRun {
 public:
  ThrustMergeRun(gpu::Device& device, std::shared_ptr<const Problem> problem)
      : CudaRun(device, problem, Sides::two),
        order_(library_order(*problem)),
        rounds_(problem->n() == 0 ? 0 : round_count(problem->sequences.size() - 1, ways)) {
    if (rounds_ > 0) {
      for (std::uint64_t round = 0; round <= rounds_; ++round)
        starts_.push_back(merged_starts(problem->sequences, std::uint64_t{1} << round));
    }
    for (std::uint64_t round = 0; round < rounds_; ++round) add_pass(round_pass(round));
    rewind();
  }

  static std::uint64_t cuda_bytes(const ProblemForm& form) { return 2 * array_bytes(form); }

  LibraryCall library_call() const override {
    const bool pairs = data::payload_bytes(problem().payload) > 0;
    return {"Thrust " + thrust_version(),
            fmt::format("thrust::{} by {}", pairs ? "merge_by_key" : "merge", comparison_text(order_, "cuda::std::"))};
  }

 private:
  Pass round_pass(std::uint64_t round) {
    return {.header =
                [this, round] {
                  return PassHeader{round, round, fmt::format("round {} of {}", round + 1, rounds_),
                                    "thrust::merge on each pair"};
                },
            .execute = [this, round] { merge_pairs(starts_[round]); },
            .cost =
                [this, round] {
                  return Counters{.dispatches = starts_[round + 1].size() - 1,
                                  .elements_read = n(),
                                  .bytes = 2 * array_bytes(problem().form())};
                },
            .claim = [this, round] { return merged_claim(starts_[round], ways, true); }};
  }

  std::vector<View> table_views() const override {
    if (starts_.empty()) return {};
    const auto& now = starts_[passes_done()];
    return {owning_view(tables::Sequences{}, data::KeyType::u64, now.size(), now)};
  }

  /// Merges neighbouring sequences in pairs. A sequence without a partner is merged with an empty sequence.
  void merge_pairs(const std::vector<std::uint64_t>& starts) {
    const Columns from = front(), to = back();
    ThrustMerge call{.order = order_,
                     .payload_bytes = static_cast<unsigned>(data::payload_bytes(problem().payload)),
                     .keys_in = from.keys,
                     .keys_out = to.keys,
                     .payload_in = from.payload,
                     .payload_out = to.payload,
                     .stream = stream().handle()};
    const std::uint64_t sequences = starts.size() - 1;
    for (std::uint64_t i = 0; i < sequences; i += ways) {
      call.first = starts[i];
      call.middle = starts[i + 1];
      call.last = starts[std::min(i + ways, sequences)];
      if (call.first < call.last) launches<ThrustMergeLaunches>(order_).merge(call, memory_);
    }
    swap();
  }

  LibraryOrder order_;
  std::uint64_t rounds_;
  /// starts of the sequences, one list before each round and one after the last round
  std::vector<std::vector<std::uint64_t>> starts_;
  ThrustMemory memory_;
};

}  // namespace

std::unique_ptr<Algorithm> make_thrust_merge() {
  return std::make_unique<CudaLibrary<ThrustMergeRun>>(
      AlgorithmInfo{.id = "thrust/merge@cuda",
                    .title = "thrust::merge",
                    .family = "thrust",
                    .summary = "The merge of the CUDA toolkit's Thrust, merge or merge_by_key, by cuda::std::less or "
                               "greater. Neighbouring sequences are merged in pairs until one is left, in one stream "
                               "without waiting. Floats that include NaN or -0 are compared by their encoded keys.",
                    .citation = {"NVIDIA", "Thrust: thrust::merge", "CUDA Core Compute Libraries", 2025, "merging"},
                    .stable = true,
                    .task = Task::merge},
      std::vector<TableKind>{tables::Sequences{}});
}

}  // namespace texelsort::algorithms
