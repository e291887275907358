#include "compute/algorithms/randomized/compute.h"

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/randomized/compute_distributor.h"
#include "compute/algorithms/randomized/compute_sorter.h"
#include "compute/algorithms/randomized/schedule.h"

namespace texelsort::algorithms::randomized {
namespace {

class RandomizedRun final : public Run, private Worker {
 public:
  RandomizedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings)
      : Run(problem, std::make_unique<GlPassTimer>(device)),
        device_(device),
        settings_(settings),
        arrays_(device, *problem),
        distributor_(device, *problem, settings),
        sorter_(device, *problem, settings),
        procedure_(this->problem(), Scene{settings, key_order(*problem)}, *this) {
    compile();
    arrays_.load(input_state(*problem));
  }

  std::vector<View> views() const override {
    std::vector<View> views = arrays_.views();
    const Progress& progress = procedure_.progress();
    if (progress.steps == 0) return views;
    const std::vector<View> tables = distributor_.views(*progress.level, progress.steps);
    views.insert(views.end(), tables.begin(), tables.end());
    return views;
  }
  std::vector<TableKind> table_kinds() const override { return Procedure::table_kinds(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override {
    if (auto damage = distributor_.find_guard_damage()) return damage;
    if (auto damage = sorter_.find_guard_damage()) return damage;
    return arrays_.find_guard_damage();
  }

 private:
  bool decides() const override { return true; }
  std::optional<Pass> next_pass() override { return procedure_.next_pass(); }
  bool ended() const override { return procedure_.done(); }
  std::optional<PassHeader> last_pass() const override { return procedure_.last_pass(passes_done()); }

  void begin(const Level& level) override { distributor_.begin(level); }
  void draw_splitters(const Level& level) override { distributor_.draw_splitters(level, arrays_); }
  void count(const Level& level) override { distributor_.count(level, arrays_); }
  void scan(const Level& level) override { distributor_.scan(level, arrays_); }
  void scatter(const Level& level, const std::vector<Tile>& tiles) override {
    distributor_.scatter(level, tiles, arrays_);
  }
  void move(const Level& level, const std::vector<Tile>& tiles) override { distributor_.move(level, tiles, arrays_); }
  void swap_arrays() override { arrays_.swap(); }
  std::vector<FoundBucket> read(const Level& level) override { return distributor_.read(level); }
  void sort(const std::vector<Bucket>& buckets) override { sorter_.sort(arrays_, buckets); }
  std::uint64_t scan_bytes(std::uint64_t words) const override { return ExclusiveScan::bytes(words); }

  void load(const data::State& state) override { arrays_.load(state); }
  bool keep() override {
    arrays_.keep(device_, problem());
    return true;
  }
  void load_kept() override { arrays_.copy_kept(); }
  void forget() override { procedure_.forget(); }
  void save_more(Snapshot& snapshot) const override {
    snapshot.decisions = std::make_shared<const Progress>(procedure_.progress());
    const Progress& progress = procedure_.progress();
    if (progress.steps == 0) return;
    for (const View& view : distributor_.views(*progress.level, progress.steps)) {
      snapshot.tables.emplace_back(view.count * data::key_bytes(view.element));
      std::get<const gpu::Buffer*>(view.holder)->read(view.offset, snapshot.tables.back());
    }
  }
  void restore_more(const Snapshot& snapshot) override {
    const auto progress = std::static_pointer_cast<const Progress>(snapshot.decisions);
    procedure_.restore(*progress);
    if (!progress->level) return;
    distributor_.begin(*progress->level);
    distributor_.restore(snapshot.tables);
  }

  /// Before the first pass, so that none is timed with its compilation. Levels with fewer buckets are compiled when
  /// they come.
  void compile() {
    if (procedure_.progress().waiting.empty()) return;
    std::vector<Bucket> whole = procedure_.progress().waiting;
    const Level first = plan_level(whole, n(), settings_, 0);
    Level second;
    second.k = settings_.k2;
    second.a = settings_.a2;
    if (!first.second) second.parents.resize(first.k);  // about so many
    distributor_.compile(first);
    distributor_.compile(second);
  }

  gpu::Device& device_;
  Settings settings_;
  PingPongBuffers arrays_;
  Distributor distributor_;
  BucketSorter sorter_;
  Procedure procedure_;
};

}  // namespace

std::unique_ptr<Run> make_run(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings) {
  return std::make_unique<RandomizedRun>(device, std::move(problem), settings);
}

}  // namespace texelsort::algorithms::randomized
