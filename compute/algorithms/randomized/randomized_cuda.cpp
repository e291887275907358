#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/randomized/cuda/launch.h"
#include "compute/algorithms/randomized/randomized.h"
#include "compute/algorithms/randomized/randomized_cuda_run.h"
#include "compute/algorithms/randomized/shared_need.h"

namespace texelsort::algorithms {
namespace {

using randomized::Settings;

constexpr std::uint64_t most_places = 0xFFFF'FFFF;  ///< places have 32 bits
constexpr std::int64_t largest_bucket = std::int64_t{1} << 31;

/// A parameter's value where nobody gives one, and the source's, empty where it says none.
struct StatedValue {
  const char *usual, *paper;
};

/// Those that both forms have.
std::vector<ParameterSpec> common_specs(StatedValue a, StatedValue m, StatedValue counters, StatedValue columns) {
  return {
      {"k", "buckets", PowersOfTwo{4, 1024}, "128", "128",
       "Buckets of a distribution at the first level; a search tree of 7 levels (section 6.3.3) has 128."},
      {"a", "keys", IntegerRange{1, 64}, a.usual, a.paper,
       "Oversampling at the first level: keys drawn for each bucket (algorithm 5). More make buckets more even."},
      {"M", "keys", IntegerRange{2, largest_bucket}, m.usual, m.paper,
       "Buckets of more keys are distributed by many blocks each: of more than 2^17 in the original (section 6.1 has no "
       "number), of more than 2^18 in the revised form (section 6.3.2)."},
      {"small", "keys", PowersOfTwo{2, randomized::device::most_small}, "2048", "2048",
       "Keys that the odd-even merge network sorts in shared memory (figure 16)."},
      {"counters", "counters", PowersOfTwo{1, 512}, counters.usual, counters.paper,
       "Counters a bucket in the shared memory of a block that counts: 8 in the revised form (section 6.3.3), of the "
       "original the thesis says no number."},
      {"scatter-counters", "counters", PowersOfTwo{1, 512}, columns.usual, columns.paper,
       "The same when it scatters: 4 in the revised form (section 6.3.3). As many as the block has threads, and no order of keys is left to "
       "chance."},
      {"threads", "threads", PowersOfTwo{32, 512}, "256", "256", "Threads a block (figure 18)."},
      {"tile", "keys", IntegerRange{1, 1 << 24}, "16384", "",
       "Keys of a bucket that one block counts and scatters; section 6.2 leaves their number free."},
      {"seed", "", IntegerRange{0, 4294967295}, "1", "",
       "Where the samples' random numbers start; one seed always gives the same splitters."}};
}

std::vector<ParameterSpec> revised_specs() {
  std::vector<ParameterSpec> specs = common_specs({"30", ""}, {"262144", "262144"}, {"8", "8"}, {"4", "4"});
  specs.insert(
      specs.end(),
      {{"k2", "buckets", PowersOfTwo{4, 1024}, "32", "32",
        "Buckets of a distribution at the second level (section 6.3.2)."},
       {"a2", "keys", IntegerRange{1, 64}, "6", "6", "Oversampling at the second level (section 6.3.2)."},
       {"quick", "keys", IntegerRange{2, largest_bucket}, "12000", "12000",
        "The second level distributes buckets of more keys; a block quicksorts others (section 6.3.2)."},
       {"tile2", "keys", IntegerRange{1, 1 << 24}, "262144", "262144",
        "Keys of a bucket that one block counts and scatters at the second level. As many as M, and a block has a bucket "
        "to itself, as in section 6.3.2; tuned: 16,384, so that several share a bucket."}});
  return specs;
}

std::vector<randomized::SharedNeed> shared_needs(const Settings& settings, std::uint64_t key) {
  return randomized::distribution_needs(
      settings, [&](std::uint64_t k, std::uint64_t a) { return randomized::device::draw_shared_bytes(k, a, key); },
      [&](std::uint64_t k) { return randomized::device::count_shared_bytes(k, settings.counters, key); });
}

/// Both forms: what differs are the parameters that they have.
class CudaRandomized final : public CudaAlgorithm {
 public:
  CudaRandomized(AlgorithmInfo info, std::vector<ParameterSpec> specs)
      : CudaAlgorithm(std::move(info), std::move(specs)) {}

 protected:
  std::uint64_t device_bytes(const Size& size, const Parameters& parameters) const override {
    return 2 * size.array_bytes() +
           randomized::cuda_table_bytes(size.n, randomized::settings_of(parameters), data::key_bytes(size.type));
  }

  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const Size& size,
                                            const Parameters& parameters) const override {
    const Settings settings = randomized::settings_of(parameters);
    if (auto reason = refuse_payload_of_compared(size.payload)) return reason;
    if (size.n > most_places) return fmt::format("n = {} is beyond this sort's limit of 2^32 - 1 keys", size.n);
    if (settings.columns > settings.counters || settings.counters > settings.workgroup) {
      return fmt::format("scatter-counters = {}, counters = {} and threads = {} have to ascend", settings.columns,
                         settings.counters, settings.workgroup);
    }
    if (auto reason =
            randomized::shared_refusal(shared_needs(settings, data::key_bytes(size.type)), device.max_shared_bytes)) {
      return reason;
    }
    if (const std::uint64_t words = randomized::table_capacity(size.n, settings); words > most_places) {
      return fmt::format(
          "n = {} with tile = {} needs a table of {} counts, and places in it have 32 bits: choose a larger "
          "tile",
          size.n, settings.smallest_tile(), words);
    }
    return std::nullopt;
  }

  std::map<std::string, std::string> tuned_for(const cuda::DeviceInfo&, std::uint64_t n, data::KeyType) const override {
    std::map<std::string, std::string> values;
    const bool revised = info().id == "sample/randomized@cuda";
    if (n <= most_shown) {
      // Few keys are distributed all the same, so that there is something to see.
      values = {{"k", "8"}, {"a", "8"}, {"M", "64"}, {"small", "16"}, {"tile", "256"}, {"threads", "32"}};
      if (revised) values.insert({{"k2", "4"}, {"a2", "4"}, {"quick", "32"}, {"tile2", "64"}});
    } else if (revised) {
      values = {{"tile2", "16384"}};  // with several blocks a bucket none of them is late
    }
    return values;
  }

  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    return randomized::make_cuda_run(*device, std::move(problem), randomized::settings_of(parameters));
  }

 private:
  static constexpr std::uint64_t most_shown = 8192;
};

}  // namespace

std::unique_ptr<Algorithm> make_original_sample_sort_cuda() {
  return std::make_unique<CudaRandomized>(
      AlgorithmInfo{
          .id = "sample/original@cuda",
          .title = "GPU Sample Sort, original form, CUDA",
          .family = "sample",
          .summary =
              "Splitters from a random sample cut the keys into k buckets until none has more than M, which a block each "
              "quicksorts, and sorts by an odd-even merge network once they fit into shared memory. All threads of a "
              "block share one counter a bucket; how many the original has the thesis does not say. Buckets between equal splitters hold one value and are done. Not stable, "
              "and equal keys need not end up alike. Memory: two arrays and the tables of counts.",
          .citation = {"N. Leischner, V. Osipov and P. Sanders", "GPU Sample Sort",
                       "24th International Symposium on Parallel and Distributed Processing (IPDPS)", 2010,
                       "sections 6.1 and 6.2 of Leischner's thesis"},
          .max_n = most_places,
          .compares = true},
      common_specs({"30", "30"}, {"131072", "131072"}, {"1", ""}, {"1", ""}));
}

std::unique_ptr<Algorithm> make_randomized_sample_sort_cuda() {
  return std::make_unique<CudaRandomized>(
      AlgorithmInfo{
          .id = "sample/randomized@cuda",
          .title = "GPU Sample Sort, revised, CUDA",
          .family = "sample",
          .summary =
              "Splitters from a random sample cut the keys into k buckets; a second level cuts those of up to M keys "
              "again, in the thesis by one block a bucket, as tuned by several; and blocks quicksort what is left and "
              "sort it by an odd-even merge network in shared memory. Several counters a bucket let threads that count the same one pass. Not stable, "
              "and equal keys need not end up alike. Memory: two arrays and the tables of counts.",
          .citation = {"N. Leischner",
                       "GPU algorithms for comparison-based sorting and for merging based on multiway selection",
                       "diploma thesis, Karlsruhe Institute of Technology", 2010,
                       "section 6, GPU Sample Sort of Leischner, Osipov and Sanders, revised"},
          .max_n = most_places,
          .compares = true},
      revised_specs());
}

}  // namespace texelsort::algorithms
