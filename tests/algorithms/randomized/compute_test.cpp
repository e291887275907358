// Tests of GPU Sample Sort by compute shaders: forms, adversarial inputs, parameters, memory and rejections.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "compute/algorithms/randomized/levels.h"
#include "compute/check/verify.h"
#include "compute/gpu/memory_use.h"
#include "tests/algorithms/problems.h"
#include "tests/algorithms/randomized/adversary.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

const Algorithm& sample_sort() {
  return find_algorithm("sample/randomized@compute");
}

#define NEED_COMPUTE() \
  TEXELSORT_NEED_GL(); \
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "no compute shaders"

/// Parameters with which a few thousand keys need both levels, quicksort and the network in shared memory. Invocations
/// share counters.
const Overrides small_workgroups{{"k", "8"},        {"a", "3"},       {"M", "600"},        {"k2", "4"},
                                 {"a2", "5"},       {"quick", "200"}, {"small", "32"},     {"sorter", "workgroup"},
                                 {"counters", "8"}, {"tile", "500"},  {"workgroup", "32"}, {"scatter-counters", "4"},
                                 {"top", "0"}};
/// The parameters of small_workgroups, but the device builds the lists of buckets instead of the host.
const Overrides small_lists = [] {
  Overrides all = small_workgroups;
  all["lists"] = "device";
  return all;
}();
/// Parameters with which a few thousand keys need both levels and networks in registers. Each invocation has its own
/// counter.
const Overrides small_invocations{{"k", "16"},
                                  {"a", "2"},
                                  {"M", "600"},
                                  {"k2", "8"},
                                  {"a2", "2"},
                                  {"small", "16"},
                                  {"sorter", "invocation"},
                                  {"counters", "8"},
                                  {"workgroup", "8"},
                                  {"tile", "500"},
                                  {"scatter-counters", "8"},
                                  {"top", "2"}};

randomized::Settings settings_for(std::uint64_t n, const Overrides& overrides) {
  const Prepared prepared = prepare(sample_sort(), &gpu::test_device().info(), {n}, overrides);
  return randomized::compute_settings().chosen({}, prepared.used_values());
}

TEST(RandomizedSampleSort, FulfilsTheClaimOfEveryPassInEveryForm) {
  NEED_COMPUTE();
  for (const Overrides& form : {small_workgroups, small_lists, small_invocations}) {
    for (const auto& [type, order, payload] :
         {std::tuple{data::KeyType::u32, data::Order::ascending, data::PayloadKind::index},
          {data::KeyType::f64, data::Order::descending, data::PayloadKind::index},
          {data::KeyType::i32, data::Order::descending, data::PayloadKind::none}}) {
      for (const auto& [distribution, n] : {std::pair{"uniform", 201u},
                                            {"uniform", 3000u},
                                            {"few-distinct", 3000u},
                                            {"sorted", 3000u},
                                            {"special", 3000u}}) {
        const auto problem = make_problem(distribution, type, n, payload, order);
        const auto run = start(sample_sort(), problem, form);
        const auto failure = verify_every_pass(*run, *problem, false);
        EXPECT_FALSE(failure) << distribution << " n = " << n << ": " << text(*failure);
      }
    }
  }
}

TEST(RandomizedSampleSort, SortsWithTheParameterValuesOfTheThesis) {
  NEED_COMPUTE();
  const auto problem = make_problem("uniform", data::KeyType::u32, 30'000, data::PayloadKind::index);
  const auto run = start(sample_sort(), problem, paper_values(sample_sort().parameters()));
  const auto failure = verify_every_pass(*run, *problem, false);
  EXPECT_FALSE(failure) << text(*failure);
  // The number of keys is between 12,000 and M. The run has one distribution of the second level, and then quicksort.
  EXPECT_EQ(run->passes_done(), 5u);
}

// Partitions parts that are too large for the network, with workgroups of one to thirty-two warps. Only barriers in the
// shaders order the accesses of these warps.
TEST(RandomizedSampleSort, PartitionsKeysWithWorkgroupsOfEverySize) {
  NEED_COMPUTE();
  for (const auto& [type, payload] :
       {std::pair{data::KeyType::u32, data::PayloadKind::none}, {data::KeyType::f64, data::PayloadKind::index}}) {
    const auto problem = make_problem("uniform", type, 2049, payload);
    for (const char* workgroup : {"32", "64", "128", "256", "512", "1024"}) {
      Overrides overrides = small_workgroups;
      overrides["workgroup"] = workgroup;
      overrides["quick"] = "2100";
      overrides["small"] = "512";
      const auto run = start(sample_sort(), problem, overrides);
      const auto failure = verify_every_pass(*run, *problem, false);
      EXPECT_FALSE(failure) << workgroup << " invocations: " << text(*failure);
    }
  }
}

SampleForm sample_form(std::string name, const Overrides& parameters) {
  return {std::move(name), "sample/randomized@compute", parameters,
          [](const TextValues& values) { return randomized::compute_settings().chosen({}, values); }};
}

INSTANTIATE_TEST_SUITE_P(Compute, SampleSortOnHardInputs,
                         ::testing::Values(sample_form("workgroup", small_workgroups),
                                           sample_form("lists", small_lists),
                                           sample_form("invocation", small_invocations)),
                         [](const auto& info) { return info.param.name; });

std::vector<std::string> names_of(const Run& run) {
  std::vector<std::string> names;
  for (const PassHeader& header : run.known_passes()) names.push_back(header.stage + ": " + header.label);
  return names;
}

/// Returns all tables that views can show, by name, except keys and payload.
std::map<std::string_view, std::vector<std::uint64_t>> tables_of(const Run& run) {
  std::map<std::string_view, std::vector<std::uint64_t>> tables;
  for (const View& view : run.views()) tables[view.name()] = read_view(view);
  tables.erase("keys");
  tables.erase("payload");
  return tables;
}

// At full speed, a run queues all levels before their buckets are known. Its passes must equal those of a run that is
// stepped pass by pass. This must also hold if an unexpected level is needed, or if the small buckets of all levels
// exceed their memory.
TEST(RandomizedSampleSort, BuildsTheSameBucketListsOnTheDeviceAsOnTheHost) {
  NEED_COMPUTE();
  Overrides wrong_level = small_lists, many_small = small_lists, many_levels = small_lists;
  // Even buckets of the first level have about 600 keys, so that the host expects the second level to have work.
  wrong_level["M"] = "2000";
  wrong_level["a"] = "1";
  many_small["quick"] = "10";
  many_small["scatter-counters"] = "1";
  many_small["small"] = "2";
  many_small["M"] = "20000";
  many_levels["k"] = many_levels["k2"] = "4";
  for (const Overrides& form : {small_lists, wrong_level, many_small, many_levels}) {
    for (const char* distribution : {"uniform", "few-distinct", "zero", "sorted", "gaussian"}) {
      for (const std::uint64_t n : {150u, 201u, 1500u, 9000u}) {
        const auto problem = make_problem(distribution, data::KeyType::u32, n, data::PayloadKind::index);
        const auto stepped = start(sample_sort(), problem, form), finished = start(sample_sort(), problem, form);
        while (stepped->step()) {
        }
        for (const bool again : {false, true}) {
          if (again) finished->rewind();
          finished->finish();
          EXPECT_EQ(names_of(*finished), names_of(*stepped)) << distribution << " n = " << n;
          EXPECT_EQ(finished->passes_done(), stepped->passes_done());
          EXPECT_EQ(finished->total_passes(), stepped->total_passes());
          EXPECT_EQ(finished->read().keys, stepped->read().keys);
          EXPECT_EQ(tables_of(*finished), tables_of(*stepped)) << distribution << " n = " << n;
          EXPECT_FALSE(finished->find_guard_damage());
        }
      }
    }
  }
}

// Passes that are timed individually are queued one by one.
TEST(RandomizedSampleSort, TimesEveryPassWhenTheDeviceBuildsTheBucketLists) {
  NEED_COMPUTE();
  const auto run = start(sample_sort(), make_problem("uniform", data::KeyType::u32, 3000), small_lists);
  run->time_passes(true);
  run->finish();
  EXPECT_EQ(run->take_pass_times().size(), run->passes_done());
  run->time_passes(false);
  const std::uint64_t passes = run->passes_done();
  run->rewind();
  run->finish();
  EXPECT_EQ(run->passes_done(), passes);
}

// From a snapshot of any pass, a run must reach every other pass with the same bytes.
class RandomizedSampleSortSnapshots : public ::testing::TestWithParam<Overrides> {};
INSTANTIATE_TEST_SUITE_P(Forms, RandomizedSampleSortSnapshots, ::testing::Values(small_lists, small_invocations),
                         [](const auto& info) { return info.param.contains("lists") ? "lists" : "host"; });

TEST_P(RandomizedSampleSortSnapshots, RestoreTheStateAfterEveryPass) {
  NEED_COMPUTE();
  const auto problem = make_problem("few-distinct", data::KeyType::i64, 2500, data::PayloadKind::index);
  const auto run = start(sample_sort(), problem, GetParam());
  std::vector<Snapshot> snapshots{run->save()};
  while (run->step()) snapshots.push_back(run->save());
  ASSERT_GE(snapshots.size(), 9u);
  const auto other = start(sample_sort(), problem, GetParam());
  for (std::size_t i = 0; i < snapshots.size(); ++i) {
    other->restore(snapshots[i]);
    EXPECT_EQ(other->passes_done(), i);
    if (i + 1 == snapshots.size()) break;
    ASSERT_TRUE(other->step());
    const Snapshot next = other->save();
    EXPECT_EQ(next.state.keys, snapshots[i + 1].state.keys) << i;
    EXPECT_EQ(next.state.payload, snapshots[i + 1].state.payload) << i;
    EXPECT_EQ(next.tables, snapshots[i + 1].tables) << i;
  }
}

TEST(RandomizedSampleSort, ChoosesSplittersThatDependOnTheSeed) {
  NEED_COMPUTE();
  const auto problem = make_problem("uniform", data::KeyType::u32, 3000);
  const auto splitters = [&](const char* seed) {
    Overrides overrides = small_invocations;
    overrides["seed"] = seed;
    const auto run = start(sample_sort(), problem, overrides);
    run->step();
    const auto views = run->views();
    EXPECT_EQ(views.back().name(), "splitters");
    EXPECT_EQ(views.back().width, 16u);
    return read_view(views.back());
  };
  EXPECT_EQ(splitters("1"), splitters("1"));
  EXPECT_NE(splitters("1"), splitters("2"));
}

TEST(RandomizedSampleSort, CountsEveryKeyInOneBucket) {
  NEED_COMPUTE();
  const auto run = start(sample_sort(), make_problem("gaussian", data::KeyType::f32, 3000), small_invocations);
  for (int pass = 0; pass < 3; ++pass) run->step();
  std::map<std::string_view, std::vector<std::uint64_t>> tables;
  for (const View& view : run->views()) tables[view.name()] = read_view(view);
  ASSERT_EQ(tables["sizes"].size(), 16u);
  std::vector<std::uint64_t> starts(16);
  std::exclusive_scan(tables["sizes"].begin(), tables["sizes"].end(), starts.begin(), std::uint64_t{0});
  EXPECT_EQ(tables["buckets"], starts);
  EXPECT_EQ(starts.back() + tables["sizes"].back(), 3000u);
}

TEST(RandomizedSampleSort, AllocatesOnlyTwoArraysAndItsTables) {
  NEED_COMPUTE();
  constexpr std::uint64_t n = 20'000;
  const auto problem = make_problem("uniform", data::KeyType::u64, n, data::PayloadKind::index);
  for (const Overrides& form : {small_workgroups, small_lists, small_invocations, Overrides{}}) {
    const std::uint64_t before = gpu::memory_use().now;
    gpu::reset_peak();
    start(sample_sort(), problem, form)->finish();
    const std::uint64_t used = gpu::memory_use().peak - before;
    const std::uint64_t arrays = 2 * n * (8 + 4);
    const std::uint64_t tables = randomized::Capacities(n, settings_for(n, form)).bytes(8);
    // Additional memory: guard words around twelve buffers, and the scan. If the device builds the lists, there are
    // five more buffers, one of which is for numbers, and a second scan.
    const bool lists = form.contains("lists");
    const std::uint64_t guards = (lists ? 17 : 12) * 512, sums = lists ? 2 * 4096 + 320 : 4096;
    EXPECT_GE(used, arrays);
    EXPECT_LE(used, arrays + tables + guards + sums);
    EXPECT_EQ(gpu::memory_use().now, before);
  }
}

TEST(RandomizedSampleSort, NamesTheDeviceLimitWhenItRejectsLargeParameters) {
  NEED_COMPUTE();
  gpu::DeviceInfo device = gpu::test_device().info();
  device.max_shared_bytes = 32768;
  device.max_storage_bytes = 1 << 27;
  device.max_workgroup_size = 512;
  const auto refusal = [&](std::uint64_t n, data::KeyType type, Overrides overrides) {
    return refusal_beside_defaults(sample_sort(), &device, {n, type, data::PayloadKind::index}, overrides);
  };
  const auto u32 = data::KeyType::u32;
  EXPECT_EQ(refusal(1 << 20, u32, {}), "");
  const std::vector<std::pair<std::string, std::vector<std::string>>> expected{
      {refusal((1 << 25) + 1, u32, {}), {"33554433", "134217728", "134217732", "33554432"}},
      {refusal(100, u32, {{"workgroup", "1024"}}), {"1024", "512"}},
      {refusal(100, u32, {{"k", "512"}, {"a", "30"}}), {"15360", "61440", "32768"}},
      {refusal(100, data::KeyType::u64, {{"k", "1024"}, {"a", "4"}, {"counters", "8"}}), {"1024", "40964", "32768"}},
      {refusal(100, u32, {{"small", "4096"}}), {"4096", "35216", "32768"}},
      {refusal(100, u32, {{"counters", "2"}}), {"scatter-counters = 4", "counters = 2", "256"}},
      {refusal(100, u32, {{"sorter", "invocation"}, {"small", "256"}}), {"256", "128"}},
      {refusal(1 << 24, u32, {{"tile", "64"}}), {"64", "536870912", "134217728"}}};
  for (const auto& [reason, numbers] : expected) {
    for (const std::string& number : numbers) EXPECT_NE(reason.find(number), std::string::npos) << reason << number;
  }
  device.max_loop_rounds = 65'535;
  EXPECT_NE(refusal(100, u32, {{"tile", "2^24"}}).find("65535"), std::string::npos);
  device.max_loop_rounds = ~std::uint64_t{0};
  EXPECT_EQ(refusal(100, u32, {{"tile", "2^24"}}), "");
}

}  // namespace
}  // namespace texelsort::algorithms
