#include "compute/algorithms/deterministic/deterministic_sample_sort.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/core/text_algorithm.h"
#include "compute/algorithms/deterministic/deterministic_plan.h"
#include "compute/algorithms/deterministic/deterministic_run.h"
#include "compute/algorithms/networks/rounds.h"
#include "compute/algorithms/primitives/compute_limits.h"

namespace texelsort::algorithms {
namespace {

using Values = std::map<std::string, std::string>;

/// Shaders count in 32 bits the invocations for buckets, which have twice as many places as there are keys.
constexpr std::uint64_t most_keys = std::uint64_t{1} << 30;

std::optional<std::string> size_refusal(const gpu::DeviceInfo& device, std::uint64_t n, data::KeyType type) {
  if (auto reason = storage_refusal(device, n, "the keys", n * data::key_bytes(type))) return reason;
  if (n > most_keys) return fmt::format("n = {} is beyond this sort's limit of 2^30 keys", n);
  return std::nullopt;
}

std::optional<std::string> tile_refusal(const gpu::DeviceInfo& device, data::KeyType type,
                                        const Parameters& parameters) {
  const auto tile = static_cast<std::uint64_t>(parameters.integer("tile"));
  const auto keys = static_cast<std::uint64_t>(parameters.integer("keys"));
  const auto workgroup = static_cast<std::uint64_t>(parameters.integer("workgroup"));
  if (auto reason = workgroup_refusal(device, workgroup)) return reason;
  // Samples are sorted with their places, whether the keys have a payload or not.
  if (const std::uint64_t bytes = tile_bytes(tile, type, data::PayloadKind::index);
      tile > keys && bytes > device.max_shared_bytes) {
    return fmt::format(
        "a tile of {} keys needs {} bytes of shared memory, and this device's limit is {}: choose a smaller tile", tile,
        bytes, device.max_shared_bytes);
  }
  if (tile / keys > device.max_workgroup_size) {
    return fmt::format("a tile of {} keys at {} keys an invocation needs {} invocations, and this device's limit is {}",
                       tile, keys, tile / keys, device.max_workgroup_size);
  }
  return std::nullopt;
}

std::optional<std::string> round_refusal(const gpu::DeviceInfo& device, const BucketPlan& plan,
                                         const Parameters& parameters) {
  if (plan.sublists == 0) return std::nullopt;
  const bool merges = parameters.text("sort") == "merge";
  if (merges) {
    const std::string what =
        fmt::format("sublists of up to {} keys, merged by an invocation each", plan.longest_sublist());
    if (auto reason = loop_refusal(device, what, RunMerge::longest_merge(RunMerge::Of::sublists, plan),
                                   "a smaller sublist, or sort = bitonic")) {
      return reason;
    }
  }
  if (!plan.has_buckets()) return std::nullopt;
  if (merges) {
    const std::string what =
        fmt::format("buckets of up to {} keys, merged by an invocation each", plan.largest_bucket());
    if (auto reason = loop_refusal(
            device, what, RunMerge::longest_merge(RunMerge::Of::buckets, plan),
            fmt::format("samples = {} or more, or sort = bitonic", 2 * plan.n / (device.max_loop_rounds + 1) + 1))) {
      return reason;
    }
  }
  if (auto reason = loop_refusal(device, fmt::format("searches = {}", parameters.integer("searches")),
                                 search_rounds(plan, parameters), "fewer")) {
    return reason;
  }
  return loop_refusal(device, fmt::format("lanes = {}", parameters.integer("lanes")),
                      relocation_rounds(plan, parameters), "more");
}

class DeterministicSampleSort final : public TextAlgorithm {
 public:
  DeterministicSampleSort() {
    info_.id = "sample/deterministic@compute";
    info_.title = "Deterministic sample sort, compute shader";
    info_.family = "sample";
    info_.backend = Backend::compute;
    info_.summary =
        "GPU Bucket Sort: sublists are sorted, equidistant samples of them give the splitters, and every bucket is "
        "sorted. Equal keys are told apart by their places, so that no bucket exceeds 2n/s keys whatever the input is. "
        "Sublists and buckets are sorted by bitonic merge sort, on software rendering "
        "by merging runs. Not stable, but equal keys end up alike in every run. Memory: two arrays, and for n/L sublists of s samples a "
        "key and three words a sample.";
    info_.citation = {"F. Dehne and H. Zaboli", "Deterministic Sample Sort for GPUs",
                      "Parallel Processing Letters 22(3)", 2012, "section 4, algorithm 1"};
  }

  const AlgorithmInfo& info() const override { return info_; }

  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> specs{
        {"sublist", "keys", PowersOfTwo{2, 32768}, "2048", "2048",
         "Keys of a sublist at the most, all of them being nearly equal (section 4: as many as shared memory holds)."},
        {"samples", "samples", IntegerRange{1, 16384}, "64", "64",
         "s: equidistant samples of every sublist, and buckets, at most half a sublist's keys (section 5: 64 is best for "
         "32 M keys). More of them make smaller buckets and longer tables."},
        {"tile", "keys", PowersOfTwo{2, 16384}, "2048", "2048",
         "Keys that a workgroup sorts in shared memory, of sublists, samples and buckets alike (section 4: a sublist); no "
         "larger than keys, and shared memory is not used."},
        {"keys", "keys", PowersOfTwo{2, 32}, "4", "4",
         "Keys an invocation holds in registers while it sorts (section 4: 512 threads for 2048 items)."},
        {"workgroup", "invocations", PowersOfTwo{1, 1024}, "512", "512",
         "Invocations a workgroup of passes without shared memory (section 4: 512)."},
        {"sort", "", Choices{{"bitonic", "merge"}}, "bitonic", "bitonic",
         "How sublists and buckets are sorted: bitonic merge sort throughout (section 4), or only in tiles or registers, "
         "and an invocation merges runs from there on; a bucket's runs are the sublists' shares."},
        {"ways", "runs", PowersOfTwo{2, 16}, "4", "", "Runs that are merged in one pass, if runs are merged.",
         only_with("sort", {"merge"})},
        {"searches", "splitters", IntegerRange{1, 16384}, "1", "",
         "Splitters that an invocation looks for in a sublist, one after the other; the paper halves the sublist round by "
         "round with twice as many threads."},
        {"lanes", "invocations", PowersOfTwo{1, 1024}, "32", "",
         "Invocations that move one sublist's keys of one bucket; the paper asks for accesses side by side."}};
    return specs;
  }

  Availability availability(const gpu::DeviceInfo* device) const override { return compute_availability(device); }

  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind, const Parameters& parameters) const override {
    const auto sublist = static_cast<std::uint64_t>(parameters.integer("sublist"));
    const auto samples = static_cast<std::uint64_t>(parameters.integer("samples"));
    if (auto reason = BucketPlan::refusal(sublist, samples)) return reason;
    if (auto reason = size_refusal(*device, n, type)) return reason;
    if (auto reason = round_refusal(*device, {n, sublist, samples}, parameters)) return reason;
    return tile_refusal(*device, type, parameters);
  }

  Values tuned(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type) const override {
    if (device == nullptr) return {};
    return device->software ? tuned_for_software(*device, n) : tuned_for_hardware(*device, n, type);
  }

 protected:
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    return std::make_unique<DeterministicRun>(*device, std::move(problem), parameters);
  }

 private:
  /// A software rasteriser's shared memory is its memory, and its barriers are slow: an invocation's serial merge is
  /// the fastest there.
  static Values tuned_for_software(const gpu::DeviceInfo& device, std::uint64_t n) {
    Values values{{"workgroup", "8"}, {"searches", "16"}, {"lanes", "1"}, {"ways", "8"}};
    if (n <= ShownCut::most_keys) {
      add_shown(values, n);
    } else {
      // 64 sublists and 64 buckets: enough for every core, and eight by eight merged in two passes. More buckets where
      // one invocation could not merge the largest.
      const std::uint64_t sublist = std::clamp<std::uint64_t>(std::bit_ceil(n) / 64, 128, 32768);
      const std::uint64_t needed = 2 * n / (device.max_loop_rounds + 1) + 1;
      const std::uint64_t samples = std::clamp<std::uint64_t>(needed, 64, sublist / 2);
      values.insert({{"sort", "merge"}, {"sublist", std::to_string(sublist)}, {"samples", std::to_string(samples)}});
      values.insert({{"tile", "32"}, {"keys", "32"}});
    }
    return values;
  }

  static Values tuned_for_hardware(const gpu::DeviceInfo& device, std::uint64_t n, data::KeyType type) {
    Values values{{"workgroup", std::to_string(std::min(256u, device.max_workgroup_size))},
                  {"searches", "1"},
                  {"lanes", "16"},
                  {"sort", "bitonic"}};
    if (n <= ShownCut::most_keys) {
      add_shown(values, n);
      return values;
    }
    const std::uint64_t keys = data::key_bytes(type) == 4 ? 16 : 8;
    std::uint64_t tile = keys;
    while (2 * tile <= 4096 && tile_bytes(2 * tile, type, data::PayloadKind::index) <= device.max_shared_bytes &&
           2 * tile / keys <= device.max_workgroup_size) {
      tile *= 2;
    }
    // The paper's 1/32 of the keys as samples, and an eighth more: most buckets then stay below the power of two that
    // n/s would be, and are spared a stage.
    values.insert({{"sublist", std::to_string(tile)}, {"samples", std::to_string(tile / 32 * 9 / 8)}});
    values.insert({{"tile", std::to_string(tile)}, {"keys", std::to_string(keys)}});
    return values;
  }

  /// Each step of these sorts is a pass that can be seen.
  static void add_shown(Values& values, std::uint64_t n) {
    const ShownCut cut(n);
    values.insert({{"sort", "bitonic"}, {"tile", "2"}, {"keys", "2"}});
    values.insert({{"sublist", std::to_string(cut.sublist)}, {"samples", std::to_string(cut.samples)}});
  }

  AlgorithmInfo info_;
};

}  // namespace

std::unique_ptr<Algorithm> make_deterministic_sample_sort() {
  return std::make_unique<DeterministicSampleSort>();
}

}  // namespace texelsort::algorithms
