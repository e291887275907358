#include "compute/algorithms/deterministic/settings.h"

#include <fmt/format.h>

namespace texelsort::algorithms::deterministic {
namespace {

using S = Settings;

/// Returns the settings of the segmented sorts. `group` and `thread` are the backend's words for threads that share
/// memory and for a single thread.
std::vector<Field<S>> sort_fields(std::int64_t longest_sublist, std::int64_t smallest_tile, const Domain& keys,
                                  std::string_view group, std::string_view thread) {
  return {
      field(&S::sublist, "sublist", "keys", PowersOfTwo{2, longest_sublist}, 2048,
            "Maximum keys per sublist; all sublists have nearly the same length (section 4: as many keys as shared "
            "memory holds)."),
      field(&S::samples, "samples", "samples", IntegerRange{1, longest_sublist / 2}, 64,
            "Number of equidistant samples per sublist, s, which is also the number of buckets: at most half the keys "
            "of a sublist (section 5: 64 is best for 32 M keys). More samples make smaller buckets and longer tables."),
      field(&S::tile, "tile", "keys", PowersOfTwo{smallest_tile, 16384}, 2048,
            fmt::format("Keys that a {} sorts in shared memory, for sublists, samples and buckets alike (section 4: a "
                        "sublist). If the tile is not larger than the value of keys, shared memory is not used.",
                        group)),
      field(&S::keys, "keys", "keys", keys, 4,
            fmt::format("Keys that {} holds in registers while it sorts (section 4: 512 threads for 2048 items).",
                        thread)),
  };
}

/// Returns the setting of the search for splitters. `group` is "workgroup" or "block". `parallel` is the help text of
/// the parallel search.
Field<S> search_field(std::string_view group, std::string_view parallel) {
  return field(
      &S::search, "search", "", Choices{{"doubling", "parallel"}}, S::Search::doubling,
      fmt::format("Method that finds the s splitters in a sublist. doubling: a {} holds the sublist and the splitters "
                  "in shared memory. It searches for the middle splitter first, then for twice as many per round in "
                  "the remaining ranges on both sides (section 4, steps 5 and 6). parallel: all splitters at once, {}.",
                  group, parallel));
}

}  // namespace

const SettingsTable<S>& compute_settings() {
  static const SettingsTable<S> table = [] {
    auto fields = sort_fields(32768, 2, PowersOfTwo{2, 32}, "workgroup", "an invocation");
    fields.insert(
        fields.end(),
        {field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, 512,
               "Invocations per workgroup in passes that do not sort tiles (section 4: 512)."),
         field(&S::sort, "sort", "", Choices{{"bitonic", "merge"}}, S::Sort::bitonic,
               "Method that sorts sublists and buckets. bitonic: bitonic merge sort throughout. Section 4 finds it "
               "faster than quicksort and adaptive bitonic sort for sublists, and faster than adaptive bitonic sort "
               "and randomized sample sort for samples and buckets. merge: bitonic merge sort only in tiles or "
               "registers, after which invocations merge runs. The runs of a bucket are the sublists' shares."),
         field(&S::ways, "ways", "runs", PowersOfTwo{2, 16}, std::nullopt,
               "Number of runs that one pass merges into one.")
             .only(when(&S::sort, {S::Sort::merge})),
         search_field("workgroup", "in the memory of the sublist"),
         field(&S::searches, "searches", "splitters", IntegerRange{1, 16384}, std::nullopt,
               "Splitters that an invocation searches for in a sublist, one after another.")
             .only(when(&S::search, {S::Search::parallel})),
         field(&S::lanes, "lanes", "invocations", PowersOfTwo{1, 1024}, std::nullopt,
               "Invocations that move one sublist's keys of one bucket. The paper asks for coalesced accesses.")});
    return SettingsTable<S>(std::move(fields));
  }();
  return table;
}

const SettingsTable<S>& cuda_settings() {
  static const SettingsTable<S> table = [] {
    auto fields = sort_fields(16384, 4, Choices{{"4", "16"}}, "block", "a thread");
    fields.push_back(field(&S::workgroup, "threads", "threads", PowersOfTwo{32, 1024}, 512,
                           "Threads per block in passes that do not sort tiles (section 4: 512)."));
    fields.push_back(search_field(
        "block", "in shared memory, which the paper avoids because the searches contend for the same words"));
    return SettingsTable<S>(std::move(fields));
  }();
  return table;
}

}  // namespace texelsort::algorithms::deterministic
