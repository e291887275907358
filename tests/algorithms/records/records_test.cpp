#include "compute/data/keys/records.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/records/record_run.h"
#include "compute/algorithms/records/reference.h"
#include "compute/algorithms/records/settings.h"
#include "compute/data/error.h"
#include "compute/data/keys/order.h"
#include "tests/algorithms/records/record_problem.h"

namespace texelsort::algorithms {
namespace {

using data::Layout;
using Numbers = std::vector<std::uint64_t>;

constexpr std::array layouts{Layout::by_field, Layout::hybrid, Layout::by_record};

const gpu::DeviceInfo* device_info() {
  return tests::device() == nullptr ? nullptr : &tests::device()->info();
}

std::unique_ptr<Run> start_records(const std::string& id, std::shared_ptr<const Problem> problem,
                                   const std::string& rearrange = "gather") {
  const Algorithm& algorithm = find_algorithm(id);
  const Prepared prepared = prepare(algorithm, device_info(), problem->form(), {{"rearrange", rearrange}});
  return prepared.start(tests::device(), std::move(problem));
}

std::vector<std::string> rearrangements(const std::string& id, Layout layout) {
  std::vector<std::string> names;
  for (const Rearrange one : {Rearrange::gather, Rearrange::group, Rearrange::cycle, Rearrange::transpose}) {
    if (!rearrange_refusal(one, layout, find_algorithm(id))) names.emplace_back(name(one));
  }
  return names;
}

/// Tests sorts that keep their indices in different memory: host memory, buffers, a texture, a tiled texture, or a
/// texture array.
class RecordSorters : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (find_algorithm(GetParam()).info().backend != Backend::cpu) TEXELSORT_NEED_GL();
  }
};

TEST_P(RecordSorters, FulfilTheClaimOfEveryPassForEveryLayoutAndRearrangement) {
  for (const Layout layout : layouts) {
    for (const std::string& rearrange : rearrangements(GetParam(), layout)) {
      for (const auto& [type, n, fields] : {std::tuple{data::KeyType::u32, 600u, 4u},
                                            {data::KeyType::f64, 257u, 5u},
                                            {data::KeyType::i32, 1u, 3u},
                                            {data::KeyType::u64, 0u, 2u}}) {
        const auto problem = record_problem(type, n, {fields, layout});
        const auto run = start_records(GetParam(), problem, rearrange);
        const auto failure = verify_every_pass(*run, *problem, find_algorithm(GetParam()).info().stable);
        EXPECT_FALSE(failure) << name(layout) << ' ' << rearrange << ' ' << n << ": " << text(*failure);
      }
    }
  }
}

// Compares the rearranged fields with the sorted indices directly, not with the reference implementation.
TEST_P(RecordSorters, MoveFieldsWithTheirKeys) {
  for (const Layout layout : layouts) {
    for (const std::string& rearrange : rearrangements(GetParam(), layout)) {
      const data::RecordShape shape{3, layout};
      const auto problem = record_problem(data::KeyType::i64, 333, shape, "uniform");
      const auto run = start_records(GetParam(), problem, rearrange);
      run->finish();
      const data::State state = run->read();
      EXPECT_TRUE(std::ranges::is_sorted(std::get<std::vector<std::int64_t>>(state.keys)));
      for (std::uint64_t i = 0; i < 333; ++i) {
        const std::uint32_t from = state.fields[data::field_place(shape, 333, i, 0)];
        EXPECT_EQ(data::text(state.keys, i), data::text(problem->keys, from));
        EXPECT_EQ(state.payload[i], from);
        for (std::uint32_t f = 1; f < 3; ++f) {
          ASSERT_EQ(state.fields[data::field_place(shape, 333, i, f)], data::made_field(from, f)) << rearrange;
        }
      }
    }
  }
}

TEST_P(RecordSorters, RewindToTheKeptCopyOfTheInputRecords) {
  for (const Layout layout : layouts) {
    for (const std::string& rearrange : rearrangements(GetParam(), layout)) {
      const auto problem = record_problem(data::KeyType::u32, 300, {3, layout});
      const auto run = start_records(GetParam(), problem, rearrange);
      run->keep_input();
      run->finish();
      run->rewind();
      const data::State input = run->read();
      EXPECT_EQ(input.keys, problem->keys);
      EXPECT_EQ(input.fields, problem->fields) << rearrange;
      run->finish();
      const auto failure = verify_result(*run, *problem, find_algorithm(GetParam()).info().stable);
      EXPECT_FALSE(failure) << rearrange << ": " << text(*failure);
    }
  }
}

TEST_P(RecordSorters, GiveTheSameOutputStepByStepAtOnceAndWhenRewound) {
  for (const Layout layout : layouts) {
    const auto problem = record_problem(data::KeyType::f32, 200, {2, layout});
    const auto run = start_records(GetParam(), problem, "cycle");
    std::vector<std::string> stages;
    while (const auto record = run->step()) {
      EXPECT_EQ(record->header.index + 1, run->passes_done());
      if (stages.empty() || stages.back() != record->header.stage) stages.push_back(record->header.stage);
    }
    EXPECT_EQ(stages.front() == "extract keys", layout == Layout::by_record);
    EXPECT_EQ(stages.back(), "rearrange");
    EXPECT_EQ(run->total_passes(), run->passes_done());
    EXPECT_EQ(run->known_passes().size(), run->passes_done());
    const data::State stepped = run->read();
    run->rewind();
    EXPECT_EQ(run->read().fields, problem->fields);
    EXPECT_EQ(run->read().keys, problem->keys);
    EXPECT_EQ(run->passes_done(), 0u);
    run->time_passes(true);
    run->finish();
    EXPECT_EQ(run->take_pass_times().size(), run->passes_done());
    run->time_passes(false);
    EXPECT_EQ(run->read().fields, stepped.fields);
    EXPECT_EQ(run->read().keys, stepped.keys);
    run->rewind();
    EXPECT_GT(run->timed_finish(), 0.0);
    EXPECT_FALSE(verify_result(*run, *problem, false));
  }
}

TEST_P(RecordSorters, ContinueFromASnapshotOfEveryPass) {
  for (const Layout layout : layouts) {
    for (const std::string& rearrange : rearrangements(GetParam(), layout)) {
      const auto problem = record_problem(data::KeyType::u32, 40, {3, layout});
      const auto run = start_records(GetParam(), problem, rearrange);
      std::vector<Snapshot> snapshots{run->save()};
      std::vector<std::vector<std::uint32_t>> fields{run->read().fields};
      while (run->step()) {
        snapshots.push_back(run->save());
        fields.push_back(run->read().fields);
      }
      const auto other = start_records(GetParam(), problem, rearrange);
      for (std::size_t i = snapshots.size(); i-- > 0;) {
        other->restore(snapshots[i]);
        ASSERT_EQ(other->passes_done(), i);
        ASSERT_EQ(other->read().fields, fields[i]) << i;
        other->finish();
        ASSERT_EQ(other->read().fields, fields.back()) << name(layout) << ' ' << rearrange << ' ' << i;
      }
    }
  }
}

TEST_P(RecordSorters, ShowKeysIndicesAndFieldsAsViews) {
  for (const Layout layout : layouts) {
    const auto run = start_records(GetParam(), record_problem(data::KeyType::u64, 20, {3, layout}));
    run->finish();
    const auto views = run->views();
    const auto view = [&](std::string_view wanted) { return std::ranges::find(views, wanted, &View::name); };
    ASSERT_NE(view("index"), views.end());
    EXPECT_EQ(read_view(*view("index")), run->read().payload);
    ASSERT_NE(view("fields"), views.end());
    EXPECT_EQ(view("fields")->width, layout == Layout::by_field ? 20u : layout == Layout::hybrid ? 3u : 5u);
    EXPECT_EQ(view("fields")->count, layout == Layout::by_record ? 100u : 60u);
  }
}

// Kinds must be unique because claims find tables by kind. Names must be unique because messages contain them.
TEST_P(RecordSorters, GiveEveryViewAUniqueKindAndName) {
  const auto run = start_records(GetParam(), record_problem(data::KeyType::u32, 100, {2, Layout::by_record}), "cycle");
  while (run->step()) {
    std::set<std::string_view> names;
    std::set<std::size_t> kinds;
    for (const View& view : run->views()) {
      EXPECT_TRUE(names.insert(view.name()).second) << view.name();
      EXPECT_TRUE(kinds.insert(view.kind.index()).second) << view.name();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Records, RecordSorters,
                         ::testing::Values("std/stable-sort@cpu", "bitonic/reference@cpu", "radix/srts@compute",
                                           "sample/randomized@compute", "sample/deterministic@compute",
                                           "bitonic/compute", "bitonic/single-quad", "bitonic/fused"),
                         [](const auto& info) { return test_name(info.param); });

TEST(RecordSort, FulfilsTheClaimOfEveryPassWhenKeysLieInTiledTextures) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("bitonic/single-quad");
  const auto problem = record_problem(data::KeyType::u32, 500, {4, Layout::hybrid});
  const Prepared prepared =
      prepare(algorithm, device_info(), problem->form(), {{"mapping", "tiled"}, {"tile", "8"}, {"rearrange", "group"}});
  const auto run = prepared.start(tests::device(), problem);
  EXPECT_FALSE(verify_every_pass(*run, *problem, false));
}

/// Follows each cycle of a random order, and checks the elements at each distance from the cycle's leader.
TEST(CycleReference, FindsTheLeaderOfEveryCycleAndTheDistancesFromIt) {
  std::mt19937_64 random(5);
  for (const std::uint64_t n : {1, 2, 3, 7, 8, 9, 64, 100, 257}) {
    Numbers order(n);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    for (int kind = 0; kind < 4; ++kind) {
      if (kind == 1) std::ranges::reverse(order);
      if (kind == 2) std::ranges::rotate(order, order.begin() + static_cast<std::ptrdiff_t>(n / 2));
      if (kind == 3) std::ranges::shuffle(order, random);
      const CycleReference reference(order, cycle_rounds(n));
      const Numbers members = reference.members();
      EXPECT_EQ(std::set(members.begin(), members.end()).size(), n);
      for (std::uint64_t i = 0; i < n; ++i) {
        std::uint64_t leader = i, length = 1, steps = 0;
        for (std::uint64_t at = order[i]; at != i; at = order[at], ++length) leader = std::min(leader, at);
        for (std::uint64_t at = i; at != leader; at = order[at]) ++steps;
        ASSERT_EQ(reference.walks()[i].least, leader);
        ASSERT_EQ(reference.walks()[i].steps, steps);
        ASSERT_EQ(reference.lengths()[i], i == leader ? length : 0);
      }
      // Both reflections of a cycle, one after the other, give the sorted order. Each reflection is its own inverse.
      const Numbers first = reference.reflection(0), second = reference.reflection(1);
      for (std::uint64_t i = 0; i < n; ++i) {
        ASSERT_EQ(first[second[i]], order[i]);
        ASSERT_EQ(first[first[i]], i);
        ASSERT_EQ(second[second[i]], i);
      }
    }
  }
}

// A rotation of all records is a single cycle. No invocation may have to follow the whole cycle.
TEST(RecordSort, MovesRecordsAlongACycleLongerThanTheLoopLimit) {
  TEXELSORT_NEED_GL();
  constexpr std::uint32_t n = 100'000;
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = (i + 1) % n;
  const data::RecordShape shape{2, Layout::hybrid};
  const auto problem = std::make_shared<const Problem>(
      Problem{keys, data::Order::ascending, data::PayloadKind::record, {}, shape, data::made_fields(n, shape)});
  for (const char* id : {"radix/srts@compute", "std/stable-sort@cpu"}) {
    const auto run = start_records(id, problem, "cycle");
    run->finish();
    const auto failure = verify_result(*run, *problem, true);
    EXPECT_FALSE(failure) << id << ": " << text(*failure);
  }
}

TEST(RecordSort, CountsTheBytesThatEachPassReadsAndWrites) {
  const auto problem = record_problem(data::KeyType::u64, 100, {3, Layout::by_record});
  const auto run = start_records("std/sort@cpu", problem);
  std::vector<Counters> counters;
  while (const auto record = run->step()) counters.push_back(record->counters);
  ASSERT_EQ(counters.size(), 3u);
  // Extraction reads a key, and writes a key and an index, per record.
  EXPECT_EQ(counters[0].bytes, 100u * (8 + 8 + 4));
  EXPECT_EQ(counters[0].field_bytes, 0u);
  // The move reads an index, and reads and writes five words, per record.
  EXPECT_EQ(counters[2].bytes, 100u * 4 * (1 + 2 * 5));
  EXPECT_EQ(counters[2].field_bytes, 100u * 4 * 2 * 3);
}

TEST(RecordSort, SuggestsAnAlternativeWhenItRejectsRecords) {
  const Algorithm& cpu = find_algorithm("std/sort@cpu");
  const auto refusal = [](const Algorithm& algorithm, data::RecordShape shape,
                          const std::map<std::string, std::string>& overrides, std::uint64_t n = 10) {
    const ProblemForm form{n, data::KeyType::u32, data::PayloadKind::record, shape};
    return prepare(algorithm, device_info(), form, overrides).refusal().value_or("");
  };
  const auto says = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_EQ(refusal(cpu, {2, Layout::hybrid}, {}), "");
  EXPECT_TRUE(says(refusal(cpu, {2, Layout::hybrid}, {{"records", "direct"}}), "choose indirect"));
  EXPECT_TRUE(says(refusal(cpu, {2, Layout::hybrid}, {{"rearrange", "group"}}), "choose gather or cycle"));
  EXPECT_TRUE(says(refusal(cpu, {33, Layout::hybrid}, {}), "limit of 32"));
  EXPECT_TRUE(says(refusal(cpu, {1, Layout::hybrid}, {}, std::uint64_t{1} << 32), "limit of 2^32 - 1"));
  EXPECT_THROW(prepare(cpu, nullptr, {10}, {{"rearrange", "gather"}}), UsageError);
  const ProblemForm two_fields{10, data::KeyType::u32, data::PayloadKind::record, {2, Layout::hybrid}};
  const Prepared nth = prepare(find_algorithm("std/nth-element@cpu"), nullptr, two_fields, {});
  EXPECT_TRUE(says(nth.refusal().value_or(""), "moves neither keys"));
  TEXELSORT_NEED_GL();
  const Algorithm& radix = find_algorithm("radix/srts@compute");
  EXPECT_TRUE(says(refusal(radix, {2, Layout::by_field}, {{"rearrange", "group"}}), "gather or transpose"));
  EXPECT_TRUE(says(refusal(radix, {2, Layout::by_record}, {{"rearrange", "transpose"}}), "gather or group"));
  const std::uint64_t most = device_info()->max_storage_bytes;
  EXPECT_TRUE(says(refusal(radix, {32, Layout::hybrid}, {}, most / 128 + 1), "for the records"));
  EXPECT_FALSE(says(refusal(radix, {32, Layout::hybrid}, {}, most / 128), "for the records"));
  EXPECT_NE(refusal(find_algorithm("bitonic/blend"), {2, Layout::hybrid}, {}), "");
}

/// Minimal run of a sort that moves whole records together with their keys.
class DirectRun final : public Run {
 public:
  explicit DirectRun(std::shared_ptr<const Problem> problem, bool loses_a_field)
      : Run(problem, std::make_unique<CpuPassTimer>()), loses_a_field_(loses_a_field), state_(input_state(*problem)) {
    add_pass({.header = [] { return PassHeader{0, 0, "sort", "whole records"}; }, .execute = [this] { sort(); }});
  }
  std::vector<View> views() const override { return {}; }
  data::State read(std::uint64_t, std::uint64_t) const override { return state_; }

 protected:
  void load(const data::StateView& state) override { state_ = state.copied(); }

 private:
  void sort() {
    const auto codes = data::codes(state_.keys, problem().order);
    Numbers order(codes.size());
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::ranges::stable_sort(order, {}, [&](std::uint64_t i) { return codes[i]; });
    const auto memory = data::record_memory(codes.size(), problem().type(), problem().shape);
    state_.fields = data::permuted(state_.fields, memory, order);
    if (loses_a_field_) state_.fields.back() = state_.fields.front();
    const auto keys = std::get<std::vector<std::uint32_t>>(state_.keys);
    for (std::size_t i = 0; i < order.size(); ++i) {
      std::get<std::vector<std::uint32_t>>(state_.keys)[i] = keys[order[i]];
    }
  }

  bool loses_a_field_;
  data::State state_;
};

class DirectSort final : public AlgorithmWith<NoSettings> {
 public:
  explicit DirectSort(bool loses_a_field)
      : AlgorithmWith({.id = "test/direct@cpu", .title = {}, .family = {}, .summary = {}, .citation = {}}, no_settings),
        loses_a_field_(loses_a_field) {}
  Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override { return {}; }
  bool moves_records() const override { return true; }
  bool prefers_direct(const ProblemForm&) const override { return true; }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm& form,
                                     const NoSettings&) const override {
    if (form.shape.fields < 9) return std::nullopt;
    return "too wide";
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem>, const NoSettings&) const override {
    throw InternalError("indices do not move here");
  }
  std::unique_ptr<Run> make_record_run(gpu::Device*, std::shared_ptr<const Problem> problem, const NoSettings&,
                                       bool) const override {
    return std::make_unique<DirectRun>(std::move(problem), loses_a_field_);
  }

 private:
  bool loses_a_field_;
};

TEST(DirectRecordSort, IsUsedForAlgorithmsThatMoveRecordsThemselves) {
  for (const bool loses_a_field : {false, true}) {
    const DirectSort algorithm(loses_a_field);
    for (const Layout layout : {Layout::by_field, Layout::hybrid}) {
      const auto problem = record_problem(data::KeyType::u32, 50, {3, layout});
      const auto run = prepare(algorithm, nullptr, problem->form(), {}).start(nullptr, problem);
      const auto failure = verify_every_pass(*run, *problem, true);
      EXPECT_EQ(failure.has_value(), loses_a_field) << text(failure.value_or(Failure{}));
    }
    const ProblemForm wide{50, data::KeyType::u32, data::PayloadKind::record, {9, Layout::hybrid}};
    EXPECT_EQ(prepare(algorithm, nullptr, wide, {}).refusal(), "too wide");
  }
}

// Extracting keys from records overwrites all keys and indices of the sort's arrays.
TEST(RecordSort, OverwritesAllKeysAndIndicesWhenItExtractsKeysFromRecords) {
  TEXELSORT_NEED_GL();
  for (const char* id : {"radix/grs@compute", "bitonic/single-quad", "std/sort@cpu"}) {
    const auto problem = record_problem(data::KeyType::f64, 77, {3, Layout::by_record});
    const auto run = start_records(id, problem);
    Snapshot empty = run->save();
    empty.state.keys = data::make_keys(data::KeyType::f64, 77);
    std::ranges::fill(empty.state.payload, 5u);
    run->restore(empty);
    EXPECT_NE(run->read().keys, problem->keys);
    run->step();
    EXPECT_EQ(run->read().keys, problem->keys) << id;
    EXPECT_EQ(run->read().payload[76], 76u) << id;
    run->finish();
    EXPECT_FALSE(verify_result(*run, *problem, false)) << id;
  }
}

}  // namespace
}  // namespace texelsort::algorithms
