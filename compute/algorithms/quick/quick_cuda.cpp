#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/quick/quick.h"
#include "compute/algorithms/quick/quick_run.h"

namespace texelsort::algorithms {
namespace {

quick::Settings settings_of(const Parameters& parameters) {
  return {.small = static_cast<unsigned>(parameters.integer("small")),
          .threads = static_cast<unsigned>(parameters.integer("threads")),
          .drawn = static_cast<unsigned>(std::stoul(parameters.text("pivot"))),
          .depth = static_cast<unsigned>(parameters.integer("depth")),
          .bitonic = parameters.text("network") == "bitonic",
          .blocks = static_cast<std::uint64_t>(parameters.integer("blocks")),
          .parts = static_cast<std::uint64_t>(parameters.integer("parts")),
          .seed = static_cast<std::uint64_t>(parameters.integer("seed"))};
}

std::vector<ParameterSpec> specs() {
  return {{"small", "keys", IntegerRange{2, 2048}, "2048", "2048",
           "M: parts up to this many keys are sorted by a network in shared memory."},
          {"network", "", Choices{{"odd-even", "bitonic"}}, "odd-even", "odd-even",
           "The sorting network for those: Batcher's odd-even merge sort or the bitonic sort."},
          {"threads", "threads", PowersOfTwo{32, 512}, "256", "", "Threads of a block."},
          {"blocks", "thread blocks", IntegerRange{1, 65'535}, "1056", "",
           "About how many blocks share the parts of a round. Tuned: eight for each multiprocessor.",
           unless("depth", {"0"})},
          {"parts", "parts", IntegerRange{1, 65'535}, "1056", "",
           "Once every part has at most n over this many keys, one block sorts each part by itself: few large parts "
           "leave multiprocessors idle, many rounds cost a wait for the device each.",
           unless("depth", {"0"})},
          {"pivot", "keys", Choices{{"1", "3", "5"}}, "3", "",
           "A pivot is the median of so many keys at random places.", unless("depth", {"0"})},
          {"depth", "", IntegerRange{0, 64}, "2", "",
           "After depth x log2 n partitions on top of each other pivots are given up, and what is left of the part is "
           "sorted by merging, so that no input takes longer than O(n log^2 n)."},
          {"seed", "", IntegerRange{0, 2'147'483'647}, "1", "", "Of the random places.", unless("depth", {"0"})}};
}

class Quick final : public CudaAlgorithm {
 public:
  Quick()
      : CudaAlgorithm(
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
            specs()) {}

 protected:
  std::uint64_t device_bytes(const Size& size, const Parameters& parameters) const override {
    return 2 * size.array_bytes() + quick::table_bytes(size.n, size.type, settings_of(parameters));
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo&, const Size& size,
                                            const Parameters&) const override {
    return refuse_payload_of_compared(size.payload);
  }
  std::map<std::string, std::string> tuned_for(const cuda::DeviceInfo& device, std::uint64_t,
                                               data::KeyType) const override {
    const unsigned multiprocessors = std::max(device.multiprocessors, 1u);
    return {{"blocks", std::to_string(8 * multiprocessors)}, {"parts", std::to_string(2 * multiprocessors)}};
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    return quick::make_run(*device, std::move(problem), settings_of(parameters));
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_quick_cuda() {
  return std::make_unique<Quick>();
}

}  // namespace texelsort::algorithms
