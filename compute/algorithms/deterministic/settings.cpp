#include "compute/algorithms/deterministic/settings.h"

#include <fmt/format.h>

namespace texelsort::algorithms::deterministic {
namespace {

using S = Settings;

/// `group` and `thread`: the backend's words for the threads that share memory, and for one thread.
std::vector<Field<S>> sort_fields(std::int64_t longest_sublist, std::int64_t smallest_tile, const Domain& keys,
                                  std::string_view group, std::string_view thread) {
  return {
      field(&S::sublist, "sublist", "keys", PowersOfTwo{2, longest_sublist}, 2048,
            "Keys of a sublist at the most, all of them being nearly equal (section 4: as many as shared memory "
            "holds)."),
      field(&S::samples, "samples", "samples", IntegerRange{1, longest_sublist / 2}, 64,
            "s: equidistant samples of every sublist, and buckets, at most half a sublist's keys (section 5: 64 is "
            "best for 32 M keys). More of them make smaller buckets and longer tables."),
      field(&S::tile, "tile", "keys", PowersOfTwo{smallest_tile, 16384}, 2048,
            fmt::format("Keys that a {} sorts in shared memory, of sublists, samples and buckets alike (section 4: a "
                        "sublist); no larger than keys, and shared memory is not used.",
                        group)),
      field(&S::keys, "keys", "keys", keys, 4,
            fmt::format("Keys {} holds in registers while it sorts (section 4: 512 threads for 2048 items).", thread)),
  };
}

/// Makes the parameter of the splitter search. `group`: workgroup or block. `parallel`: description of the alternative.
Field<S> search_field(std::string_view group, std::string_view parallel) {
  return field(&S::search, "search", "", Choices{{"doubling", "parallel"}}, S::Search::doubling,
               fmt::format("How the s splitters are found in a sublist: doubling, by a {} whose shared memory holds "
                           "sublist and splitters, first the middle one, then twice as many round by round in what "
                           "is left on both sides (section 4, steps 5 and 6); or parallel, {}.",
                           group, parallel));
}

}  // namespace

const SettingsTable<S>& compute_settings() {
  static const SettingsTable<S> table = [] {
    auto fields = sort_fields(32768, 2, PowersOfTwo{2, 32}, "workgroup", "an invocation");
    fields.insert(
        fields.end(),
        {field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, 512,
               "Invocations a workgroup of passes that sort no tile (section 4: 512)."),
         field(&S::sort, "sort", "", Choices{{"bitonic", "merge"}}, S::Sort::bitonic,
               "How sublists and buckets are sorted: bitonic merge sort throughout (section 4: of sublists faster than "
               "quicksort and adaptive bitonic sort, of samples and buckets than adaptive bitonic sort and randomized "
               "sample sort), or only in tiles or registers, and an invocation merges runs from there on; a bucket's "
               "runs are the sublists' shares."),
         field(&S::ways, "ways", "runs", PowersOfTwo{2, 16}, std::nullopt,
               "Runs that are merged in one pass, if runs are merged.")
             .only(when(&S::sort, {S::Sort::merge})),
         search_field("workgroup", "all at once where the sublist stands"),
         field(&S::searches, "searches", "splitters", IntegerRange{1, 16384}, std::nullopt,
               "Splitters that an invocation looks for in a sublist, one after the other.")
             .only(when(&S::search, {S::Search::parallel})),
         field(&S::lanes, "lanes", "invocations", PowersOfTwo{1, 1024}, std::nullopt,
               "Invocations that move one sublist's keys of one bucket; the paper asks for accesses side by side.")});
    return SettingsTable<S>(std::move(fields));
  }();
  return table;
}

const SettingsTable<S>& cuda_settings() {
  static const SettingsTable<S> table = [] {
    auto fields = sort_fields(16384, 4, Choices{{"4", "16"}}, "block", "a thread");
    fields.push_back(field(&S::workgroup, "threads", "threads", PowersOfTwo{32, 1024}, 512,
                           "Threads a block where they are not those of a tile (section 4: 512)."));
    fields.push_back(
        search_field("block", "all at once there, which the paper avoids for their contention for the same words"));
    return SettingsTable<S>(std::move(fields));
  }();
  return table;
}

}  // namespace texelsort::algorithms::deterministic
