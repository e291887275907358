#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/deterministic/cuda/launch.h"
#include "compute/algorithms/deterministic/runs.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/primitives/compute_plan.h"
#include "compute/gpu/forms.h"

namespace texelsort::algorithms {
namespace {

/// Returns the number of loop iterations at which a device aborts an invocation, or the largest number if it never
/// aborts.
std::uint64_t first_ended_round(const gpu::DeviceInfo& device) {
  return std::max(device.max_loop_rounds, device.max_loop_rounds + 1);
}

using deterministic::BucketPlan;
using deterministic::RunMerge;
using deterministic::Settings;
using deterministic::ShownCut;

/// Maximum number of keys of this sort. Shaders count invocations in 32 bits, and the buckets have twice as many
/// positions as there are keys.
constexpr std::uint64_t most_keys = std::uint64_t{1} << 30;

std::optional<std::string> size_refusal(const gpu::DeviceInfo& device, std::uint64_t n, data::KeyType type) {
  if (auto reason = storage_refusal(device, n, "the keys", n * data::key_bytes(type))) return reason;
  if (n > most_keys) return fmt::format("n = {} is beyond this sort's limit of 2^30 keys: choose a smaller n", n);
  return std::nullopt;
}

std::string shared_tile_refusal(std::uint64_t tile, std::uint64_t bytes, std::uint64_t most) {
  return fmt::format(
      "a tile of {} keys needs {} bytes of shared memory, but this device's limit is {}: choose a smaller tile", tile,
      bytes, most);
}

/// Returns why shared memory cannot hold a sublist and its splitters. `advice` tells the user a remedy. Returns null if
/// it can.
std::optional<std::string> search_refusal(const BucketPlan& plan, data::KeyType type, std::uint64_t most,
                                          std::string_view advice) {
  if (!plan.has_buckets()) return std::nullopt;
  const std::uint64_t bytes =
      deterministic::device::index_shared_bytes(plan.longest_sublist(), plan.samples, data::key_bytes(type));
  if (bytes <= most) return std::nullopt;
  return fmt::format(
      "the search for {} splitters in a sublist of {} keys needs {} bytes of shared memory, but this device's limit is "
      "{}: choose a smaller sublist{}",
      plan.samples, plan.longest_sublist(), bytes, most, advice);
}

std::optional<std::string> tile_refusal(const gpu::DeviceInfo& device, data::KeyType type, const Settings& settings) {
  const std::uint64_t tile = settings.tile, keys = settings.keys;
  if (auto reason = workgroup_refusal(device, settings.workgroup)) return reason;
  // Samples are sorted with their positions as payload, even if the keys have no payload.
  if (const std::uint64_t bytes = tile_bytes(tile, type, data::PayloadKind::index);
      tile > keys && bytes > device.max_shared_bytes) {
    return shared_tile_refusal(tile, bytes, device.max_shared_bytes);
  }
  if (tile / keys > device.max_workgroup_size) {
    return fmt::format(
        "a tile of {} keys with {} keys per invocation needs {} invocations, but this device's limit is {}", tile, keys,
        tile / keys, device.max_workgroup_size);
  }
  return std::nullopt;
}

std::optional<std::string> round_refusal(const gpu::DeviceInfo& device, const BucketPlan& plan,
                                         const Settings& settings) {
  if (plan.sublists == 0) return std::nullopt;
  if (settings.merges()) {
    const std::string what =
        fmt::format("sublists of up to {} keys, each merged by one invocation", plan.longest_sublist());
    if (auto reason = loop_refusal(device, what, RunMerge::longest_merge(RunMerge::Of::sublists, plan),
                                   "a smaller sublist, or sort = bitonic")) {
      return reason;
    }
  }
  if (!plan.has_buckets()) return std::nullopt;
  if (settings.merges()) {
    const std::string what =
        fmt::format("buckets of up to {} keys, each merged by one invocation", plan.largest_bucket());
    if (auto reason = loop_refusal(
            device, what, RunMerge::longest_merge(RunMerge::Of::buckets, plan),
            fmt::format("samples = {} or more, or sort = bitonic", 2 * plan.n / first_ended_round(device) + 1))) {
      return reason;
    }
  }
  const std::uint64_t search_rounds = deterministic::search_rounds(plan, settings);
  if (auto reason = settings.doubles() ? loop_refusal(device, "search = doubling", search_rounds, "a larger workgroup")
                                       : loop_refusal(device, fmt::format("searches = {}", settings.searches),
                                                      search_rounds, "fewer")) {
    return reason;
  }
  return loop_refusal(device, fmt::format("lanes = {}", settings.lanes),
                      deterministic::relocation_rounds(plan, settings), "more");
}

network::Citation paper() {
  return {"F. Dehne and H. Zaboli", "Deterministic Sample Sort for GPUs", "Parallel Processing Letters 22(3)", 2012,
          "section 4, algorithm 1"};
}

std::vector<TableKind> deterministic_tables() {
  std::vector<TableKind> kinds;
  for (const auto& shape : deterministic::table_shapes({2, 2, 1}, data::KeyType::u32)) kinds.push_back(shape.kind);
  return kinds;
}

class DeterministicSampleSort final : public AlgorithmWith<Settings> {
 public:
  DeterministicSampleSort()
      : AlgorithmWith(
            {.id = "sample/deterministic@compute",
             .title = "Deterministic sample sort, compute shader",
             .family = "sample",
             .backend = Backend::compute,
             .summary =
                 "GPU Bucket Sort: sorts sublists, takes splitters from their equidistant samples, and sorts every "
                 "bucket. Ties are broken by position, so no bucket exceeds 2n/s keys for any input. With the paper's "
                 "parameters (--paper), a workgroup searches for the splitters of a sublist in shared memory and "
                 "doubles their number per round. Bitonic merge sort, the fastest method that the paper tried, sorts "
                 "sublists, samples and buckets. On software rendering, sublists and buckets are sorted by merging "
                 "runs. Not stable, but equal keys have the same order in every run. Memory: two arrays, and a key and "
                 "three words per sample, for n/L sublists with s samples each.",
             .citation = paper()},
            deterministic::compute_settings()) {}

  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const override {
    return compute_availability(device);
  }
  std::vector<TableKind> table_kinds() const override { return deterministic_tables(); }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const Settings& settings) const override {
    if (auto reason = BucketPlan::refusal(settings.sublist, settings.samples)) return reason;
    if (auto reason = size_refusal(*device, form.n, form.type)) return reason;
    const BucketPlan plan(form.n, settings.sublist, settings.samples);
    if (auto reason = round_refusal(*device, plan, settings)) return reason;
    if (settings.doubles()) {
      if (auto reason = search_refusal(plan, form.type, device->max_shared_bytes, ", or search = parallel")) {
        return reason;
      }
    }
    return tile_refusal(*device, form.type, settings);
  }

  Settings tuned(const gpu::DeviceInfo* device, const ProblemForm& form, const Given<Settings>&) const override {
    if (device == nullptr) return {};
    return gpu::prefers_cpu_forms(*device) ? tuned_for_software(*device, form.n) : tuned_for_hardware(*device, form);
  }

  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Settings& settings) const override {
    return deterministic::make_compute_run(*device, std::move(problem), settings);
  }

 private:
  /// Returns the defaults for a software rasteriser. Its shared memory is ordinary memory and its barriers are slow, so
  /// a serial merge by each invocation is fastest.
  static Settings tuned_for_software(const gpu::DeviceInfo& device, std::uint64_t n) {
    Settings settings{.workgroup = 8, .ways = 8, .search = Settings::Search::parallel, .searches = 16, .lanes = 1};
    if (n <= ShownCut::most_keys) return shown(settings, n);
    // With 64 sublists and 64 buckets, every core has work, and eight-way merging needs two passes. There are more
    // buckets if one invocation could not merge the largest bucket.
    settings.sort = Settings::Sort::merge;
    settings.sublist = std::clamp<std::uint64_t>(std::bit_ceil(n) / 64, 128, 32768);
    settings.samples = std::clamp<std::uint64_t>(2 * n / first_ended_round(device) + 1, 64, settings.sublist / 2);
    settings.tile = settings.keys = 32;
    return settings;
  }

  static Settings tuned_for_hardware(const gpu::DeviceInfo& device, const ProblemForm& form) {
    Settings settings{
        .workgroup = std::min(256u, device.max_workgroup_size), .search = Settings::Search::parallel, .lanes = 16};
    if (form.n <= ShownCut::most_keys) return shown(settings, form.n);
    const std::uint64_t keys = data::key_bytes(form.type) == 4 ? 16 : 8;
    std::uint64_t tile = keys;
    while (2 * tile <= 4096 && tile_bytes(2 * tile, form.type, data::PayloadKind::index) <= device.max_shared_bytes &&
           2 * tile / keys <= device.max_workgroup_size) {
      tile *= 2;
    }
    settings.sublist = settings.tile = tile;
    settings.keys = keys;
    // The paper uses 1/32 of the keys as samples. One eighth more samples keep most buckets below the power of two n/s,
    // which saves a stage of the sort of the buckets.
    settings.samples = tile / 32 * 9 / 8;
    return settings;
  }

  /// Changes the settings so that every step of the sorts is a separate pass, which views can show.
  static Settings shown(Settings settings, std::uint64_t n) {
    const ShownCut cut(n);
    settings.sublist = cut.sublist;
    settings.samples = cut.samples;
    settings.tile = settings.keys = 2;
    return settings;
  }
};

class CudaDeterministic final : public CudaAlgorithmWith<Settings> {
 public:
  CudaDeterministic()
      : CudaAlgorithmWith(
            {.id = "sample/deterministic@cuda",
             .title = "Deterministic sample sort (GPU Bucket Sort), CUDA",
             .family = "sample",
             .summary = "Sorts sublists in shared memory, takes splitters from their equidistant samples, and sorts "
                        "every bucket. A thread block searches for the splitters of a sublist in shared memory and "
                        "doubles the number of threads per round. All sorts are bitonic, the fastest method that the "
                        "paper tried. Ties are broken by position, so no bucket exceeds 2n/s keys for any input. Not "
                        "stable, but equal keys have the same order in every run. Memory: two arrays, and a key and "
                        "three words per sample, for n/L sublists with s samples each.",
             .citation = paper(),
             .max_n = std::uint64_t{0xFFFF'FFFF},
             .compares = true,
             .payloads = payloads_of_compared()},
            deterministic::cuda_settings()) {}
  std::vector<TableKind> table_kinds() const override { return deterministic_tables(); }

 protected:
  std::uint64_t cuda_bytes(const ProblemForm& form, const Settings& settings) const override {
    const BucketPlan plan(form.n, settings.sublist, settings.samples);
    std::uint64_t bytes = 2 * array_bytes(form);
    if (!plan.has_buckets()) return bytes;
    for (const auto& shape : deterministic::table_shapes(plan, form.type)) bytes += shape.bytes();
    return bytes;
  }

  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                            const Settings& settings) const override {
    const std::uint64_t tile = settings.tile, keys = settings.keys;
    if (auto reason = BucketPlan::refusal(settings.sublist, settings.samples)) return reason;
    const std::uint32_t most = deterministic::device::most_bitonic_threads(log2_of(static_cast<std::int64_t>(keys)));
    if (tile > keys && tile / keys > most) {
      return fmt::format(
          "a tile of {} keys with {} keys per thread needs {} threads, but blocks with that many keys per thread have "
          "at most {}",
          tile, keys, tile / keys, most);
    }
    if (settings.workgroup > most) {
      return fmt::format("threads = {}: a block with {} keys per thread has at most {} threads", settings.workgroup,
                         keys, most);
    }
    // Samples are sorted with their positions as payload, even if the keys have no payload.
    if (const std::uint64_t bytes = deterministic::device::bitonic_shared_bytes(static_cast<std::uint32_t>(tile),
                                                                                data::key_bytes(form.type), true);
        tile > keys && bytes > device.max_shared_bytes) {
      return shared_tile_refusal(tile, bytes, device.max_shared_bytes);
    }
    const BucketPlan plan(form.n, settings.sublist, settings.samples);
    if (plan.has_buckets() && plan.largest_bucket() > std::uint64_t{1} << 31) {
      return fmt::format("buckets of up to 2n/s = {} keys exceed 2^31: choose more samples", plan.largest_bucket());
    }
    return search_refusal(plan, form.type, device.max_shared_bytes, "");
  }

  Settings tuned_for(const cuda::DeviceInfo&, const ProblemForm& form, const Given<Settings>&) const override {
    if (const ShownCut cut(form.n); form.n <= ShownCut::most_keys) {
      return {.sublist = cut.sublist, .samples = cut.samples, .tile = 4};
    }
    // A number of samples that is one eighth above a power of two keeps most buckets below the power of two n/s. This
    // saves a stage of the sort of the buckets.
    const std::uint64_t sublist = data::key_bytes(form.type) == 8 ? 4096 : 8192;
    return {.sublist = sublist, .samples = sublist / 32 * 9 / 8, .tile = sublist, .keys = 16, .workgroup = 256};
  }

  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Settings& settings) const override {
    return deterministic::make_cuda_run(*device, std::move(problem), settings);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_deterministic_sample_sort() {
  return std::make_unique<DeterministicSampleSort>();
}

std::unique_ptr<Algorithm> make_deterministic_sample_sort_cuda() {
  return std::make_unique<CudaDeterministic>();
}

}  // namespace texelsort::algorithms
