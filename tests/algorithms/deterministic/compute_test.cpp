// Tests of GPU Bucket Sort by compute shaders: its bound on bucket sizes, its steps on an example computed by hand, its
// memory and its rejections.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "compute/check/verify.h"
#include "compute/gpu/memory_use.h"
#include "tests/algorithms/deterministic/cuts.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms::deterministic {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Overrides = std::map<std::string, std::string>;

const Algorithm& bucket_sort() {
  return find_algorithm("sample/deterministic@compute");
}

Numbers table(const Run& run, std::string_view name) {
  for (const View& view : run.views()) {
    if (view.name() == name) return read_view(view);
  }
  ADD_FAILURE() << "no view " << name;
  return {};
}

/// Steps through all passes up to the end of a stage.
void run_through(Run& run, std::string_view stage) {
  const std::vector<PassHeader> passes = run.known_passes();
  const auto last = std::find_if(passes.rbegin(), passes.rend(), [&](const auto& pass) { return pass.stage == stage; });
  ASSERT_NE(last, passes.rend()) << stage;
  while (run.passes_done() <= last->index) run.step();
}

std::shared_ptr<const Problem> bucket_problem(std::vector<std::uint32_t> keys,
                                              data::PayloadKind payload = data::PayloadKind::none) {
  return std::make_shared<const Problem>(Problem{std::move(keys), data::Order::ascending, payload});
}

TEST(DeterministicSampleSort, LimitsEveryBucketTo2nOverSKeysOnAnyInput) {
  TEXELSORT_NEED_GL();
  for (const Cut& cut : cuts) {
    for (const data::Distribution& distribution : data::distributions()) {
      if (distribution.fixed_n) continue;
      const auto problem = make_problem(std::string(distribution.name), data::KeyType::u32, cut.n);
      const auto run = start(bucket_sort(), problem,
                             {{"sublist", std::to_string(cut.sublist)}, {"samples", std::to_string(cut.samples)}});
      run_through(*run, "step 7: scan");
      const Numbers sizes = table(*run, "sizes");
      EXPECT_EQ(sizes.size(), cut.samples);
      EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), 0ull), cut.n);
      EXPECT_LE(std::ranges::max(sizes) * cut.samples, 2 * cut.n) << distribution.name << ' ' << cut.n;
      run->finish();
      EXPECT_FALSE(verify_result(*run, *problem, false)) << distribution.name << ' ' << cut.n;
    }
  }
}

// Section 4 of the paper: doubling and parallel searches must find the same locations, whether or not the samples
// divide a sublist.
TEST(DeterministicSampleSort, FindsTheSameSplitterLocationsByDoublingAndByParallelSearches) {
  TEXELSORT_NEED_GL();
  for (const Cut& cut : cuts) {
    std::map<std::string, Numbers> found;
    for (const char* search : {"doubling", "parallel"}) {
      const auto run = start(
          bucket_sort(), make_problem("few-distinct", data::KeyType::i64, cut.n),
          {{"sublist", std::to_string(cut.sublist)}, {"samples", std::to_string(cut.samples)}, {"search", search}});
      run_through(*run, "step 6: sample indexing");
      found[search] = table(*run, "locations");
    }
    EXPECT_EQ(found["doubling"], found["parallel"]) << cut.n << ' ' << cut.sublist << ' ' << cut.samples;
  }
}

const Overrides two_of_four{{"sublist", "4"}, {"samples", "2"}};

TEST(DeterministicSampleSort, SortsAndSamplesSublistsAsInTheHandComputedExample) {
  TEXELSORT_NEED_GL();
  const auto run = start(bucket_sort(), bucket_problem({7, 3, 5, 1, 8, 2, 6, 4}), two_of_four);
  run_through(*run, "step 2: local sort");
  EXPECT_EQ(u32_keys(*run), (std::vector<std::uint32_t>{1, 3, 5, 7, 2, 4, 6, 8}));
  run_through(*run, "step 3: local sampling");
  EXPECT_EQ(table(*run, "samples"), (Numbers{3, 7, 4, 8}));
  EXPECT_EQ(table(*run, "sample places"), (Numbers{1, 3, 5, 7}));
}

TEST(DeterministicSampleSort, FillsItsTablesAsInTheHandComputedExample) {
  TEXELSORT_NEED_GL();
  const auto run = start(bucket_sort(), bucket_problem({7, 3, 5, 1, 8, 2, 6, 4}), two_of_four);
  run_through(*run, "step 6: sample indexing");
  EXPECT_EQ(table(*run, "samples"), (Numbers{3, 4, 7, 8}));
  EXPECT_EQ(table(*run, "splitters"), (Numbers{4, 8}));
  EXPECT_EQ(table(*run, "locations"), (Numbers{2, 4, 2, 4}));
  EXPECT_EQ(table(*run, "starts"), (Numbers{2, 2, 2, 2}));
  const auto again = start(bucket_sort(), bucket_problem({7, 3, 5, 1, 8, 2, 6, 4}), two_of_four);
  run_through(*again, "step 8: data relocation");
  EXPECT_EQ(table(*again, "starts"), (Numbers{0, 2, 4, 6}));
  EXPECT_EQ(table(*again, "buckets"), (Numbers{0, 4, 8}));
  EXPECT_EQ(table(*again, "sizes"), (Numbers{4, 4}));
  EXPECT_EQ(u32_keys(*again), (std::vector<std::uint32_t>{1, 3, 2, 4, 5, 7, 6, 8}));
  again->finish();
  EXPECT_EQ(u32_keys(*again), (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(DeterministicSampleSort, BreaksTiesBetweenEqualKeysByPosition) {
  TEXELSORT_NEED_GL();
  const auto run = start(bucket_sort(), bucket_problem(std::vector<std::uint32_t>(8, 9)), two_of_four);
  run_through(*run, "step 7: scan");
  EXPECT_EQ(table(*run, "splitters"), (Numbers{9, 9}));
  EXPECT_EQ(table(*run, "splitter places"), (Numbers{3, 7}));
  EXPECT_EQ(table(*run, "sizes"), (Numbers{4, 4}));
}

TEST(DeterministicSampleSort, NamesItsStagesAsThePaperDoes) {
  TEXELSORT_NEED_GL();
  const auto run = start(bucket_sort(), make_problem("uniform", data::KeyType::u32, 1000));
  std::vector<std::string> stages;
  for (const PassHeader& header : run->known_passes()) {
    if (stages.empty() || stages.back() != header.stage) stages.push_back(header.stage);
    EXPECT_EQ(header.stage_index + 1, stages.size());
  }
  EXPECT_EQ(stages,
            (std::vector<std::string>{"step 2: local sort", "step 3: local sampling", "step 4: sorting all samples",
                                      "step 5: global sampling", "step 6: sample indexing", "step 7: scan",
                                      "step 8: data relocation", "step 9: sublist sort"}));
  const auto short_run = start(bucket_sort(), make_problem("uniform", data::KeyType::u32, 8));
  for (const PassHeader& header : short_run->known_passes()) EXPECT_EQ(header.stage, "step 2: local sort");
  EXPECT_EQ(start(bucket_sort(), make_problem("uniform", data::KeyType::u32, 1))->total_passes(), 0u);
}

struct BucketForm {
  std::string name;
  std::uint64_t n;
  Overrides parameters;
};

// Forms under test:
// - the paper's parameters;
// - merges instead of networks, with runs below and above a loop limit of 16,384 rounds;
// - sublists longer and shorter than a tile;
// - no shared memory;
// - an odd number of samples with several searches and lanes.
const std::vector<BucketForm> bucket_forms{
    {"Paper", 5000, paper_values(bucket_sort().parameters())},
    {"LongSublists", 3000, {{"sublist", "512"}, {"samples", "20"}, {"tile", "64"}, {"keys", "4"}, {"workgroup", "32"}}},
    {"ShortSublists", 999, {{"sublist", "16"}, {"samples", "5"}, {"tile", "64"}, {"keys", "8"}, {"lanes", "8"}}},
    {"NoTiles", 2048, {{"sublist", "256"}, {"samples", "32"}, {"tile", "2"}, {"keys", "4"}, {"searches", "7"}}},
    {"Merge", 2000, {{"sort", "merge"}, {"sublist", "128"}, {"tile", "4"}, {"keys", "4"}, {"ways", "4"}}},
    {"MergeTiles", 3001, {{"sort", "merge"}, {"sublist", "256"}, {"tile", "16"}, {"keys", "2"}, {"ways", "8"}}},
    {"MergeShortSublists", 777, {{"sort", "merge"}, {"sublist", "4"}, {"samples", "2"}, {"keys", "8"}, {"ways", "2"}}},
    {"MergeLongRuns",
     40'000,
     {{"sort", "merge"}, {"sublist", "32768"}, {"samples", "2"}, {"keys", "2"}, {"ways", "16"}}},
    {"Tuned", 10'007, {}},
    {"Doubling",
     1500,
     {{"search", "doubling"},
      {"sublist", "128"},
      {"samples", "37"},
      {"tile", "64"},
      {"keys", "4"},
      {"workgroup", "8"}}},
    {"DoublingOneSample", 300, {{"search", "doubling"}, {"sublist", "16"}, {"samples", "1"}}},
    {"OneBucket", 300, {{"sublist", "64"}, {"samples", "1"}, {"tile", "32"}, {"keys", "2"}}},
};

class DeterministicSampleSortForms : public ::testing::TestWithParam<BucketForm> {};

TEST_P(DeterministicSampleSortForms, FulfilTheClaimOfEveryPass) {
  TEXELSORT_NEED_GL();
  const auto verify = [](data::KeyType type, data::PayloadKind payload, data::Order order) {
    const auto problem = make_problem("special", type, GetParam().n, payload, order);
    const auto run = start(bucket_sort(), problem, GetParam().parameters);
    const auto failure = verify_every_pass(*run, *problem, false);
    EXPECT_FALSE(failure) << text(*failure);
  };
  verify(data::KeyType::u32, data::PayloadKind::index, data::Order::ascending);
  verify(data::KeyType::f64, data::PayloadKind::none, data::Order::descending);
}

INSTANTIATE_TEST_SUITE_P(DeterministicSampleSort, DeterministicSampleSortForms, ::testing::ValuesIn(bucket_forms),
                         [](const auto& info) { return info.param.name; });

TEST(DeterministicSampleSort, ContinuesFromEverySnapshot) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("few-distinct", data::KeyType::i64, 300, data::PayloadKind::index);
  const auto run = start(bucket_sort(), problem);
  std::vector<Snapshot> snapshots{run->save()};
  while (run->step()) snapshots.push_back(run->save());
  const data::State end = run->read();
  for (const Snapshot& snapshot : snapshots) {
    const auto other = start(bucket_sort(), problem);  // a new run, whose tables are empty
    other->restore(snapshot);
    other->finish();
    EXPECT_EQ(other->read().keys, end.keys) << snapshot.passes_done;
    EXPECT_EQ(other->read().payload, end.payload) << snapshot.passes_done;
  }
}

TEST(DeterministicSampleSort, IsNotStableButGivesTheSameOutputInEveryRun) {
  TEXELSORT_NEED_GL();
  EXPECT_FALSE(bucket_sort().info().stable);
  const auto problem = make_problem("few-distinct", data::KeyType::u32, 1000, data::PayloadKind::index);
  const auto run = start(bucket_sort(), problem), again = start(bucket_sort(), problem);
  run->finish();
  again->finish();
  EXPECT_EQ(run->read().payload, again->read().payload);
  EXPECT_FALSE(verify_result(*run, *problem, false));
  EXPECT_TRUE(verify_result(*run, *problem, true));
}

TEST(DeterministicSampleSort, AllocatesOnlyTwoArraysAndItsTables) {
  TEXELSORT_NEED_GL();
  constexpr std::uint64_t n = 20'000, s = 64, m = (n - 1) / 512 + 1;
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::u64}) {
    const std::uint64_t key = data::key_bytes(type);
    for (const auto payload : {data::PayloadKind::none, data::PayloadKind::index}) {
      const auto problem = make_problem("uniform", type, n, payload);
      const std::uint64_t before = gpu::memory_use().now;
      gpu::reset_peak();
      const auto run =
          start(bucket_sort(), problem, {{"sublist", "512"}, {"samples", "64"}, {"keys", "2"}, {"tile", "2"}});
      run->finish();
      const std::uint64_t used = gpu::memory_use().peak - before;
      const std::uint64_t arrays = 2 * n * (key + (payload == data::PayloadKind::index ? 4 : 0));
      const std::uint64_t tables = m * s * (key + 3 * 4) + s * (key + 3 * 4) + 4;
      EXPECT_GE(used, arrays + tables);
      // Memory in addition to arrays and tables: guard words around up to 12 buffers, sums of the scan, and the
      // networks' rounds.
      EXPECT_LE(used, arrays + tables + 12 * 512 + 4096 + 16'384);
    }
  }
}

std::string refusal(std::uint64_t n, data::KeyType type, const Overrides& overrides) {
  gpu::DeviceInfo info = gpu::test_device().info();
  info.max_storage_bytes = 1 << 20;
  info.max_shared_bytes = 32'768;
  info.max_workgroup_size = 512;
  return prepare(bucket_sort(), &info, {n, type}, overrides).refusal().value_or("");
}

TEST(DeterministicSampleSort, NamesTheDeviceLimitWhenItRejectsLargeParameters) {
  TEXELSORT_NEED_GL();
  EXPECT_EQ(refusal(262'144, data::KeyType::u32, {}), "");
  EXPECT_EQ(refusal(262'145, data::KeyType::u32, {}),
            "n = 262145 needs a storage block of 1048580 bytes for the keys, but this device's limit is 1048576: "
            "choose at most n = 262144");
  EXPECT_EQ(refusal(9, data::KeyType::u32, {{"sublist", "64"}, {"samples", "33"}}),
            "33 samples are too many for a sublist of 64 keys: choose at most 32, or longer sublists");
  EXPECT_EQ(
      refusal(9, data::KeyType::u64, {{"tile", "4096"}, {"keys", "32"}}),
      "a tile of 4096 keys needs 50688 bytes of shared memory, but this device's limit is 32768: choose a smaller "
      "tile");
  EXPECT_EQ(refusal(9, data::KeyType::u32, {{"tile", "2048"}, {"keys", "2"}}),
            "a tile of 2048 keys with 2 keys per invocation needs 1024 invocations, but this device's limit is 512");
  // The paper's 2,048 keys and 64 splitters fit into the shared memory that OpenGL guarantees, even with 8-byte keys.
  // Twice as many do not.
  const Overrides doubling{{"search", "doubling"}, {"sublist", "2048"}, {"samples", "64"}};
  EXPECT_EQ(refusal(4096, data::KeyType::u64, doubling), "");
  EXPECT_EQ(
      refusal(8192, data::KeyType::u64, {{"search", "doubling"}, {"sublist", "4096"}, {"samples", "64"}}),
      "the search for 64 splitters in a sublist of 4096 keys needs 33536 bytes of shared memory, but this device's "
      "limit is 32768: choose a smaller sublist, or search = parallel");
  EXPECT_EQ(refusal(8192, data::KeyType::u64, {{"search", "parallel"}, {"sublist", "4096"}, {"samples", "64"}}), "");
  EXPECT_EQ(refusal(9, data::KeyType::u32, {{"workgroup", "1024"}}),
            "workgroup = 1024 is beyond this device's limit of 512 invocations: choose a smaller workgroup");
}

}  // namespace
}  // namespace texelsort::algorithms::deterministic
