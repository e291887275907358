#include <bit>
#include <utility>

#include "compute/algorithms/networks/rounds.h"
#include "compute/algorithms/sample/deterministic_run.h"

/// The paper's steps as passes, in their order. Step 1, the cut into sublists, is no work.
namespace texelsort::algorithms {
namespace {

constexpr std::uint64_t word = sizeof(std::uint32_t);

/// `threads` invocations in `dispatches` dispatches that move so many bytes.
Counters counters(std::uint64_t dispatches, std::uint64_t threads, std::uint64_t fetched, std::uint64_t bytes) {
  Counters counters;
  counters.dispatches = dispatches;
  counters.fragments = threads;
  counters.texels_fetched = fetched;
  counters.bytes = bytes;
  return counters;
}

}  // namespace

void DeterministicRun::plan_local_sort() {
  const std::string stage = "step 2: local sort";
  for (std::size_t pass = 0; pass < local_sort_.passes(); ++pass) {
    add(
        stage, local_sort_.label(pass), [this, pass] { local_sort_.run(pass, front_bindings(), nullptr); },
        [this, pass] { return local_sort_.count(pass, n()); },
        [this, pass] { return claims_.local_sort(local_sort_, pass); });
  }
  if (local_merge_) add_merge(stage, *local_merge_);
}

void DeterministicRun::plan_bucket_sort() {
  const std::string stage = "step 9: sublist sort";
  if (bucketing_->bucket_merge) return add_merge(stage, *bucketing_->bucket_merge);
  const SegmentedSort& sort = *bucketing_->bucket_sort;
  for (std::size_t pass = 0; pass < sort.passes(); ++pass) {
    add(
        stage, sort.label(pass),
        [this, &sort, pass] {
          const gpu::BufferBinding starts = bucketing_->tables.buckets.buffer.binding(3);
          sort.run(pass, front_bindings(), &starts);
        },
        [this, &sort, pass] { return sort.count(pass, n()); },
        [this, &sort, pass] { return claims_.bucket_sort(sort, pass); });
  }
}

void DeterministicRun::add_merge(const std::string& stage, const RunMerge& merge) {
  for (std::size_t pass = 0; pass < merge.passes(); ++pass) {
    add(
        stage, merge.label(pass),
        [this, &merge, pass] {
          const bool buckets = merge.what() == RunMerge::Of::buckets;
          const gpu::BufferBinding starts =
              buckets ? bucketing_->tables.starts.buffer.binding(5) : gpu::BufferBinding{};
          merge.run(pass, arrays_.bindings(), sublist_uniforms(), buckets ? &starts : nullptr);
          arrays_.swap();
        },
        [&merge, pass] { return merge.count(pass); }, [this, &merge, pass] { return claims_.merge(merge, pass); });
  }
}

void DeterministicRun::plan_sampling() {
  const DeterministicTables& tables = bucketing_->tables;
  const std::uint64_t key = data::key_bytes(problem().type());
  const std::uint64_t all = plan_.all_samples(), s = plan_.samples;
  tables_filled_ = 2;
  add(
      "step 3: local sampling", "select samples",
      [this, &tables, all] {
        auto buffers = front_bindings();
        buffers.push_back(tables.samples.buffer.binding(4));
        buffers.push_back(tables.sample_places.buffer.binding(5));
        dispatch(*bucketing_->local_samples, buffers, all);
      },
      [=] { return counters(1, all, all, all * (2 * key + word)); }, [this] { return claims_.local_sampling(); });
  const SegmentedSort& sort = bucketing_->sample_sort;
  for (std::size_t pass = 0; pass < sort.passes(); ++pass) {
    add(
        "step 4: sorting all samples", sort.label(pass),
        [&tables, &sort, pass] {
          sort.run(pass, {tables.samples.buffer.binding(0), tables.sample_places.buffer.binding(1)}, nullptr);
        },
        [&sort, pass, all] { return sort.count(pass, all); },
        [this, &sort, pass] { return claims_.sample_sort(sort, pass); });
  }
  tables_filled_ = 4;
  has_splitters_ = true;
  add(
      "step 5: global sampling", "select splitters",
      [this, &tables, s] {
        dispatch(*bucketing_->global_samples,
                 {tables.samples.buffer.binding(4), tables.sample_places.buffer.binding(5),
                  tables.splitters.buffer.binding(6), tables.splitter_places.buffer.binding(7)},
                 s);
      },
      [=] { return counters(1, s, s, 2 * s * (key + word)); }, [this] { return claims_.global_sampling(); });
}

void DeterministicRun::plan_bucketing() {
  const DeterministicTables& tables = bucketing_->tables;
  const std::uint64_t key = data::key_bytes(problem().type());
  const std::uint64_t all = plan_.all_samples(), s = plan_.samples;
  const std::uint64_t searchers = plan_.sublists * ((s + searches_ - 1) / searches_);
  // By the definition: a binary search a splitter in every sublist.
  const std::uint64_t probes = all * static_cast<std::uint64_t>(std::bit_width(plan_.longest_sublist()));
  tables_filled_ = 6;
  add(
      "step 6: sample indexing", "search splitters in sublists",
      [this, &tables, searchers] {
        auto buffers = front_bindings();
        buffers.push_back(tables.locations.buffer.binding(4));
        buffers.push_back(tables.starts.buffer.binding(5));
        buffers.push_back(tables.splitters.buffer.binding(6));
        buffers.push_back(tables.splitter_places.buffer.binding(7));
        dispatch(*bucketing_->index, buffers, searchers);
      },
      [=] { return counters(1, searchers, probes, probes * key + 2 * all * word); },
      [this] { return claims_.sample_indexing(); });
  tables_filled_ = 8;
  add(
      "step 7: prefix sum", "starts of buckets",
      [this, &tables, all] {
        bucketing_->scan.run(tables.starts.buffer.binding(0), all);
        dispatch(*bucketing_->buckets,
                 {tables.buckets.buffer.binding(4), tables.starts.buffer.binding(5), tables.sizes.buffer.binding(6)},
                 plan_.samples + 1, {{"n", static_cast<std::uint32_t>(n())}});
      },
      [=, this] {
        return counters(bucketing_->scan.dispatches(all) + 1, all + s + 1, all + 2 * s,
                        ExclusiveScan::bytes(all) + 4 * s * word);
      },
      [this] { return claims_.prefix_sum(); });
  in_buckets_ = true;
  add(
      "step 8: data relocation", "sublists to buckets", [this] { relocate(); },
      [=, this] {
        return counters(1, all * lanes_, n() + 3 * all,
                        2 * n() * element_bytes(problem().type(), problem().payload) + 3 * all * word);
      },
      [this] { return claims_.relocation(); });
}

void DeterministicRun::relocate() {
  auto buffers = arrays_.bindings();
  buffers.push_back(bucketing_->tables.locations.buffer.binding(4));
  buffers.push_back(bucketing_->tables.starts.buffer.binding(5));
  dispatch(*bucketing_->relocate, buffers, plan_.all_samples() * lanes_);
  arrays_.swap();
}

}  // namespace texelsort::algorithms
