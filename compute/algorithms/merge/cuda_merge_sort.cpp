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

enum class First : std::uint8_t { quick, bitonic, two_way, four_way };

/// How sequences are made, and how they are merged.
struct SortSettings : CudaSettings {
  First first = First::quick;
  std::uint64_t sequences = 120;
};

const SettingsTable<SortSettings>& sort_settings() {
  using S = SortSettings;
  static const SettingsTable<S> table([] {
    std::vector<Field<S>> fields{
        field(
            &S::first, "first", "", Choices{{"quick", "bitonic", "two-way", "four-way"}}, First::quick,
            "How a thread block sorts its sequence: by quicksort, or from tiles of 2,048 keys on by bitonic merging, by "
            "two-way or by four-way merging (section 5.4). Section 5.5.6 finds quicksort the fastest; tuned: bitonic."),
        field(&S::sequences, "sequences", "sequences", IntegerRange{1, 1 << 22}, std::nullopt,
              "Sequences that are sorted side by side and then merged, k: one for each thread block, fewer where they "
              "would have less than 2,048 keys. Tuned: one for every 2,048 keys."),
    };
    for (Field<S>& one : merge_fields<S>(true, when(&S::first, {First::quick}))) fields.push_back(std::move(one));
    return fields;
  }());
  return table;
}

CudaFirstLevel first_level(First way, std::uint64_t n) {
  CudaFirstLevel first;
  first.way = way == First::quick     ? device::FirstLevel::quick
              : way == First::bitonic ? device::FirstLevel::bitonic
                                      : device::FirstLevel::tiles;
  first.merger = way == First::four_way ? device::Merger::four_way : device::Merger::two_way;
  first.depth = 2 * static_cast<unsigned>(std::bit_width(n));
  return first;
}

std::uint64_t tiles_of(std::uint64_t n) {
  return std::max<std::uint64_t>((n + least_sequence - 1) / least_sequence, 1);
}

class MergeSortCuda final : public CudaAlgorithmWith<SortSettings> {
 public:
  MergeSortCuda()
      : CudaAlgorithmWith(
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
            sort_settings()) {}
  std::vector<TableKind> table_kinds() const override {
    return {tables::Sequences{}, tables::PartStarts{}, tables::GroupPartStarts{}};
  }

 protected:
  static CudaPlan plan(const ProblemForm& form, const SortSettings& settings) {
    return cuda_plan(settings, form.n, std::min(settings.sequences, tiles_of(form.n)), form.type,
                     form.payload != data::PayloadKind::none);
  }
  std::uint64_t cuda_bytes(const ProblemForm& form, const SortSettings& settings) const override {
    return 2 * array_bytes(form) + plan(form, settings).table_bytes();
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                            const SortSettings& settings) const override {
    if (auto reason = cuda_merge_refusal(device, settings, form.type, form.payload)) return reason;
    if (settings.merger == device::Merger::path && settings.selection != device::Selection::diagonal) {
      return "merger = path takes the splitters of its tiles from selection = diagonal";
    }
    const auto bytes = launches<device::SortLaunches>(form.type).shared_bytes(first_level(settings.first, form.n).way,
                                                                              form.payload != data::PayloadKind::none);
    return shared_refusal(device, bytes, "a block that sorts a sequence");
  }
  /// Sequences as short as shared memory sorts them at once, and the fastest merging.
  SortSettings tuned_for(const cuda::DeviceInfo& device, const ProblemForm& form,
                         const Given<SortSettings>&) const override {
    SortSettings settings;
    static_cast<CudaSettings&>(settings) = tuned_cuda_settings(device);
    settings.first = First::bitonic;
    settings.sequences = std::min<std::uint64_t>(tiles_of(form.n), 1 << 22);
    settings.merger = device::Merger::path;
    return settings;
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const SortSettings& settings) const override {
    const std::uint64_t n = problem->n();
    const CudaPlan chosen = plan(problem->form(), settings);
    return std::make_unique<CudaMergeRun>(*device, problem, chosen, even_starts(n, chosen.sequences),
                                          first_level(settings.first, n));
  }
};

}  // namespace
}  // namespace merge

std::unique_ptr<Algorithm> make_merge_sort_cuda() {
  return std::make_unique<merge::MergeSortCuda>();
}

}  // namespace texelsort::algorithms
