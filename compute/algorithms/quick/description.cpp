#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/quick/plan.h"

namespace texelsort::algorithms {
namespace {

using quick::Settings;

class Quick final : public CudaAlgorithmWith<Settings> {
 public:
  Quick()
      : CudaAlgorithmWith(
            {.id = "quick/parallel@cuda",
             .title = "Parallel quicksort (Cederman & Tsigas; Leischner), CUDA",
             .family = "quick",
             .summary = "Pivots split parts into smaller, equal and greater keys. While there are few large parts, "
                        "several thread blocks share each part: they count its keys, a scan computes the places, and "
                        "they move the keys. Then one block sorts each part with its own stack, down to a sorting "
                        "network. Parts that stay large after many pivots are sorted by merging. Accepts any "
                        "comparison. Memory: two arrays and small tables.",
             .citation = {"N. Leischner",
                          "GPU algorithms for comparison-based sorting and for merging based on multiway selection",
                          "diploma thesis, Karlsruhe Institute of Technology", 2010,
                          "appendix C, algorithm 7, after D. Cederman and P. Tsigas, GPU-Quicksort"},
             .compares = true,
             .payloads = payloads_of_compared()},
            quick::settings()) {}
  std::vector<TableKind> table_kinds() const override {
    return {tables::Work{}, tables::Pivots{}, tables::ShareCounts{}, tables::SharePlaces{}, tables::PartSizes{}};
  }

 protected:
  std::uint64_t cuda_bytes(const ProblemForm& form, const Settings& settings) const override {
    return 2 * array_bytes(form) + quick::table_bytes(form.n, form.type, settings);
  }
  Settings tuned_for(const cuda::DeviceInfo& device, const ProblemForm& form, const Given<Settings>&) const override {
    Settings settings;
    if (form.n <= most_keys_shown) {
      // Parts of displayed inputs are small, so that several partition rounds are visible.
      settings.small = static_cast<unsigned>(std::clamp<std::uint64_t>(form.n / 8, 2, 8));
      settings.threads = 32;
      settings.blocks = 4;
      settings.parts = std::max<std::uint64_t>(form.n / settings.small, 1);
      return settings;
    }
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
