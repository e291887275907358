#include "compute/algorithms/randomized/randomized.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/core/text_algorithm.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/primitives/word_bytes.h"
#include "compute/algorithms/randomized/randomized_run.h"
#include "compute/algorithms/randomized/shared_need.h"

namespace texelsort::algorithms {
namespace {

using randomized::Settings;

std::vector<randomized::SharedNeed> shared_needs(const Settings& settings, data::KeyType type,
                                                 data::PayloadKind payload) {
  const std::uint64_t key = data::key_bytes(type);
  auto needs = randomized::distribution_needs(
      settings, [&](std::uint64_t k, std::uint64_t a) { return key * k * a; },
      [&](std::uint64_t k) { return k * (key + word_bytes * settings.counters) + word_bytes; });
  if (!settings.in_registers) {
    constexpr std::uint64_t waiting_parts = 32 * 3 * word_bytes;  // of sample/randomized_quicksort.comp
    const std::uint64_t element = key + data::payload_bytes(payload);
    needs.push_back({fmt::format("small = {} with workgroup = {}", settings.small, settings.workgroup),
                     settings.small * element + settings.workgroup * word_bytes + waiting_parts, "a smaller small"});
  }
  return needs;
}

std::optional<std::string> refuse_settings(const gpu::DeviceInfo& device, std::uint64_t n, data::KeyType type,
                                           data::PayloadKind payload, const Settings& settings) {
  if (auto reason = workgroup_refusal(device, settings.workgroup)) return reason;
  if (settings.columns > settings.counters || settings.counters > settings.workgroup) {
    return fmt::format("scatter-counters = {}, counters = {} and workgroup = {} have to ascend", settings.columns,
                       settings.counters, settings.workgroup);
  }
  if (settings.in_registers && settings.small > randomized::most_in_registers) {
    return fmt::format("small = {} is more than the {} keys that an invocation sorts: choose sorter = workgroup",
                       settings.small, randomized::most_in_registers);
  }
  if (auto reason = randomized::shared_refusal(shared_needs(settings, type, payload), device.max_shared_bytes)) {
    return reason;
  }
  if (auto reason = loop_refusal(device, "the longest pass", randomized::loop_rounds(settings),
                                 "a smaller tile, quick, k or a, or a larger workgroup")) {
    return reason;
  }
  if (const std::uint64_t bytes = randomized::table_capacity(n, settings) * word_bytes;
      bytes > device.max_storage_bytes) {
    return fmt::format(
        "n = {} with tile = {} needs a table of counts of {} bytes, and this device's limit of a storage block is {}: "
        "choose a larger tile",
        n, settings.tile, bytes, device.max_storage_bytes);
  }
  return std::nullopt;
}

class RandomizedSampleSort final : public TextAlgorithm {
 public:
  RandomizedSampleSort() {
    info_.id = "sample/randomized@compute";
    info_.title = "GPU Sample Sort";
    info_.family = "sample";
    info_.backend = Backend::compute;
    info_.summary =
        "Splitters from a random sample cut the keys into k buckets, level by level, until a workgroup can sort a "
        "bucket: by an odd-even merge network in shared memory, with the thesis's parameters (--paper) after a "
        "quicksort. On software rendering one invocation sorts it by a network in registers.";
    info_.citation = {"N. Leischner",
                      "GPU algorithms for comparison-based sorting and for merging based on multiway selection",
                      "diploma thesis, Karlsruhe Institute of Technology", 2010,
                      "section 6, GPU Sample Sort of Leischner, Osipov and Sanders, revised"};
  }

  const AlgorithmInfo& info() const override { return info_; }

  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> specs{
        {"k", "buckets", PowersOfTwo{4, 1024}, "128", "128",
         "Buckets of a distribution at the first level; a search tree of 7 levels (section 6.3.3) has 128."},
        {"a", "keys", IntegerRange{1, 64}, "30", "",
         "Oversampling at the first level: keys drawn for each bucket (algorithm 5). More make buckets more even."},
        {"M", "keys", IntegerRange{2, std::int64_t{1} << 31}, "262144", "262144",
         "The first level distributes buckets of more keys, the second the rest (section 6.3.2)."},
        {"k2", "buckets", PowersOfTwo{4, 1024}, "32", "32",
         "Buckets of a distribution at the second level (section 6.3.2)."},
        {"a2", "keys", IntegerRange{1, 64}, "6", "6", "Oversampling at the second level (section 6.3.2)."},
        {"quick", "keys", IntegerRange{2, std::int64_t{1} << 31}, "12000", "12000",
         "The second level distributes buckets of more keys; others are quicksorted by a workgroup (section 6.3.2).",
         only_with("sorter", {"workgroup"})},
        {"small", "keys", PowersOfTwo{2, 8192}, "2048", "2048",
         "Keys that a network sorts (figure 16). With sorter = invocation also the largest bucket that is not "
         "distributed further."},
        {"sorter", "", Choices{{"workgroup", "invocation"}}, "workgroup", "workgroup",
         "Who sorts a bucket in the end: a workgroup in shared memory, or one invocation in registers."},
        {"counters", "counters", PowersOfTwo{1, 1024}, "8", "8",
         "Counters a bucket in the shared memory of a workgroup that counts (section 6.3.3)."},
        {"scatter-counters", "counters", PowersOfTwo{1, 1024}, "4", "4",
         "The same when it scatters (section 6.3.3). As many as the workgroup has invocations, and no order of keys is "
         "left to chance."},
        {"workgroup", "invocations", PowersOfTwo{1, 1024}, "256", "256",
         "Invocations a workgroup (figure 18); OpenGL 4.3 promises 1024 (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)."},
        {"tile", "keys", IntegerRange{1, 1 << 24}, "16384", "",
         "Keys of a bucket that one workgroup counts and scatters; section 6.2 leaves their number free."},
        {"top", "levels", IntegerRange{0, 7}, "0", "0",
         "Levels of the search tree that an invocation holds in registers; section 6.2 has all in shared memory."},
        {"seed", "", IntegerRange{0, 4294967295}, "1", "",
         "Where the samples' random numbers start; one seed always gives the same splitters."}};
    return specs;
  }

  Availability availability(const gpu::DeviceInfo* device) const override { return compute_availability(device); }

  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind payload, const Parameters& parameters) const override {
    const std::uint64_t bytes = n * data::key_bytes(type);
    if (bytes > device->max_storage_bytes) {
      return fmt::format("n = {} needs a storage block of {} bytes, and this device's limit is {}: at most n = {}", n,
                         bytes, device->max_storage_bytes, device->max_storage_bytes / data::key_bytes(type));
    }
    // Shaders count places in 32 bits.
    if (n > (std::uint64_t{1} << 31)) return fmt::format("n = {} is beyond this algorithm's limit of 2^31 keys", n);
    return refuse_settings(*device, n, type, payload, randomized::settings_of(parameters));
  }

  std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                           data::KeyType) const override {
    if (device == nullptr) return {};
    // What fits into shared memory needs no quicksort before: the second level goes on until all buckets do.
    if (!device->software) return {{"quick", "2048"}};
    // A software rasteriser's shared memory is its memory and its barriers cost much: eight invocations, one vector, go
    // through long tiles with counters of their own, and buckets end in registers.
    // Large networks compile for seconds, which few keys are not worth.
    const bool many = n > 1 << 17;
    return {{"k", many ? "512" : "64"},
            {"a", "4"},
            {"M", "16384"},
            {"k2", "64"},
            {"a2", "2"},
            {"small", many ? "128" : "32"},
            {"sorter", "invocation"},
            {"counters", "8"},
            {"scatter-counters", "8"},
            {"workgroup", "8"},
            {"tile", "32768"},
            {"top", many ? "6" : "3"}};
  }

 protected:
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    return randomized::make_run(*device, std::move(problem), randomized::settings_of(parameters));
  }

 private:
  AlgorithmInfo info_;
};

}  // namespace

std::unique_ptr<Algorithm> make_randomized_sample_sort() {
  return std::make_unique<RandomizedSampleSort>();
}

}  // namespace texelsort::algorithms
