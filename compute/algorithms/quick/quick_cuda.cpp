#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/quick/quick.h"
#include "compute/algorithms/quick/quick_run.h"

namespace texelsort::algorithms {
namespace {

using quick::Settings;

const SettingsTable<Settings>& quick_settings() {
  static const SettingsTable<Settings> table({
      field(&Settings::small, "small", "keys", IntegerRange{2, 2048}, 2048,
            "M: parts up to this many keys are sorted by a network in shared memory."),
      field(&Settings::network, "network", "", Choices{{"odd-even", "bitonic"}}, quick::Network::odd_even,
            "The sorting network for those: Batcher's odd-even merge sort or the bitonic sort."),
      field(&Settings::threads, "threads", "threads", PowersOfTwo{32, 512}, std::nullopt, "Threads of a block."),
      field(&Settings::blocks, "blocks", "thread blocks", IntegerRange{1, 65'535}, std::nullopt,
            "About how many blocks share the parts of a round. Tuned: eight for each multiprocessor.")
          .only(when_not(&Settings::depth, {0})),
      field(&Settings::parts, "parts", "parts", IntegerRange{1, 65'535}, std::nullopt,
            "Once every part has at most n over this many keys, one block sorts each part by itself: few large parts "
            "leave multiprocessors idle, many rounds cost a wait for the device each.")
          .only(when_not(&Settings::depth, {0})),
      field(&Settings::drawn, "pivot", "keys", Choices{{"1", "3", "5"}}, std::nullopt,
            "A pivot is the median of so many keys at random places.")
          .only(when_not(&Settings::depth, {0})),
      field(&Settings::depth, "depth", "", IntegerRange{0, 64}, std::nullopt,
            "After depth x log2 n partitions on top of each other pivots are given up, and what is left of the part is "
            "sorted by merging, so that no input takes longer than O(n log^2 n)."),
      field(&Settings::seed, "seed", "", IntegerRange{0, 2'147'483'647}, std::nullopt, "Of the random places.")
          .only(when_not(&Settings::depth, {0})),
  });
  return table;
}

class Quick final : public CudaAlgorithmWith<Settings> {
 public:
  Quick()
      : CudaAlgorithmWith(
            {.id = "quick/parallel@cuda",
             .title = "Parallel quicksort (Cederman & Tsigas; Leischner), CUDA",
             .family = "quick",
             .summary =
                 "Parts are split by a pivot into lesser, equal and greater keys. While there are few large parts, "
                 "several blocks share each: they count, prefix sums give the places, and they move. Then a block "
                 "sorts each part by itself, with a stack of its own, down to a sorting network. Parts that pivots do not make "
                 "small are sorted by merging. Takes any comparison. "
                 "Memory: two arrays and small tables.",
             .citation = {"N. Leischner",
                          "GPU algorithms for comparison-based sorting and for merging based on multiway selection",
                          "diploma thesis, Karlsruhe Institute of Technology", 2010,
                          "appendix C, algorithm 7, after D. Cederman and P. Tsigas, GPU-Quicksort"},
             .compares = true},
            quick_settings()) {}

 protected:
  std::uint64_t cuda_bytes(const ProblemForm& form, const Settings& settings) const override {
    return 2 * array_bytes(form) + quick::table_bytes(form.n, form.type, settings);
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo&, const ProblemForm& form,
                                            const Settings&) const override {
    return refuse_payload_of_compared(form.payload);
  }
  Settings tuned_for(const cuda::DeviceInfo& device, const ProblemForm&, const Given<Settings>&) const override {
    Settings settings;
    settings.blocks = 8 * std::uint64_t{std::max(device.multiprocessors, 1u)};
    settings.parts = settings.blocks / 4;
    return settings;
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Settings& settings) const override {
    return quick::make_run(*device, std::move(problem), settings);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_quick_cuda() {
  return std::make_unique<Quick>();
}

}  // namespace texelsort::algorithms
