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
  return {field<S, Number>(&S::k, "k", "buckets", buckets, 128,
                           "Buckets of a distribution at the first level; a search tree of 7 levels (section 6.3.3) "
                           "has 128."),
          field<S, Number>(&S::a, "a", "keys", oversampling, paper_a,
                           "Oversampling at the first level: keys drawn for each bucket (algorithm 5). More make "
                           "buckets more even.")};
}

template <typename S>
Fields<S> second_level() {
  return {field<S, Number>(&S::k2, "k2", "buckets", buckets, 32,
                           "Buckets of a distribution at the second level (section 6.3.2)."),
          field<S, Number>(&S::a2, "a2", "keys", oversampling, 6, "Oversampling at the second level (section 6.3.2).")};
}

template <typename S>
Fields<S> seed() {
  return {field<S, Number>(&S::seed, "seed", "", IntegerRange{0, 4294967295}, std::nullopt,
                           "Where the samples' random numbers start; one seed always gives the same splitters.")};
}

/// Returns the settings that both forms have as kernels.
template <typename S>
Fields<S> block_fields(std::uint64_t paper_m, std::optional<Number> counters, std::optional<Number> columns) {
  return {
      field<S, std::uint64_t>(
          &S::m, "M", "keys", bucket_keys, paper_m,
          "Buckets of more keys are distributed by many blocks each: of more than 2^17 in the original (section "
          "6.1 has no number), of more than 2^18 in the revised form (section 6.3.2)."),
      field<S, Number>(&S::small, "small", "keys", PowersOfTwo{2, device::most_small}, 2048,
                       "Keys that the odd-even merge network sorts in shared memory (figure 16)."),
      field<S, Number>(&S::counters, "counters", "counters", PowersOfTwo{1, 512}, counters,
                       "Counters a bucket in the shared memory of a block that counts: 8 in the revised form "
                       "(section 6.3.3) and in its authors' own program, whichever second level that has."),
      field<S, Number>(&S::columns, "scatter-counters", "counters", PowersOfTwo{1, 512}, columns,
                       "The same when it scatters: 4 in the revised form (section 6.3.3), 2 in its authors' program "
                       "where quicksort alone follows. As many as the block has threads, and no order of keys is left "
                       "to chance."),
      field<S, Number>(&S::workgroup, "threads", "threads", PowersOfTwo{32, 512}, 256, "Threads a block (figure 18)."),
      field<S, Number>(&S::tile, "tile", "keys", tile_keys, std::nullopt,
                       "Keys of a bucket that one block counts and scatters; section 6.2 leaves their number "
                       "free.")};
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
  static const SettingsTable<S> table = joined<S>(
      {first_level<S>(std::nullopt),
       {field(&S::m, "M", "keys", bucket_keys, 262144,
              "The first level distributes buckets of more keys, the second the rest (section 6.3.2).")},
       second_level<S>(),
       {field(&S::quick, "quick", "keys", bucket_keys, 12000,
              "The second level distributes buckets of more keys; others are quicksorted by a workgroup (section "
              "6.3.2).")
            .only(when(&S::sorter, {S::Sorter::workgroup})),
        field(&S::small, "small", "keys", PowersOfTwo{2, 8192}, 2048,
              "Keys that a network sorts (figure 16). With sorter = invocation also the largest bucket that is not "
              "distributed further."),
        field(&S::sorter, "sorter", "", Choices{{"workgroup", "invocation"}}, S::Sorter::workgroup,
              "Who sorts a bucket in the end: a workgroup in shared memory, or one invocation in registers."),
        field(&S::lists, "lists", "", Choices{{"host", "device"}}, S::Lists::host,
              "Who lists the buckets that come next: the host, which waits for every level, or the device, which is "
              "told all levels that are expected at once and finds by itself how many workgroups each takes (indirect "
              "dispatches).")
            .only(when(&S::sorter, {S::Sorter::workgroup})),
        field(&S::counters, "counters", "counters", PowersOfTwo{1, 1024}, 8,
              "Counters a bucket in the shared memory of a workgroup that counts (section 6.3.3)."),
        field(&S::columns, "scatter-counters", "counters", PowersOfTwo{1, 1024}, 4,
              "The same when it scatters (section 6.3.3). As many as the workgroup has invocations, and no order of "
              "keys is left to chance."),
        field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, 256,
              "Invocations a workgroup (figure 18); OpenGL 4.3 promises 1024 "
              "(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)."),
        field(&S::tile, "tile", "keys", tile_keys, std::nullopt,
              "Keys of a bucket that one workgroup counts and scatters; section 6.2 leaves their number free."),
        field(&S::top, "top", "levels", IntegerRange{0, 7}, 0,
              "Levels of the search tree that an invocation holds in registers; section 6.2 has all in shared "
              "memory."),
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
       {field<S, std::uint64_t>(
            &S::quick, "quick", "keys", bucket_keys, 12000,
            "The second level distributes buckets of more keys; a block quicksorts others (section 6.3.2)."),
        field<S, Settings::Second>(
            &S::second, "second", "", Choices{{"block", "tiles"}}, Settings::Second::block,
            "Who distributes a bucket at the second level: one block by one kernel, from the keys that it draws to the "
            "last one scattered (section 6.3.2), or several, a tile each, step by step as at the first level."),
        field<S, Number>(&S::tile2, "tile2", "keys", tile_keys, std::nullopt,
                         "Keys of a bucket that one block counts and scatters at the second level.")
            .only(when<S, Settings::Second>(&S::second, {Settings::Second::tiles}))}});
  return table;
}

const SettingsTable<OriginalSettings>& original_settings() {
  using S = OriginalSettings;
  static const SettingsTable<S> table = joined<S>(
      {first_level<S>(30),
       block_fields<S>(131072, 8, 2),
       {field<S, std::uint64_t>(
           &S::least_m, "least-M", "keys", bucket_keys, 16384,
           "For few keys M is lowered to n / (2 sqrt k), so that they are distributed at all, but not below this: 2^14 "
           "in the authors' program, of which the thesis says nothing. As many as M, and M stays. Tuned: it stays.")},
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
