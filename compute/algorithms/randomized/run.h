#pragma once

#include "compute/algorithms/arrays/table_set.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/randomized/reference.h"
#include "compute/algorithms/randomized/schedule.h"

namespace texelsort::algorithms::randomized {

/// GPU Sample Sort on the arrays of `Base`, which is ComputeRun or CudaRun. This class has the tables, views and
/// snapshots. Derived classes execute the steps.
template <typename Base>
class RandomizedRun : public Base, protected Steps {
 protected:
  /// Makes a run. `more` contains further arguments for the constructor of `Base`.
  template <typename... More>
  RandomizedRun(gpu::Device& device, const std::shared_ptr<const Problem>& problem, const Settings& settings,
                More... more)
      : Base(device, problem, more...),
        settings_(settings),
        most_(problem->n(), settings),
        splitters_(this->add_table(most_.buckets * data::key_bytes(problem->type()), "splitters")),
        counts_(this->add_table(most_.counts * word_bytes, "counts")),
        starts_(this->add_table(most_.buckets * word_bytes, "starts of buckets")),
        sizes_(this->add_table(most_.buckets * word_bytes, "sizes of buckets")),
        procedure_(this->problem(), Scene{settings, key_order(*problem)}, *this) {}

  void swap_arrays() override { this->swap(); }

  /// Returns the buckets that step 3 has found, which are read from the tables.
  std::vector<FoundBucket> found_in_tables(const Level& level) const {
    std::vector<std::uint32_t> starts(level.buckets()), sizes(level.buckets());
    starts_.read(0, std::as_writable_bytes(std::span(starts)));
    sizes_.read(0, std::as_writable_bytes(std::span(sizes)));
    data::Keys keys = data::make_keys(this->problem().type(), level.buckets());
    splitters_.read(0, data::bytes(keys));
    return found_buckets(level.k, starts, sizes, data::ranks(keys, this->problem().order, this->problem().comparison));
  }
  void forget() override { procedure_.forget(); }
  /// Restores the progress of the run after the tables were restored from a snapshot.
  void restore_more(const Snapshot& snapshot) override {
    Base::restore_more(snapshot);
    procedure_.restore(*std::static_pointer_cast<const Progress>(snapshot.decisions));
    if (progress().level) begin(*progress().level);
  }
  const Progress& progress() const { return procedure_.progress(); }

  const Settings settings_;
  const Capacities most_;
  const GuardedBuffer &splitters_, &counts_, &starts_, &sizes_;

 private:
  bool decides() const final { return true; }
  std::optional<Pass> next_pass() final { return procedure_.next_pass(); }
  std::vector<Pass> next_batch() final {
    std::vector<Pass> batch;
    if (!timed_) batch = procedure_.next_batch();
    return batch.empty() ? Base::next_batch() : batch;
  }
  /// Starts or stops the timing of passes. While passes are timed, no expected levels are queued, because queued levels
  /// cannot be timed as passes.
  void time_passes(bool on) final {
    timed_ = on;
    Base::time_passes(on);
  }
  bool ended() const final { return procedure_.done(); }
  std::optional<PassHeader> last_pass() const final { return procedure_.last_pass(this->passes_done()); }
  void save_more(Snapshot& snapshot) const final {
    Base::save_more(snapshot);
    snapshot.decisions = std::make_shared<const Progress>(progress());
    const std::vector<View> used = level_views();  // views of only the used part of each table
    for (std::size_t i = 0; i < snapshot.tables.size(); ++i) {
      snapshot.tables[i].resize(i < used.size() ? used[i].count * data::key_bytes(used[i].element) : 0);
      snapshot.tables[i].shrink_to_fit();
    }
  }

  Procedure procedure_;
  bool timed_ = false;

 protected:
  /// Returns the views of the tables of the current level, for derived classes.
  std::vector<View> level_views() const {
    std::vector<View> views;
    const unsigned filled = progress().filled();
    if (filled == 0) return views;
    const Level& level = *progress().level;
    constexpr data::KeyType number = data::KeyType::u32;
    views.push_back(table_view(tables::Splitters{}, this->problem().type(), level.buckets(), level.k, splitters_));
    if (filled > 1) {
      views.push_back(table_view(filled == 2 ? TableKind(tables::BucketCounts{}) : tables::BucketScan{}, number,
                                 level.table_words, level.parents.front().columns, counts_));
    }
    if (filled > 2) {
      views.push_back(table_view(tables::BucketStarts{}, number, level.buckets(), level.k, starts_));
      views.push_back(table_view(tables::BucketSizes{}, number, level.buckets(), level.k, sizes_));
    }
    return views;
  }
};

}  // namespace texelsort::algorithms::randomized
