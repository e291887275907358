#include "compute/algorithms/randomized/settings.h"

#include <cmath>

#include "compute/algorithms/randomized/cuda/launch.h"

namespace texelsort::algorithms::randomized {
namespace {

using Number = std::uint32_t;
constexpr PowersOfTwo buckets{4, 1024};
constexpr IntegerRange oversampling{1, 64}, bucket_keys{2, std::int64_t{1} << 31}, tile_keys{1, 1 << 24};

template <typename S>
using Fields = std::vector<Field<S>>;

template <typename S>
Fields<S> first_level(std::optional<Number> paper_a) {
  return {field<S, Number>(
              &S::k, "k", "buckets", buckets, 128,
              "Buckets per distribution at the first level. A search tree of 7 levels (section 6.3.3) has 128."),
          field<S, Number>(&S::a, "a", "keys", oversampling, paper_a,
                           "Oversampling at the first level: keys drawn per bucket (algorithm 5). More keys make the "
                           "buckets more even.")};
}

template <typename S>
Fields<S> second_level() {
  return {field<S, Number>(&S::k2, "k2", "buckets", buckets, 32,
                           "Buckets per distribution at the second level (section 6.3.2)."),
          field<S, Number>(&S::a2, "a2", "keys", oversampling, 6,
                           "Oversampling at the second level: keys drawn per bucket (section 6.3.2).")};
}

template <typename S>
Fields<S> seed() {
  return {field<S, Number>(&S::seed, "seed", "", IntegerRange{0, 4294967295}, std::nullopt,
                           "Seed of the random samples. The same seed always gives the same splitters.")};
}

/// Returns the settings that both forms of the CUDA sort have.
template <typename S>
Fields<S> block_fields(std::uint64_t paper_m, std::optional<Number> counters, std::optional<Number> columns) {
  return {
      field<S, std::uint64_t>(&S::m, "M", "keys", bucket_keys, paper_m,
                              "Bucket size above which many thread blocks distribute a bucket together: 2^17 in the "
                              "original form (section 6.1 has no number), 2^18 in the revised form (section 6.3.2)."),
      field<S, Number>(&S::small, "small", "keys", PowersOfTwo{2, device::most_small}, 2048,
                       "Largest bucket that the odd-even merge network sorts in shared memory (figure 16)."),
      field<S, Number>(&S::counters, "counters", "counters", PowersOfTwo{1, 512}, counters,
                       "Counters per bucket in shared memory while a block counts: 8 in the revised form (section "
                       "6.3.3), and in the authors' program with either second level."),
      field<S, Number>(&S::columns, "scatter-counters", "counters", PowersOfTwo{1, 512}, columns,
                       "Counters per bucket in shared memory while a block scatters: 4 in the revised form (section "
                       "6.3.3), 2 in the authors' program if only quicksort follows. With as many counters as threads "
                       "per block, the order of the keys is deterministic."),
      field<S, Number>(&S::workgroup, "threads", "threads", PowersOfTwo{32, 512}, 256,
                       "Threads per block (figure 18)."),
      field<S, Number>(&S::tile, "tile", "keys", tile_keys, std::nullopt,
                       "Keys of a bucket that one block counts and scatters. Section 6.2 gives no number.")};
}

template <typename S>
SettingsTable<S> joined(std::initializer_list<Fields<S>> groups) {
  Fields<S> all;
  for (const Fields<S>& group : groups) all.insert(all.end(), group.begin(), group.end());
  return SettingsTable<S>(std::move(all));
}

}  // namespace

const SettingsTable<Settings>& compute_settings() {
  using S = Settings;
  static const SettingsTable<S> table =
      joined<S>({first_level<S>(std::nullopt),
                 {field(&S::m, "M", "keys", bucket_keys, 262144,
                        "Bucket size above which the first level distributes a bucket. The second level distributes "
                        "the others (section 6.3.2).")},
                 second_level<S>(),
                 {field(&S::quick, "quick", "keys", bucket_keys, 12000,
                        "Bucket size above which the second level distributes a bucket. A workgroup quicksorts the "
                        "others (section 6.3.2).")
                      .only(when(&S::sorter, {S::Sorter::workgroup})),
                  field(&S::small, "small", "keys", PowersOfTwo{2, 8192}, 2048,
                        "Largest number of keys that a network sorts (figure 16). With sorter = invocation, also the "
                        "largest bucket that is not distributed further."),
                  field(&S::sorter, "sorter", "", Choices{{"workgroup", "invocation"}}, S::Sorter::workgroup,
                        "Unit that sorts the final buckets. workgroup: a workgroup in shared memory. invocation: a "
                        "single invocation in registers."),
                  field(&S::lists, "lists", "", Choices{{"host", "device"}}, S::Lists::host,
                        "Processor that lists the buckets of the next level. host: it waits for every level. device: "
                        "the host enqueues all expected levels at once, and the device determines the number of "
                        "workgroups of each (indirect dispatches).")
                      .only(when(&S::sorter, {S::Sorter::workgroup})),
                  field(&S::counters, "counters", "counters", PowersOfTwo{1, 1024}, 8,
                        "Counters per bucket in shared memory while a workgroup counts (section 6.3.3)."),
                  field(&S::columns, "scatter-counters", "counters", PowersOfTwo{1, 1024}, 4,
                        "Counters per bucket in shared memory while a workgroup scatters (section 6.3.3). With as many "
                        "counters as invocations per workgroup, the order of the keys is deterministic."),
                  field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, 256,
                        "Invocations per workgroup (figure 18). OpenGL 4.3 guarantees 1024 "
                        "(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)."),
                  field(&S::tile, "tile", "keys", tile_keys, std::nullopt,
                        "Keys of a bucket that one workgroup counts and scatters. Section 6.2 gives no number."),
                  field(&S::top, "top", "levels", IntegerRange{0, 7}, 0,
                        "Levels of the search tree that an invocation holds in registers. Section 6.2 keeps all levels "
                        "in shared memory."),
                  memory_field(&S::memory)},
                 seed<S>()});
  return table;
}

const SettingsTable<RevisedSettings>& revised_settings() {
  using S = RevisedSettings;
  static const SettingsTable<S> table = joined<S>(
      {first_level<S>(std::nullopt),
       block_fields<S>(262144, 8, 4),
       seed<S>(),
       second_level<S>(),
       {field<S, std::uint64_t>(&S::quick, "quick", "keys", bucket_keys, 12000,
                                "Bucket size above which the second level distributes a bucket. A thread block "
                                "quicksorts the others (section 6.3.2)."),
        field<S, Settings::Second>(
            &S::second, "second", "", Choices{{"block", "tiles"}}, Settings::Second::block,
            "Method that distributes a bucket at the second level. block: one thread block does all steps in one "
            "kernel, from drawing the samples to scattering the keys (section 6.3.2). tiles: several blocks, each with "
            "a tile, one step per kernel as at the first level."),
        field<S, Number>(
            &S::tile2, "tile2", "keys", tile_keys, std::nullopt,
            "Keys of a bucket that one block counts and scatters at the second level, if tiles distribute it.")
            .only(when<S, Settings::Second>(&S::second, {Settings::Second::tiles}))}});
  return table;
}

const SettingsTable<OriginalSettings>& original_settings() {
  using S = OriginalSettings;
  static const SettingsTable<S> table = joined<S>(
      {first_level<S>(30),
       block_fields<S>(131072, 8, 2),
       {field<S, std::uint64_t>(&S::least_m, "least-M", "keys", bucket_keys, 16384,
                                "Lower limit of M for small inputs, for which M is lowered to n / (2 sqrt k) so that "
                                "the keys are distributed at all. The authors' program uses 2^14; the thesis does not "
                                "mention it. With least-M = M, M is not lowered. Default: M.")},
       seed<S>()});
  return table;
}

Settings OriginalSettings::complete(std::uint64_t n) const {
  Settings all = static_cast<const Settings&>(*this);
  const auto few = static_cast<std::uint64_t>(static_cast<double>(n) / (2 * std::sqrt(static_cast<double>(k))));
  all.m = std::min(m, std::max(least_m, few));
  all.k2 = k;
  all.a2 = a;
  all.quick = all.m;
  return all;
}

}  // namespace texelsort::algorithms::randomized
