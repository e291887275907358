#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/warpsort/warpsort.h"
#include "compute/algorithms/warpsort/warpsort_run.h"

namespace texelsort::algorithms {
namespace {

warpsort::Plan plan_of(std::uint64_t n, const Parameters& parameters) {
  return warpsort::make_plan(n, {.tile = static_cast<unsigned>(parameters.integer("tile")),
                                 .buffer = static_cast<unsigned>(parameters.integer("t")),
                                 .warps = static_cast<unsigned>(parameters.integer("warps")),
                                 .sequences = static_cast<std::uint64_t>(parameters.integer("l")),
                                 .parts = static_cast<std::uint64_t>(parameters.integer("s")),
                                 .sample = static_cast<std::uint64_t>(parameters.integer("sample")),
                                 .seed = static_cast<std::uint64_t>(parameters.integer("seed"))});
}

std::vector<ParameterSpec> specs() {
  return {
      {"tile", "keys", PowersOfTwo{128, 512}, "128", "128",
       "Keys that a warp's bitonic network sorts; fewer than 128 would part its lanes."},
      {"t", "keys", PowersOfTwo{64, 512}, "128", "",
       "Keys of a warp's buffer for merging: half of them go out at a time."},
      {"warps", "warps", IntegerRange{1, 8}, "4", "",
       "Warps of a thread block; they have nothing to do with each other."},
      {"l", "sequences", IntegerRange{1, 65'536}, "256", "",
       "Sequences at the most that step 2 leaves. With one there are no steps 3 and 4."},
      {"s", "parts", IntegerRange{2, 65'536}, "2048", "",
       "Parts into which splitters cut them, a warp each in the end; no more than there are tiles.",
       unless("l", {"1"})},
      {"sample", "keys", IntegerRange{1, 64}, "8", "", "Random keys of the input for each part.", unless("l", {"1"})},
      {"seed", "", IntegerRange{0, 2'147'483'647}, "1", "", "Of the random places.", unless("l", {"1"})}};
}

class Warpsort final : public CudaAlgorithm {
 public:
  Warpsort()
      : CudaAlgorithm(
            {.id = "merge/warpsort@cuda",
             .title = "Warpsort (Ye et al.), CUDA",
             .family = "merge",
             .summary =
                 "Warps work without barriers: each sorts tiles by a bitonic network with as many ascending as "
                 "descending comparators, and merges runs through a small buffer until l sequences are left. Splitters "
                 "from a random sample cut those into independent parts, which warps merge. Equal keys go to one "
                 "part, so that one warp merges all of them. Takes any comparison. Memory: two arrays and two tables "
                 "of 8 l s bytes.",
             .citation = {"X. Ye, D. Fan, W. Lin, N. Yuan, P. Ienne",
                          "High Performance Comparison-Based Sorting Algorithm on Many-Core GPUs", "IPDPS", 2010,
                          "steps 1 to 4"},
             .compares = true},
            specs()) {}

 protected:
  std::uint64_t device_bytes(const Size& size, const Parameters& parameters) const override {
    return 2 * size.array_bytes() + warpsort::table_bytes(plan_of(size.n, parameters), size.type);
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo&, const Size& size,
                                            const Parameters&) const override {
    return refuse_payload_of_compared(size.payload);
  }
  /// Parts get about eight keys of each sequence: fewer sequences are fewer warps at work in step 2, more of them fill
  /// buffers with less in step 4. Best of l = 128 to 4,096 at 2^22 and 2^24 keys on an H200.
  std::map<std::string, std::string> tuned_for(const cuda::DeviceInfo&, std::uint64_t n, data::KeyType) const override {
    constexpr std::uint64_t keys_of_part = 8, parts = 2048;
    const std::uint64_t sequences = std::clamp<std::uint64_t>(n / (keys_of_part * parts), 256, 65'536);
    return {{"l", std::to_string(std::bit_floor(sequences))}};
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    const warpsort::Plan plan = plan_of(problem->n(), parameters);
    return warpsort::make_run(*device, std::move(problem), plan);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_warpsort_cuda() {
  return std::make_unique<Warpsort>();
}

}  // namespace texelsort::algorithms
