#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/randomized/device_lists.h"
#include "compute/algorithms/randomized/run.h"
#include "compute/algorithms/randomized/runs.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/read_back.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms::randomized {
namespace {

/// Program of one of the shaders shaders/sample/randomized_*.comp.
class SampleProgram : public gpu::ComputeProgram<SampleProgram> {
 public:
  using ComputeProgram::ComputeProgram;
  SampleProgram& arrays(const PingPongBuffers& arrays) { return bind(arrays.bindings()); }
  /// Sets how many workgroups or invocations have work. Others end immediately.
  SampleProgram& count(std::uint64_t number) { return set("count", number); }
  /// Lets the shader read the number of workgroups or invocations that have work from a word of a buffer.
  SampleProgram& count(const GuardedBuffer& control, std::uint64_t word) {
    return bind(11, control.binding(11)).set("count_at", word);
  }
  SampleProgram& seed(std::uint32_t seed) { return set("seed", seed); }
  /// Sets the number of halves of a network that the shader sorts in a loop. It is always 2, but a uniform, because
  /// compilers would unroll a constant loop.
  SampleProgram& halves(std::uint32_t number) { return set("halves", number); }
  SampleProgram& parents(const GuardedBuffer& list) { return bind(4, list.binding(4)); }
  SampleProgram& tiles(const GuardedBuffer& list) { return bind(5, list.binding(5)); }
  SampleProgram& buckets(const GuardedBuffer& list) { return bind(5, list.binding(5)); }
  SampleProgram& splitters(const GuardedBuffer& table) { return bind(6, table.binding(6)); }
  SampleProgram& counts(const GuardedBuffer& table) { return bind(7, table.binding(7)); }
  SampleProgram& starts(const GuardedBuffer& table) { return bind(8, table.binding(8)); }
  SampleProgram& sizes(const GuardedBuffer& table) { return bind(9, table.binding(9)); }
  SampleProgram& found(const GuardedBuffer& list) { return bind(10, list.binding(10)); }
};

/// Sorts buckets by size into 64 classes, the largest first. Within a class, buckets keep the order of their positions,
/// so that neighbouring invocations read neighbouring keys.
std::vector<Bucket> larger_first(std::span<const Bucket> buckets, std::uint64_t most) {
  constexpr std::uint64_t classes = 64;
  const auto class_of = [&](const Bucket& bucket) { return classes - 1 - bucket.count * classes / (most + 1); };
  std::array<std::size_t, classes + 1> ends{};
  for (const Bucket& bucket : buckets) ++ends[class_of(bucket) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<Bucket> ordered(buckets.size());
  for (const Bucket& bucket : buckets) ordered[ends[class_of(bucket)]++] = bucket;
  return ordered;
}

/// Returns source code for the first `stages` stages of Batcher's odd-even merge sort. They sort 2^stages places.
std::string sort_source(const network::Network& network, std::size_t stages) {
  constexpr std::size_t written_out = 4;  // networks of up to 63 comparators are compiled without a loop
  std::string source;
  if (stages > written_out) {
    source = "FOR_BOTH_HALVES { " + sort_source(network, stages - 1) +
             fmt::format("SWAP_HALVES({0}, EACH_{0}) }} ", std::uint64_t{1} << (stages - 1));
  }
  for (std::size_t s = stages > written_out ? stages - 1 : 0; s < stages; ++s) {
    for (const network::Step& step : network.stages[s].steps) {
      network::for_each_comparator(step, std::uint64_t{1} << stages, [&](const network::Comparator& comparator) {
        source += fmt::format("EXCHANGE({}, {}) ", comparator.low, comparator.high);
      });
    }
  }
  return source;
}

/// Returns the source code of Batcher's odd-even merge sort for `places` places, a power of two.
/// shaders/sample/randomized_network.glsl includes the source.
std::string network_source(std::uint64_t places) {
  const network::Network network = network::odd_even_merge(places);
  return sort_source(network, network.stages.size());
}

/// Returns the sizes of the networks in registers that sort buckets of up to `small` keys.
std::vector<std::uint32_t> capacities(std::uint32_t small) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t capacity = 8; capacity < small; capacity *= 2) all.push_back(capacity);
  all.push_back(small);
  return all;
}

class ComputeRandomizedRun final : public RandomizedRun<ComputeRun> {
 public:
  ComputeRandomizedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings)
      : RandomizedRun(device, problem, settings, maker_of(settings.memory, device, problem->execution)),
        parents_(add_list(most_.parents * sizeof(Parent), "list of parents")),
        tiles_(add_list(most_.tiles * sizeof(Tile), "list of tiles")),
        small_(add_list(most_.list * sizeof(Bucket), "list of small buckets")),
        found_(add_list(most_.buckets * sizeof(FoundBucket), "list of buckets found")),
        scan_(device, std::max<std::uint64_t>(most_.counts, 1)),
        read_back_(device.info(), most_.buckets * sizeof(FoundBucket)) {
    if (settings.listed() && most_.parents > 0) make_lists();
    compile();
    rewind();
  }

 private:
  std::vector<View> table_views() const override { return level_views(); }

  void make_lists() {
    GuardedBuffer& next_parents = add_list(most_.parents * sizeof(Parent), "list of the next parents");
    GuardedBuffer& next_tiles = add_list(most_.tiles * sizeof(Tile), "list of the next tiles");
    GuardedBuffer& moved = add_list(most_.tiles * sizeof(Tile), "list of tiles that are copied");
    GuardedBuffer& next_moved = add_list(most_.tiles * sizeof(Tile), "list of the next tiles that are copied");
    GuardedBuffer& control = add_list(DeviceLists::control_bytes, "numbers of what is listed");
    counted_scan_.emplace(device(), most_.counts, true);
    lists_.emplace(device(),
                   DeviceLists::Buffers{.parents = {&parents_, &next_parents},
                                        .tiles = {&tiles_, &next_tiles},
                                        .moved = {&moved, &next_moved},
                                        .small = &small_,
                                        .control = &control,
                                        .found = &found_},
                   n(), settings_, *counted_scan_);
  }

  /// Compiles the programs before the first pass, so that no timed pass includes a compilation. Programs of levels with
  /// fewer buckets than usual are compiled when such a level occurs.
  void compile() {
    if (settings_.in_registers()) {
      for (const std::uint32_t capacity : capacities(settings_.small)) sorters_.push_back(registers_program(capacity));
    } else {
      sorters_.push_back(quicksort_program(false));
    }
    if (lists_) {
      listing_ = true;
      listed_sorter_.emplace(quicksort_program(true));
    }
    if (progress().waiting.empty()) return;
    std::vector<Bucket> whole = progress().waiting;
    compile(plan_level(whole, n(), settings_, 0));
    if (lists_) {
      for (std::uint32_t number = 1; number < expected_levels(n(), settings_); ++number) {
        compile(expected_level(n(), settings_, number));
      }
    } else {
      Level second;
      second.k = settings_.k2;
      second.a = settings_.a2;
      // approximate number of parents of the second level
      if (n() > settings_.m) second.parents.resize(expected_level(n(), settings_, 0).k);
      compile(second);
    }
  }
  void compile(const Level& level) const {
    program(splitters_shader(level), level);
    for (const char* name : {"count", "buckets", "scatter", "move"}) program(name, level);
  }

  gpu::Defines defines(data::PayloadKind payload, bool listed) const {
    gpu::Defines defines = key_defines(problem().type(), problem().order, payload);
    defines["COUNTED"] = listed ? "1" : "0";
    defines.merge(random_defines());
    defines["WORKGROUP"] = std::to_string(settings_.workgroup);
    return defines;
  }

  SampleProgram registers_program(std::uint32_t capacity) const {
    gpu::Defines all = defines(problem().payload, false);
    all["CAPACITY"] = std::to_string(capacity);
    all["EACH_KEY"] = fmt::format("EACH_{}", capacity);
    all["NETWORK"] = network_source(capacity);
    return {device(), "sample/randomized_sort_in_registers.comp", all};
  }

  SampleProgram quicksort_program(bool listed) const {
    gpu::Defines all = defines(problem().payload, listed);
    all["SMALL"] = std::to_string(settings_.small);
    all["MOST_PARTITIONS"] = std::to_string(most_partitions(settings_));
    all["MOST_PARTITIONED"] = std::to_string(most_partitioned(settings_));
    return {device(), "sample/randomized_quicksort.comp", all};
  }

  /// Returns whether invocations sort the samples in registers, as they sort the final buckets. This requires enough
  /// samples to keep the device busy.
  bool samples_in_registers(const Level& level) const {
    const std::uint32_t sample = level.k * level.a;
    return settings_.in_registers() && std::has_single_bit(sample) && sample <= most_in_registers &&
           level.parents.size() >= std::uint64_t{4} * settings_.workgroup;
  }

  std::string splitters_shader(const Level& level) const {
    return samples_in_registers(level) ? "splitters_in_registers" : "splitters";
  }

  SampleProgram program(const std::string& name, const Level& level) const {
    const auto log2_k = static_cast<std::uint32_t>(std::countr_zero(level.k)), top = std::min(settings_.top, log2_k);
    gpu::Defines all =
        defines(name == "scatter" || name == "move" ? problem().payload : data::PayloadKind::none, listing_);
    all.insert({{"K", std::to_string(level.k)},
                {"LOG2_K", std::to_string(log2_k)},
                {"A", std::to_string(level.a)},
                {"TOP", std::to_string(top)},
                {"EACH_TOP", fmt::format("EACH_{}", 1u << top)},
                {"COLUMNS", std::to_string(settings_.columns)}});
    if (name == "splitters_in_registers") {
      all["NETWORK"] = network_source(std::uint64_t{level.k} * level.a);
      all["EACH_KEY"] = fmt::format("EACH_{}", level.k * level.a);
      all["EACH_SPLITTER"] = fmt::format("EACH_{}", level.k);
    }
    if (name == "splitters") all["WORKGROUP"] = std::to_string(splitting_workgroup(level));
    if (name == "count") all["COUNTERS"] = std::to_string(settings_.counters);
    return {device(), fmt::format("sample/randomized_{}.comp", name), all};
  }

  /// Returns the workgroup size for sorting samples. If the device makes the lists, the samples of the first level get
  /// one invocation per two keys.
  std::uint32_t splitting_workgroup(const Level& level) const {
    const std::uint32_t pairs = std::bit_ceil(level.k * level.a / 2), most = device().info().max_workgroup_size;
    return listing_ ? std::clamp(pairs, settings_.workgroup, std::max(settings_.workgroup, std::min(1024u, most)))
                    : settings_.workgroup;
  }

  void dispatch(SampleProgram program, const Level& level, std::uint64_t count, std::uint64_t workgroups,
                std::uint64_t rounds) {
    bind(program, level).parents(parents_).tiles(tiles_).count(count).dispatch(workgroups, rounds);
  }
  SampleProgram& bind(SampleProgram& program, const Level& level) {
    program.arrays(arrays()).splitters(splitters_).counts(counts_).starts(starts_).sizes(sizes_).found(found_);
    return program.seed(level.seed).halves(2);
  }
  /// Dispatches `workgroups` workgroups, one per parent or tile of the level.
  void dispatch(const char* name, const Level& level, std::uint64_t workgroups) {
    dispatch(program(name, level), level, workgroups, workgroups, loop_rounds(settings_));
  }
  /// Dispatches a step of a level. The device reads the number of workgroups from its own lists.
  void dispatch(const char* name, const Level& level, DeviceLists::ListStep step) {
    SampleProgram program = this->program(name, level);
    bind(program, level)
        .parents(lists_->parents(level))
        .tiles(lists_->tiles(level, step))
        .count(lists_->control(), lists_->work(level, step))
        .dispatch_counted(lists_->workgroups(level, step), loop_rounds(settings_));
  }
  std::uint64_t workgroups_of(std::uint64_t invocations) const { return (invocations - 1) / settings_.workgroup + 1; }

  void begin(const Level& level) override {
    if (listing_ && level.number == 0) {
      odd_ = false;
      return lists_->begin(level);
    }
    if (listing_) {
      listing_ = known_.goes_on;
      if (listing_ && watched()) listing_error_ = lists_->find_difference(level);
    }
    if (listing_) return;
    parents_.write(0, std::as_bytes(std::span(level.parents)));
    upload_tiles(level.tiles);
  }
  void upload_tiles(const std::vector<Tile>& tiles) { tiles_.write(0, std::as_bytes(std::span(tiles))); }

  void splitters(const Level& level) override {
    if (listing_) return dispatch("splitters", level, DeviceLists::ListStep::splitters);
    const std::uint64_t parents = level.parents.size();
    if (!samples_in_registers(level)) return dispatch("splitters", level, parents);
    dispatch(program("splitters_in_registers", level), level, parents, workgroups_of(parents), gpu::few_rounds);
  }
  void count(const Level& level) override {
    if (listing_) return dispatch("count", level, DeviceLists::ListStep::count);
    dispatch("count", level, level.tiles.size());
  }
  void buckets(const Level& level) override {
    if (listing_) {
      counted_scan_->run(counts_.binding(0), lists_->scanning(level));
      dispatch("buckets", level, DeviceLists::ListStep::buckets);
      return lists_->plan(level, expected_level(n(), settings_, level.number + 1));
    }
    scan_.run(counts_.binding(0), level.table_words);
    dispatch(program("buckets", level), level, level.buckets(), workgroups_of(level.buckets()), gpu::few_rounds);
  }
  void scatter(const Level& level, const std::vector<Tile>& tiles) override {
    if (listing_) return dispatch("scatter", level, DeviceLists::ListStep::scatter);
    upload_tiles(tiles);
    dispatch("scatter", level, tiles.size());
  }
  void move(const Level& level, const std::vector<Tile>& tiles) override {
    if (listing_) return dispatch("move", level, DeviceLists::ListStep::move);
    if (tiles.empty()) return;
    upload_tiles(tiles);
    dispatch("move", level, tiles.size());
  }
  void swap_arrays() override {
    odd_ = !odd_;
    RandomizedRun::swap_arrays();
  }

  bool runs_ahead() const override { return listing_; }
  std::optional<std::string> listing_error() const override { return listing_error_; }
  /// Sorts the buckets that the device has listed, in the array that contains the keys. The number of executed levels
  /// determines which array this is.
  void sort_listed() override {
    for (const bool other : {false, true}) {
      if (other) swap();
      listed_sorter_->arrays(arrays()).buckets(small_).seed(settings_.seed).halves(2);
      listed_sorter_->count(lists_->control(), lists_->sorting_work())
          .dispatch_counted(lists_->sorting_workgroups(odd_ != other), loop_rounds(settings_));
    }
    swap();
  }
  Ahead look_ahead() override {
    const Ahead ahead = lists_->read(read_back_);
    if ((ahead.scatters % 2 != 0) != odd_) swap_arrays();
    listing_ = false;
    return ahead;
  }
  std::vector<Bucket> read_small(std::uint64_t count) override { return lists_->read_small(count); }
  void read_level(Level& level) const override { lists_->read_level(level); }
  void forget() override {
    RandomizedRun::forget();
    listing_ = lists_.has_value();
    listing_error_.reset();
  }

  std::vector<FoundBucket> read_buckets(const Level& level) override {
    std::vector<FoundBucket> found(level.buckets());
    found_.read(read_back_, 0, std::as_writable_bytes(std::span(found)));
    if (listing_) known_ = lists_->read(read_back_);
    return found;
  }
  /// Restores the buckets that step 3 has found for the host, because snapshots do not contain this buffer. Snapshots
  /// do not contain the device's lists either, so the host makes the lists from then on.
  void restore_more(const Snapshot& snapshot) override {
    listing_ = listing_ && snapshot.passes_done == 0;
    RandomizedRun::restore_more(snapshot);
    if (progress().phase != Phase::scatter) return;
    found_.write(0, std::as_bytes(std::span<const FoundBucket>(found_in_tables(*progress().level))));
  }

  /// Sorts each bucket by one workgroup, with larger buckets first, or by one invocation with the smallest network for
  /// the bucket's size.
  void sort(std::vector<Bucket> buckets) override {
    if (listing_ && known_.done) {
      if (watched()) listing_error_ = lists_->find_difference(std::move(buckets));
      return sort_listed();
    }
    if (!settings_.in_registers()) {
      return sort(sorters_.front(), larger_first(buckets, settings_.limit()));
    }
    const std::vector<std::uint32_t> sizes = capacities(settings_.small);
    auto begin = buckets.begin();
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      const auto end = std::partition(begin, buckets.end(), [&](const Bucket& one) { return one.count <= sizes[c]; });
      sort(sorters_[c], {begin, end});
      begin = end;
    }
  }
  void sort(SampleProgram& sorter, std::span<const Bucket> buckets) {
    for (; !buckets.empty(); buckets = buckets.subspan(std::min<std::size_t>(most_.list, buckets.size()))) {
      const auto part = buckets.first(std::min<std::size_t>(most_.list, buckets.size()));
      small_.write(0, std::as_bytes(part));
      sorter.arrays(arrays()).buckets(small_).count(part.size()).seed(settings_.seed).halves(2);
      if (settings_.in_registers()) {
        sorter.dispatch(workgroups_of(part.size()));
      } else {
        sorter.dispatch(part.size(), loop_rounds(settings_));
      }
    }
  }

  GuardedBuffer &parents_, &tiles_, &small_, &found_;
  ExclusiveScan scan_;
  std::optional<ExclusiveScan> counted_scan_;
  std::optional<DeviceLists> lists_;
  bool listing_ = false;  ///< true if the device's lists contain the next work
  std::optional<std::string> listing_error_;
  Ahead known_;       ///< progress of the device when the host last read its buckets
  bool odd_ = false;  ///< true after an odd number of swaps of the arrays
  gpu::ReadBack read_back_;
  /// programs that sort the final buckets: one per network size, or one for workgroups
  std::vector<SampleProgram> sorters_;
  std::optional<SampleProgram> listed_sorter_;
};

}  // namespace

std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const Settings& settings) {
  return std::make_unique<ComputeRandomizedRun>(device, std::move(problem), settings);
}

}  // namespace texelsort::algorithms::randomized
