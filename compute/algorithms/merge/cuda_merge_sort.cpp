#include <algorithm>
#include <bit>

#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/merge/cuda_merge.h"
#include "compute/algorithms/merge/cuda_merge_run.h"
#include "compute/algorithms/merge/multiway_algorithm.h"
#include "compute/algorithms/merge/sequences.h"

namespace texelsort::algorithms {
namespace merge {
namespace {

/// Sequences are not made shorter: so many keys a block sorts in shared memory.
constexpr std::uint64_t least_sequence = device::sort_tile;

std::vector<ParameterSpec> sort_parameters() {
  std::vector<ParameterSpec> specs{
      {"first", "", Choices{{"quick", "bitonic", "two-way", "four-way"}}, "quick", "quick",
       "How a thread block sorts its sequence: by quicksort, or from tiles of 2,048 keys on by bitonic merging, by "
       "two-way or by four-way merging (section 5.4). Section 5.5.6 finds quicksort the fastest; tuned: bitonic."},
      {"sequences", "sequences", IntegerRange{1, 1 << 22}, "120", "",
       "Sequences that are sorted side by side and then merged, k: one for each thread block, fewer where they would "
       "have less than 2,048 keys. Tuned: one for every 2,048 keys."},
  };
  for (ParameterSpec& spec : cuda_merge_parameters()) {
    if (spec.name == "merger") {
      std::get<Choices>(spec.domain).names.push_back("path");
      spec.help += " path: tiles of the output along a merge path, which takes selection = diagonal. Tuned: path.";
    }
    if (spec.name == "width" || spec.name == "mergers") spec.used = unless("merger", {"path"});
    if (spec.name == "seed") {
      spec.help = "Of the pivots of quicksort and of selection = quick and even-quick.";
      spec.used.push_back(only_with("first", {"quick"}).front());
    }
    specs.push_back(std::move(spec));
  }
  return specs;
}

CudaFirstLevel first_level(const Parameters& parameters, std::uint64_t n) {
  const std::string& way = parameters.text("first");
  CudaFirstLevel first;
  first.way = way == "quick"     ? device::FirstLevel::quick
              : way == "bitonic" ? device::FirstLevel::bitonic
                                 : device::FirstLevel::tiles;
  first.merger = way == "four-way" ? device::Merger::four_way : device::Merger::two_way;
  first.depth = 2 * static_cast<unsigned>(std::bit_width(n));
  return first;
}

std::uint64_t sequence_count(const Parameters& parameters, std::uint64_t n) {
  const std::uint64_t most = std::max<std::uint64_t>((n + least_sequence - 1) / least_sequence, 1);
  return std::min(static_cast<std::uint64_t>(parameters.integer("sequences")), most);
}

class MergeSortCuda final : public CudaAlgorithm {
 public:
  MergeSortCuda()
      : CudaAlgorithm(
            {.id = "merge/sort@cuda",
             .title = "Merge sort (Leischner), CUDA",
             .family = "merge",
             .summary =
                 "Thread blocks sort a sequence each, and the sequences are merged. As tuned these are tiles of 2,048 keys "
                 "by the bitonic network, merged two by two along merge paths; with the thesis's parameters (--paper) "
                 "quicksort sorts them, multiway selection cuts all into parts of equal size, and mergers merge a part "
                 "each. Memory: two arrays and 8 bytes for every splitter.",
             .citation = thesis("5.4"),
             .compares = true},
            sort_parameters()) {}

 protected:
  static CudaPlan plan(const Size& size, const Parameters& parameters) {
    return cuda_plan(cuda_settings(parameters), size.n, sequence_count(parameters, size.n), size.type,
                     size.payload != data::PayloadKind::none);
  }
  std::uint64_t device_bytes(const Size& size, const Parameters& parameters) const override {
    return 2 * size.array_bytes() + plan(size, parameters).table_bytes();
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const Size& size,
                                            const Parameters& parameters) const override {
    const CudaSettings settings = cuda_settings(parameters);
    if (auto reason = cuda_merge_refusal(device, settings, size.type, size.payload)) return reason;
    if (settings.merger == device::Merger::path && settings.selection != device::Selection::diagonal) {
      return "merger = path takes the splitters of its tiles from selection = diagonal";
    }
    const auto bytes = launches<device::SortLaunches>(size.type).shared_bytes(first_level(parameters, size.n).way,
                                                                              size.payload != data::PayloadKind::none);
    return shared_refusal(device, bytes, "a block that sorts a sequence");
  }
  /// Sequences as short as shared memory sorts them at once, and the fastest merging.
  std::map<std::string, std::string> tuned_for(const cuda::DeviceInfo& device, std::uint64_t n,
                                               data::KeyType) const override {
    auto values = tuned_cuda_settings(device, n);
    values["first"] = "bitonic";
    values["sequences"] =
        std::to_string(std::clamp<std::uint64_t>((n + least_sequence - 1) / least_sequence, 1, 1 << 22));
    values["merger"] = "path";
    return values;
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    const std::uint64_t n = problem->n();
    const CudaPlan chosen = plan({n, problem->type(), problem->payload}, parameters);
    return std::make_unique<CudaMergeRun>(*device, problem, chosen, even_starts(n, chosen.sequences),
                                          first_level(parameters, n));
  }
};

}  // namespace
}  // namespace merge

std::unique_ptr<Algorithm> make_merge_sort_cuda() {
  return std::make_unique<merge::MergeSortCuda>();
}

}  // namespace texelsort::algorithms
