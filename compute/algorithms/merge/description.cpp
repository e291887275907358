#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/merge/cpu.h"
#include "compute/algorithms/merge/cuda.h"

namespace texelsort::algorithms {
namespace merge {
namespace {

// Section 5.5.5 of the thesis: 128 threads per merger, and 120 mergers on 30 processors
constexpr std::uint64_t paper_width = 128, paper_mergers = 120;

/// Maximum number of splitters of all rounds. A splitter is a position of 8 bytes, and there is one per merger and
/// sequence.
constexpr std::uint64_t most_splitters = std::uint64_t{1} << 26;

network::Citation thesis(std::string section) {
  return {"N. Leischner", "GPU algorithms for comparison-based sorting and for merging based on multiway selection",
          "Diploma thesis, Karlsruhe Institute of Technology", 2010, std::move(section)};
}

class MultiwayMerge final : public AlgorithmWith<Settings> {
 public:
  MultiwayMerge()
      : AlgorithmWith({.id = "merge/multiway@cpu",
                       .title = "Multiway selection and merging",
                       .family = "merge",
                       .backend = Backend::cpu,
                       .summary = "Multiway selection cuts k sorted sequences into parts of equal size. Each part is "
                                  "merged independently, block by block. A single thread executes all steps.",
                       .citation = thesis("5.1 to 5.3"),
                       .task = Task::merge,
                       .compares = true},
                      cpu_settings()) {}
  Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override { return {}; }
  std::vector<TableKind> table_kinds() const override {
    return {tables::Sequences{},    tables::PartStarts{},   tables::LeastPartStarts{}, tables::MostPartStarts{},
            tables::OutputPlaces{}, tables::MergeBuffers{}, tables::MergedBuffers{},   tables::Mergers{}};
  }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm& form,
                                     const Settings& settings) const override {
    const std::uint64_t parts = std::min(form.n, settings.mergers);
    if (form.sequences <= most_splitters / std::max<std::uint64_t>(parts, 1)) return std::nullopt;
    return fmt::format("{} parts of {} sequences need {} splitters, but the limit is {}: choose fewer mergers", parts,
                       form.sequences, parts * form.sequences, most_splitters);
  }
  bool keeps_ties(const Settings& settings) const override { return settings.stable(); }
  /// Returns the default settings. Small inputs get smaller blocks and fewer mergers, so that every merger still has
  /// several blocks.
  Settings tuned(const gpu::DeviceInfo*, const ProblemForm& form, const Given<Settings>&) const override {
    Settings settings;
    settings.width = 1;
    while (settings.width < paper_width && 16 * settings.width * settings.width < form.n) settings.width *= 2;
    settings.mergers = std::clamp<std::uint64_t>(form.n / (4 * settings.width), 1, paper_mergers);
    return settings;
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const Settings& settings) const override {
    return std::make_unique<CpuMergeRun>(std::move(problem), settings);
  }
};

/// Base class of CUDA algorithms that merge: merges and merge sorts. S is the type of their settings.
template <typename S>
class CudaMerge : public CudaAlgorithmWith<S> {
 public:
  std::vector<TableKind> table_kinds() const override {
    return {tables::Sequences{}, tables::PartStarts{}, tables::GroupPartStarts{}};
  }

 protected:
  using CudaAlgorithmWith<S>::CudaAlgorithmWith;
  virtual CudaPlan plan_kernels(const ProblemForm& form, const S& settings) const = 0;

  bool sorts() const { return this->info().task == Task::sort; }
  /// Returns the bytes of device memory except for the tables of a merge. Their size depends on the number of
  /// sequences, which may be unknown.
  std::uint64_t cuda_bytes(const ProblemForm& form, const S& settings) const override {
    return 2 * array_bytes(form) + (sorts() ? plan_kernels(form, settings).table_bytes() : 0);
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                            const S& settings) const override {
    const CudaPlan chosen = plan_kernels(form, settings);
    if (!sorts() && form.sequences > 0) {
      const std::uint64_t tables = chosen.table_bytes();
      const auto reason = memory_refusal(form.n, 2 * array_bytes(form) + tables, cuda::memory(device.ordinal));
      if (reason)
        return fmt::format("{}; the splitters of {} sequences need {} of these bytes", *reason, form.sequences, tables);
    }
    return cuda_merge_refusal(device, chosen, form.type, form.payload);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const S& settings) const override {
    const CudaPlan chosen = plan_kernels(problem->form(), settings);
    auto starts = sorts() ? even_starts(problem->n(), chosen.sequences) : problem->sequences;
    return std::make_unique<CudaMergeRun>(*device, std::move(problem), chosen, std::move(starts));
  }
};

CudaSettings tuned_cuda_settings(const cuda::DeviceInfo& device) {
  // mergers per multiprocessor: half of them merge while the others wait for memory
  constexpr std::uint64_t mergers = 64;
  CudaSettings settings;
  settings.selection = device::Selection::diagonal;
  settings.splitting = Splitting::round;
  settings.width = 32;  // one warp per merger
  settings.mergers = std::max<std::uint64_t>(mergers * device.multiprocessors, 1);
  return settings;
}

/// Returns the fastest merger along merge paths. Four-way merging is faster than two rounds of two-way merging if a
/// round moves at least 8 bytes per element. Measured with prototypes, four-way and two-way, at 2^24 elements on an
/// H200: 149 and 181 us (u32 with an index), 176 and 190 us (u64). For u32 keys without payload, four-way merging needs
/// more elements: 0.22 and 0.38 ms (2^26 elements on an H100, without selection).
device::Merger path_merger(const ProblemForm& form) {
  constexpr std::uint64_t many = std::uint64_t{1} << 24;
  const bool narrow = form.payload == data::PayloadKind::none && data::key_bytes(form.type) == 4;
  return form.sequences > 2 && (!narrow || form.n >= many) ? device::Merger::four_path : device::Merger::path;
}

class MultiwayMergeCuda final : public CudaMerge<CudaSettings> {
 public:
  MultiwayMergeCuda()
      : CudaMerge({.id = "merge/multiway@cuda",
                   .title = "Multiway selection and merging (Leischner), CUDA",
                   .family = "merge",
                   .summary = "Cuts k sorted sequences into parts of equal size, which mergers merge independently. "
                              "With the thesis's parameters (--paper), multiway selection cuts all sequences once, and "
                              "each merger is a thread block that merges block by block through a buffer in shared "
                              "memory. With the default parameters, warps select the parts of two sequences at a time, "
                              "or of four for payloads, 64-bit keys or many keys. Thread blocks then merge along merge "
                              "paths in shared memory. Memory: two arrays and 8 bytes per splitter.",
                   .citation = thesis("5.1 to 5.3"),
                   .task = Task::merge,
                   .compares = true,
                   .payloads = payloads_of_compared()},
                  cuda_settings()) {}

 protected:
  bool keeps_ties(const CudaSettings& settings) const override { return settings.stable(); }
  CudaPlan plan_kernels(const ProblemForm& form, const CudaSettings& settings) const override {
    return cuda_plan(settings, form, form.sequences);
  }
  /// Returns the default settings: merging along merge paths, unless the user's settings require mergers that work
  /// block by block.
  CudaSettings tuned_for(const cuda::DeviceInfo& device, const ProblemForm& form,
                         const Given<CudaSettings>& given) const override {
    using S = CudaSettings;
    CudaSettings settings = tuned_cuda_settings(device);
    const bool diagonals = given.value(&S::selection).value_or(settings.selection) == device::Selection::diagonal &&
                           given.value(&S::splitting).value_or(settings.splitting) == Splitting::round;
    const bool blocks = given.value(&S::network) || given.value(&S::width) || given.value(&S::mergers);
    if (diagonals && !blocks) settings.merger = path_merger(form);
    return settings;
  }
};

class PathMergeCuda final : public CudaMerge<NoSettings> {
 public:
  PathMergeCuda()
      : CudaMerge({.id = "merge/path@cuda",
                   .title = "Merge path (Green, McColl & Bader), CUDA",
                   .family = "merge",
                   .summary = "Merges pairs of sequences, round by round. Binary searches along diagonals cut each "
                              "pair into tiles. A thread block merges each tile in shared memory, and each of its "
                              "threads merges its own range. Memory: two arrays and 16 bytes per tile.",
                   .citation = {"O. Green, R. McColl, D. Bader", "GPU Merge Path: A GPU Merging Algorithm",
                                "Proceedings of the 26th ACM International Conference on Supercomputing", 2012,
                                "sections 3 and 4"},
                   .stable = true,
                   .task = Task::merge,
                   .compares = true,
                   .payloads = payloads_of_compared()},
                  no_settings) {}

 protected:
  CudaPlan plan_kernels(const ProblemForm& form, const NoSettings&) const override {
    const CudaSettings settings{
        .selection = device::Selection::diagonal, .splitting = Splitting::round, .merger = device::Merger::path};
    return cuda_plan(settings, form, form.sequences);
  }
};

/// Minimum length of a sequence, which is the number of keys that a block sorts in shared memory.
constexpr std::uint64_t least_sequence = device::sort_tile;

CudaFirstLevel first_level(First way, std::uint64_t n) {
  CudaFirstLevel first;
  first.way = way == First::quick     ? device::FirstLevel::quick
              : way == First::bitonic ? device::FirstLevel::bitonic
                                      : device::FirstLevel::tiles;
  first.merger = way == First::four_way ? device::Merger::four_way : device::Merger::two_way;
  first.depth = 2 * static_cast<unsigned>(std::bit_width(n));
  return first;
}

/// Returns the number of sequences that a merge sort makes. Small inputs are displayed, so their sequences are short
/// enough for several rounds.
std::uint64_t tiles_of(std::uint64_t n) {
  const std::uint64_t least = n <= most_keys_shown ? std::max<std::uint64_t>(n / 8, 2) : least_sequence;
  return std::max<std::uint64_t>((n + least - 1) / least, 1);
}

class MergeSortCuda final : public CudaMerge<SortSettings> {
 public:
  MergeSortCuda()
      : CudaMerge({.id = "merge/sort@cuda",
                   .title = "Merge sort (Leischner), CUDA",
                   .family = "merge",
                   .summary = "Each thread block sorts a sequence; then the sequences are merged. With the default "
                              "parameters, the bitonic network sorts tiles of 2,048 keys, which are merged in pairs "
                              "along merge paths. With the thesis's parameters (--paper), quicksort sorts the "
                              "sequences, multiway selection cuts all of them into parts of equal size, and each "
                              "merger merges a part. Memory: two arrays and 8 bytes per splitter.",
                   .citation = thesis("5.4"),
                   .compares = true,
                   .payloads = payloads_of_compared()},
                  sort_settings()) {}

  std::vector<TableKind> table_kinds() const override {
    std::vector<TableKind> kinds = CudaMerge::table_kinds();
    kinds.push_back(tables::Work{});
    return kinds;
  }

 protected:
  CudaPlan plan_kernels(const ProblemForm& form, const SortSettings& settings) const override {
    CudaPlan plan = cuda_plan(settings, form, std::min(settings.sequences, tiles_of(form.n)));
    plan.first = first_level(settings.first, form.n);
    return plan;
  }
  /// Returns the default settings: sequences that a block can sort in shared memory, and the fastest merger.
  SortSettings tuned_for(const cuda::DeviceInfo& device, const ProblemForm& form,
                         const Given<SortSettings>&) const override {
    SortSettings settings;
    static_cast<CudaSettings&>(settings) = tuned_cuda_settings(device);
    settings.first = First::bitonic;
    settings.sequences = std::min<std::uint64_t>(tiles_of(form.n), 1 << 22);
    settings.merger = device::Merger::path;
    return settings;
  }
};

}  // namespace
}  // namespace merge

std::unique_ptr<Algorithm> make_multiway_merge() {
  return std::make_unique<merge::MultiwayMerge>();
}

std::unique_ptr<Algorithm> make_multiway_merge_cuda() {
  return std::make_unique<merge::MultiwayMergeCuda>();
}

std::unique_ptr<Algorithm> make_path_merge_cuda() {
  return std::make_unique<merge::PathMergeCuda>();
}

std::unique_ptr<Algorithm> make_merge_sort_cuda() {
  return std::make_unique<merge::MergeSortCuda>();
}

}  // namespace texelsort::algorithms
