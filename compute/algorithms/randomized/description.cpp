#include <tuple>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/randomized/cuda/launch.h"
#include "compute/algorithms/randomized/runs.h"
#include "compute/gpu/forms.h"

namespace texelsort::algorithms {
namespace {

using randomized::Settings;

network::Citation thesis() {
  return {"N. Leischner", "GPU algorithms for comparison-based sorting and for merging based on multiway selection",
          "diploma thesis, Karlsruhe Institute of Technology", 2010,
          "section 6, GPU Sample Sort of Leischner, Osipov and Sanders, revised"};
}

/// A need for shared memory in bytes, and advice for the user if the device has less.
struct SharedNeed {
  std::string what;
  std::uint64_t bytes = 0;
  std::string advice;
};

/// Returns the shared memory that the distributions of both levels need: for a sample of k a keys, and `counter_bytes`
/// for k buckets.
template <typename CounterBytes>
std::vector<SharedNeed> distribution_needs(const Settings& settings, std::uint64_t key, CounterBytes counter_bytes) {
  std::vector<SharedNeed> needs;
  for (const auto& [k, a, k_name, a_name] :
       {std::tuple{std::uint64_t{settings.k}, settings.a, "k", "a"}, {settings.k2, settings.a2, "k2", "a2"}}) {
    needs.push_back({fmt::format("a sample of {} = {} times {} = {}, {} keys,", k_name, k, a_name, a, k * a),
                     key * k * a, fmt::format("a smaller {} or {}", k_name, a_name)});
    needs.push_back({fmt::format("{} = {} with counters = {}", k_name, k, settings.counters), counter_bytes(k),
                     fmt::format("a smaller {} or fewer counters", k_name)});
  }
  return needs;
}

/// Returns why the settings are impossible: a need exceeds `most` bytes, or the counters do not match `threads`.
/// Returns null if they are possible.
std::optional<std::string> common_refusal(const Settings& settings, std::string_view threads,
                                          const std::vector<SharedNeed>& needs, std::uint64_t most) {
  if (settings.columns > settings.counters || settings.counters > settings.workgroup) {
    return fmt::format("scatter-counters = {}, counters = {} and {} = {} must be in ascending order", settings.columns,
                       settings.counters, threads, settings.workgroup);
  }
  for (const SharedNeed& need : needs) {
    if (need.bytes <= most) continue;
    return fmt::format("{} needs {} bytes of shared memory, but this device's limit is {}: choose {}", need.what,
                       need.bytes, most, need.advice);
  }
  return std::nullopt;
}

std::vector<SharedNeed> workgroup_needs(const Settings& settings, const ProblemForm& form) {
  const std::uint64_t key = data::key_bytes(form.type);
  auto needs = distribution_needs(
      settings, key, [&](std::uint64_t k) { return k * (key + word_bytes * settings.counters) + word_bytes; });
  if (!settings.in_registers()) {
    // bytes for waiting parts in sample/randomized_quicksort.comp
    constexpr std::uint64_t waiting_parts = (33 * 3 + 1) * word_bytes;
    const std::uint64_t scan = 2 * settings.workgroup * word_bytes;  // bytes that common/workgroup_scan.glsl uses
    const std::uint64_t element = key + data::payload_bytes(form.payload);
    needs.push_back({fmt::format("small = {} with workgroup = {}", settings.small, settings.workgroup),
                     settings.small * element + scan + waiting_parts, "a smaller small"});
  }
  return needs;
}

std::optional<std::string> refuse_settings(const gpu::DeviceInfo& device, const ProblemForm& form,
                                           const Settings& settings) {
  if (auto reason = workgroup_refusal(device, settings.workgroup)) return reason;
  if (settings.in_registers() && settings.small > randomized::most_in_registers) {
    return fmt::format("small = {} exceeds the {} keys that an invocation can sort: choose sorter = workgroup",
                       settings.small, randomized::most_in_registers);
  }
  if (auto reason = common_refusal(settings, "workgroup", workgroup_needs(settings, form), device.max_shared_bytes)) {
    return reason;
  }
  if (auto reason = loop_refusal(device, "the longest pass", randomized::loop_rounds(settings),
                                 "a smaller tile, quick, k or a, or a larger workgroup")) {
    return reason;
  }
  const randomized::Capacities most(form.n, settings);
  if (settings.listed()) {
    if (auto reason = loop_refusal(device, "listing buckets", randomized::plan_rounds(most, settings.workgroup),
                                   "lists = host, larger tiles or a larger workgroup")) {
      return reason;
    }
  }
  if (const std::uint64_t bytes = most.counts * word_bytes; bytes > device.max_storage_bytes) {
    return fmt::format(
        "n = {} with tile = {} needs a table of counts of {} bytes, but this device's limit for a storage block is {}: "
        "choose a larger tile",
        form.n, settings.tile, bytes, device.max_storage_bytes);
  }
  return std::nullopt;
}

std::vector<TableKind> randomized_tables() {
  return {tables::Splitters{}, tables::BucketCounts{}, tables::BucketScan{}, tables::BucketStarts{},
          tables::BucketSizes{}};
}

class RandomizedSampleSort final : public AlgorithmWith<Settings> {
 public:
  RandomizedSampleSort()
      : AlgorithmWith(
            {.id = "sample/randomized@compute",
             .title = "GPU Sample Sort",
             .family = "sample",
             .backend = Backend::compute,
             .summary =
                 "Splitters from a random sample cut the keys into k buckets, level by level, until a workgroup can "
                 "sort a bucket by an odd-even merge network in shared memory. With the thesis's parameters (--paper), "
                 "a quicksort precedes the network. A GPU lists the remaining buckets of each level itself, so the "
                 "host enqueues all levels at once. With the thesis's parameters and on software rendering, the host "
                 "lists them. On software rendering, one invocation sorts a bucket by a network in registers.",
             .citation = thesis(),
             .form_sizes = {150'001}},
            randomized::compute_settings()) {}

  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const override {
    return compute_availability(device);
  }
  std::vector<TableKind> table_kinds() const override { return randomized_tables(); }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const Settings& settings) const override {
    const std::uint64_t n = form.n;
    if (auto reason = memory_refusal(*device, settings.memory)) return reason;
    if (auto reason = storage_refusal(*device, n, "the keys", n * data::key_bytes(form.type))) return reason;
    // Shaders use 32-bit places.
    if (n > (std::uint64_t{1} << 31))
      return fmt::format(
          "n = {} is beyond this algorithm's limit of 2^31 keys: "
          "choose a smaller n",
          n);
    return refuse_settings(*device, form, settings);
  }

  Settings tuned(const gpu::DeviceInfo* device, const ProblemForm& form, const Given<Settings>&) const override {
    if (device == nullptr) return {};
    // The second level continues until shared memory can hold every bucket, because such buckets need no quicksort.
    // With 2^24 keys on an H200, two levels of 128 buckets suffice for all but a tenth of the keys. Levels of 32
    // buckets take 2.0 times as long. Quicksort sorts the remaining tenth, because an unexpected level would wait for
    // the host.
    //
    // Shorter tiles and one counter per bucket reduce the time of the scatter to 0.8. Lists that the device makes
    // reduce the total time to 0.60 with 2^22 keys, and to 0.38 with 2^24 keys (H100).
    if (!gpu::prefers_cpu_forms(*device)) {
      return {.k2 = 128, .quick = 6144, .columns = 1, .tile = 8192, .lists = Settings::Lists::device};
    }
    // A software rasteriser has no separate shared memory, and its barriers are slow. Therefore groups of eight
    // invocations, which are one vector, process long tiles with separate counters. Invocations sort the final buckets
    // in registers. Large networks compile for seconds, which is too long for small inputs.
    const bool many = form.n > 1 << 17;  // checks cover both cases; see AlgorithmInfo::form_sizes
    return {.k = many ? 512u : 64u,
            .a = 4,
            .m = 16384,
            .k2 = 64,
            .a2 = 2,
            .small = many ? 128u : 32u,
            .counters = 8,
            .columns = 8,
            .workgroup = 8,
            .tile = 32768,
            .top = many ? 6u : 3u,
            .sorter = Settings::Sorter::invocation};
  }

  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Settings& settings) const override {
    return randomized::make_compute_run(*device, std::move(problem), settings);
  }
};

constexpr std::uint64_t most_places = 0xFFFF'FFFF;  ///< maximum number of keys, because positions have 32 bits

std::optional<std::string> refuse_for_kernels(const cuda::DeviceInfo& device, const ProblemForm& form,
                                              const Settings& settings) {
  const std::uint64_t key = data::key_bytes(form.type);
  auto needs = distribution_needs(settings, key, [&](std::uint64_t k) {
    return randomized::device::count_shared_bytes(k, settings.counters, key);
  });
  if (settings.by_block()) {
    const std::uint64_t bytes =
        randomized::device::distribute_shared_bytes(settings.k2, settings.a2, settings.counters, settings.columns, key);
    needs.push_back({fmt::format("k2 = {} with counters = {} and scatter-counters = {}", settings.k2, settings.counters,
                                 settings.columns),
                     bytes, "a smaller k2 or fewer counters"});
  }
  if (auto reason = common_refusal(settings, "threads", needs, device.max_shared_bytes)) return reason;
  if (const std::uint64_t words = randomized::Capacities(form.n, settings).counts; words > most_places) {
    return fmt::format(
        "n = {} with tile = {} needs a table of {} counts, but its indices have 32 bits: choose a larger tile", form.n,
        settings.smallest_tile(), words);
  }
  return std::nullopt;
}

/// Base class of the two CUDA forms of GPU Sample Sort, which differ only in their settings.
template <typename S>
class CudaRandomized final : public CudaAlgorithmWith<S> {
 public:
  CudaRandomized(AlgorithmInfo info, const SettingsTable<S>& table) : CudaAlgorithmWith<S>(std::move(info), table) {}
  bool moves_records() const override { return true; }
  std::vector<TableKind> table_kinds() const override { return randomized_tables(); }

 protected:
  std::uint64_t cuda_bytes(const ProblemForm& form, const S& settings) const override {
    return 2 * array_bytes(form) + randomized::cuda_table_bytes(form, settings.complete(form.n));
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                            const S& settings) const override {
    return refuse_for_kernels(device, form, settings.complete(form.n));
  }

  S tuned_for(const cuda::DeviceInfo&, const ProblemForm& form, const Given<S>&) const override {
    constexpr std::uint64_t most_shown = 8192;  // checks cover both cases; see AlgorithmInfo::form_sizes
    constexpr bool revised = std::is_same_v<S, randomized::RevisedSettings>;
    S settings;
    // several blocks share a bucket, so that no block finishes late
    if (revised) settings.second = Settings::Second::tiles;
    if (form.n > most_shown) return settings;
    // Small inputs are also distributed, so that views show the steps.
    settings.k = settings.a = 8;
    settings.m = 64;
    settings.small = 16;
    settings.tile = 256;
    settings.workgroup = 32;
    if (!revised) return settings;
    settings.k2 = settings.a2 = 4;
    settings.quick = 32;
    settings.tile2 = 64;
    return settings;
  }

  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const S& settings) const override {
    return make_record_run(device, std::move(problem), settings, false);
  }
  std::unique_ptr<Run> make_record_run(gpu::Device* device, std::shared_ptr<const Problem> problem, const S& settings,
                                       bool grouped) const override {
    const Settings all = settings.complete(problem->n());
    return randomized::make_cuda_run(*device, std::move(problem), all, grouped);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_randomized_sample_sort() {
  return std::make_unique<RandomizedSampleSort>();
}

std::unique_ptr<Algorithm> make_original_sample_sort_cuda() {
  return std::make_unique<CudaRandomized<randomized::OriginalSettings>>(
      AlgorithmInfo{
          .id = "sample/original@cuda",
          .title = "GPU Sample Sort, original form, CUDA",
          .family = "sample",
          .summary =
              "Splitters from a random sample cut the keys into k buckets until none has more than M keys. A thread "
              "block quicksorts each bucket, and sorts parts that fit into shared memory by an odd-even merge network. "
              "As in the authors' program, several counters per bucket reduce the contention of threads that count the "
              "same bucket; scattering uses fewer. Buckets between equal splitters hold a single value and are done. "
              "Not stable: the order of equal keys may differ from run to run. Also moves whole records (Bandyopadhyay "
              "and Sahni, SampleSort-direct). Memory: two arrays and the tables of counts.",
          .citation = {"N. Leischner, V. Osipov and P. Sanders", "GPU Sample Sort",
                       "24th International Symposium on Parallel and Distributed Processing (IPDPS)", 2010,
                       "sections 6.1 and 6.2 of Leischner's thesis"},
          .max_n = most_places,
          .compares = true,
          .form_sizes = {20'001, 300'001},
          .payloads = payloads_of_compared()},
      randomized::original_settings());
}

std::unique_ptr<Algorithm> make_randomized_sample_sort_cuda() {
  return std::make_unique<CudaRandomized<randomized::RevisedSettings>>(
      AlgorithmInfo{
          .id = "sample/randomized@cuda",
          .title = "GPU Sample Sort, revised, CUDA",
          .family = "sample",
          .summary =
              "Splitters from a random sample cut the keys into k buckets, and a second level cuts buckets of up to M "
              "keys again. In the thesis (--paper), one thread block distributes each of these buckets in one kernel. "
              "With the default parameters, several blocks distribute it, with one kernel per step. Blocks then "
              "quicksort the buckets and sort small parts by an odd-even merge network in shared memory. Several "
              "counters per bucket reduce the contention of threads that count the same bucket. Not stable: the order "
              "of equal keys may differ from run to run. Memory: two arrays and the tables of counts.",
          .citation = thesis(),
          .max_n = most_places,
          .compares = true,
          .form_sizes = {20'001, 300'001},
          .payloads = payloads_of_compared()},
      randomized::revised_settings());
}

}  // namespace texelsort::algorithms
