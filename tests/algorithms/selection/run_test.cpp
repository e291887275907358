// Tests of selections as runs: the worked example, shared thresholds, folding, skewed keys, snapshots and rewinding.
#include <algorithm>

#include <gtest/gtest.h>

#include "compute/algorithms/selection/counting_plan.h"
#include "compute/algorithms/selection/histogram_plan.h"
#include "compute/algorithms/selection/runs.h"
#include "compute/data/error.h"
#include "compute/data/keys/order.h"
#include "tests/algorithms/problems.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

std::shared_ptr<const Problem> with_ranks(const Problem& problem, std::vector<std::uint64_t> ranks) {
  auto changed = std::make_shared<Problem>(problem);
  changed->ranks = std::move(ranks);
  return changed;
}

std::shared_ptr<const Problem> slide_problem() {
  return std::make_shared<const Problem>(Problem{std::vector<std::uint32_t>{3, 11, 13, 7, 5, 1, 7, 10, 2},
                                                 data::Order::ascending,
                                                 data::PayloadKind::none,
                                                 {9 - 2}});
}

std::vector<std::uint64_t> found(const Run& run) {
  std::vector<std::uint64_t> codes;
  for (const Candidate& candidate : run.selection()->candidates) {
    EXPECT_EQ(candidate.low, candidate.high);
    codes.push_back(candidate.low);
  }
  return codes;
}

std::vector<std::uint64_t> expected(const Problem& problem) {
  std::vector<std::uint64_t> sorted = data::codes(problem.keys, problem.order), at;
  std::ranges::sort(sorted);
  for (const std::uint64_t rank : problem.ranks) at.push_back(sorted[rank]);
  return at;
}

class EverySelection : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (algorithm().info().backend != Backend::cpu) TEXELSORT_NEED_GL();
    const gpu::DeviceInfo* info = tests::device() == nullptr ? nullptr : &tests::device()->info();
    if (const auto available = algorithm().availability(info, {}); !available.available)
      GTEST_SKIP() << available.reason;
  }
  const Algorithm& algorithm() const { return find_algorithm(GetParam()); }
};

std::vector<std::string> selections() {
  std::vector<std::string> ids;
  for (const auto& algorithm : registry()) {
    if (algorithm->info().task == Task::select) ids.push_back(algorithm->info().id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(All, EverySelection, ::testing::ValuesIn(selections()),
                         [](const auto& info) { return test_name(info.param); });

TEST_P(EverySelection, FindsTheSameElementsAtOnceAsStepByStep) {
  for (const data::KeyType type : data::all_key_types) {
    const auto problem = make_problem("uniform", type, 5000);
    const auto stepped = start(algorithm(), problem), finished = start(algorithm(), problem);
    while (stepped->step()) {
    }
    finished->step();
    finished->finish();
    EXPECT_EQ(found(*finished), expected(*problem));
    EXPECT_EQ(found(*stepped), found(*finished));
    EXPECT_EQ(stepped->passes_done(), finished->passes_done());
    EXPECT_EQ(stepped->selection()->waits, finished->selection()->waits);
    EXPECT_EQ(finished->total_passes(), finished->passes_done());
  }
}

TEST_P(EverySelection, ContinuesFromEverySnapshot) {
  const auto problem = make_problem("gaussian", data::KeyType::f32, 4096);
  const auto run = start(algorithm(), problem);
  std::vector<Snapshot> snapshots;
  do {
    snapshots.push_back(run->save());
  } while (run->step());
  for (const Snapshot& snapshot : snapshots) {
    run->restore(snapshot);
    EXPECT_EQ(run->passes_done(), snapshot.passes_done);
    run->finish();
    EXPECT_EQ(found(*run), expected(*problem)) << "from pass " << snapshot.passes_done;
  }
}

TEST_P(EverySelection, RestoresTheInputWhenRewound) {
  const auto problem = make_problem("uniform", data::KeyType::i32, 1000);
  const auto run = start(algorithm(), problem);
  run->finish();
  run->rewind();
  EXPECT_EQ(run->passes_done(), 0u);
  EXPECT_EQ(run->read().keys, problem->keys);
  EXPECT_NE(run->selection()->candidates[0].low, run->selection()->candidates[0].high);
  run->finish();
  EXPECT_EQ(found(*run), expected(*problem));
}

TEST_P(EverySelection, ReadsAnyRangeOfItsKeys) {
  const auto problem = make_problem("uniform", data::KeyType::f64, 1000);
  const auto run = start(algorithm(), problem);
  for (const auto& [first, count] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {0, 0}, {0, 1}, {999, 1}, {0, 1000}, {31, 2}, {30, 100}, {5, 900}}) {
    EXPECT_EQ(run->read(first, count).keys, data::slice(problem->keys, first, count)) << first << '+' << count;
  }
}

// Equal and sorted keys are hard for selections that store candidates per block, and for folding.
TEST_P(EverySelection, FindsTheExactElementsOfEqualAndSortedKeys) {
  for (const char* distribution : {"zero", "few-distinct", "sorted", "reversed"}) {
    for (const data::KeyType type : {data::KeyType::u32, data::KeyType::i64}) {
      const auto problem = make_problem(distribution, type, 40'000);
      const auto run = start(algorithm(), problem);
      run->finish();
      EXPECT_EQ(found(*run), expected(*problem)) << distribution;
    }
  }
}

TEST_P(EverySelection, FindsManyElementsInOneRun) {
  const auto keys = make_problem("uniform", data::KeyType::u64, 3001);
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t rank = 0; rank < keys->n(); rank += 100) ranks.push_back(rank);
  const auto problem = with_ranks(*keys, ranks);
  const auto run = start(algorithm(), problem);
  EXPECT_FALSE(verify_every_pass(*run, *problem, false));
  EXPECT_EQ(found(*run), expected(*problem));
}

TEST_P(EverySelection, RejectsRanksOutOfRange) {
  const auto problem = make_problem("uniform", data::KeyType::u32, 10);
  EXPECT_THROW(start(algorithm(), with_ranks(*problem, {})), UsageError);
  EXPECT_THROW(start(algorithm(), with_ranks(*problem, {10})), UsageError);
  EXPECT_THROW(start(algorithm(), make_problem("uniform", data::KeyType::u32, 0)), UsageError);
}

class CountingSelection : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Both, CountingSelection, ::testing::Values("select/depth@fragment", "select/discard@fragment"),
                         [](const auto& info) { return test_name(info.param); });

TEST_P(CountingSelection, PrintsTheThresholdCountsOfTheLectureSlides) {
  TEXELSORT_NEED_GL();
  const auto run = start(find_algorithm(GetParam()), slide_problem());
  std::vector<std::string> lines;
  std::vector<ThresholdCount> counts;
  while (const auto record = run->step()) {
    if (!record->counted()) continue;
    lines.push_back(record->claim.sentence);
    counts.push_back(*record->counted());
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"m = 1000 counts 3, bit 1", "m = 1100 counts 1, bit 0",
                                             "m = 1010 counts 3, bit 1", "m = 1011 counts 2, bit 1"}));
  EXPECT_EQ(counts[3].threshold, 0b1011u);
  EXPECT_EQ(found(*run), (std::vector<std::uint64_t>{0b1011}));
}

TEST_P(CountingSelection, WaitsLessOftenWhenItDecidesMoreBitsPerRound) {
  TEXELSORT_NEED_GL();
  const auto problem = with_ranks(*make_problem("uniform", data::KeyType::u32, 1000), {500});
  const std::map<int, std::pair<std::uint64_t, std::uint64_t>> known{{1, {32, 32}}, {2, {48, 16}}, {4, {120, 8}}};
  for (const auto& [bits, passes_and_waits] : known) {
    Overrides overrides{{"bits", std::to_string(bits)}, {"key-bits", "32"}};
    // No folding, because a fold waits for a count of its own.
    if (GetParam() == "select/depth@fragment") overrides["fold"] = "1";
    const auto run = start(find_algorithm(GetParam()), problem, overrides);
    std::uint64_t counts = 0;
    while (const auto record = run->step()) counts += record->counted() != nullptr;
    EXPECT_EQ(counts, passes_and_waits.first) << bits;
    EXPECT_EQ(run->selection()->waits, passes_and_waits.second) << bits;
  }
}

TEST(DepthSelection, FindsTheExactElementAfterFolding) {
  TEXELSORT_NEED_GL();
  const Algorithm& depth = find_algorithm("select/depth@fragment");
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f32, data::KeyType::i64}) {
    const auto problem = make_problem("uniform", type, 30'000);
    const auto run = start(depth, problem);
    std::uint64_t folds = 0;
    while (const auto record = run->step()) folds += record->header.label.ends_with("folded");
    EXPECT_GT(folds, 0u);
    EXPECT_EQ(found(*run), expected(*problem));
    run->rewind();
    EXPECT_FALSE(verify_every_pass(*run, *problem, false));
    const auto unfolded = start(depth, problem, {{"fold", "1"}});
    unfolded->finish();
    EXPECT_EQ(found(*unfolded), expected(*problem));
  }
}

// Blocks of keys that the texture is too narrow to fill contain only the columns that exist.
TEST(DepthSelection, SamplesAndFoldsTexturesNarrowerThanABlock) {
  TEXELSORT_NEED_GL();
  for (const std::uint64_t n : {64, 100, 1312}) {
    const auto problem = with_ranks(*make_problem("uniform", data::KeyType::u32, n), {0, n / 2, n - 1});
    for (const char* width : {"1", "2", "4"}) {
      for (const std::map<std::string, std::string>& blocks :
           {std::map<std::string, std::string>{{"sample", "8"}}, {{"sample", "16"}}, {{"fold", "8"}}}) {
        auto overrides = blocks;
        overrides["width"] = width;
        const auto run = start(find_algorithm("select/depth@fragment"), problem, overrides);
        const auto failure = verify_every_pass(*run, *problem, true);
        EXPECT_FALSE(failure) << n << ", width " << width << ": " << text(*failure);
      }
    }
  }
}

TEST(DepthSelection, FindsTheExactElementAfterSampling) {
  TEXELSORT_NEED_GL();
  for (const auto& [distribution, rank] :
       {std::pair{"uniform", 7u}, {"uniform", 35'000u}, {"few-distinct", 35'000u}, {"gaussian-4", 69'000u}}) {
    const auto problem = with_ranks(*make_problem(distribution, data::KeyType::u32, 70'000), {rank});
    const auto plain = start(find_algorithm("select/depth@fragment"), problem, {{"sample", "1"}});
    const auto sampled = start(find_algorithm("select/depth@fragment"), problem, {{"sample", "4"}});
    while (plain->step()) {
    }
    while (sampled->step()) {
    }
    EXPECT_EQ(sampled->selection()->candidates[0].low, plain->selection()->candidates[0].low) << distribution << rank;
    EXPECT_EQ(sampled->selection()->candidates[0].low, sampled->selection()->candidates[0].high);
  }
}

// A device that does not draw planes at exact depths must be detected before it counts wrongly.
TEST(DepthSelection, DetectsADeviceThatDrawsPlanesAtInexactDepths) {
  TEXELSORT_NEED_GL();
  const tests::TemporaryFolder folder;
  folder.write("selection/plane.vert",
               "uniform float plane_depth;\nvoid main() {\n"
               "  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);\n"
               "  gl_Position = vec4(corner * 2.0 - 1.0, plane_depth * 2.0 - 0.9999999, 1.0);\n}\n");
  const auto device = gpu::Device::headless({.debug = false, .shader_directory = folder.path(), .egl_device = {}});
  EXPECT_FALSE(probe_depth_planes(*device));
  tests::device()->make_current();
  EXPECT_TRUE(probe_depth_planes(gpu::test_device()));
}

class CountingSelectionByMarks : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { TEXELSORT_NEED_GL(); }
  const Algorithm& algorithm() const { return find_algorithm(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(All, CountingSelectionByMarks,
                         ::testing::Values("select/depth@fragment", "select/discard@fragment"),
                         [](const auto& info) { return test_name(info.param); });

// With more than 16 x 16 texels, block sums are summed again. Some of these widths cut a block in two.
TEST_P(CountingSelectionByMarks, UsesTheSameThresholdsAsOcclusionQueries) {
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f64}) {
    for (const std::uint64_t n : {1ull, 9ull, 257ull, 5000ull, 70'000ull}) {
      // 8-byte keys are tested with one size, because they have the same sums but need twice as many rounds.
      if (type == data::KeyType::f64 && n != 257) continue;
      const auto problem = with_ranks(*make_problem("uniform", type, n), {n / 3});
      for (const char* bits : {"1", "3"}) {
        const auto queries = start(algorithm(), problem, {{"count", "queries"}, {"bits", bits}});
        const auto marks = start(algorithm(), problem, {{"count", "marks"}, {"bits", bits}});
        while (const auto record = marks->step()) {
          const auto other = queries->step();
          ASSERT_TRUE(other);
          EXPECT_EQ(record->header.label, other->header.label);
          EXPECT_EQ(record->claim.sentence, other->claim.sentence);
          if (record->header.label.starts_with("c(")) {
            EXPECT_GT(record->counters.draws, 1u) << "sums are draws too";
          }
          EXPECT_EQ(other->counters.draws, 1u);
        }
        EXPECT_FALSE(queries->step());
        EXPECT_EQ(found(*marks), expected(*problem));
      }
    }
  }
}

TEST_P(CountingSelectionByMarks, FindsTheElementsWithSeveralBitsPerRound) {
  const auto problem = with_ranks(*make_problem("gaussian", data::KeyType::f32, 20'000), {1, 10'000});
  const auto run = start(algorithm(), problem, {{"count", "marks"}, {"bits", "3"}});
  run->finish();
  EXPECT_EQ(found(*run), expected(*problem));
}

TEST_P(CountingSelectionByMarks, IsTheDefaultWhenQueriesDoNotCountSamples) {
  gpu::DeviceInfo browser = gpu::test_device().info();
  browser.counts_samples = false;
  const auto prepared = [&](const Overrides& values) { return prepare(algorithm(), &browser, {.n = 1024}, values); };
  EXPECT_EQ(prepared({}).refusal(), std::nullopt);
  EXPECT_EQ(prepared({}).parameters().text("count"), "marks");
  EXPECT_NE(prepared({{"count", "queries"}}).refusal().value_or("").find("choose count = marks"), std::string::npos);
}

TEST(DepthSelection, DrawsPlanesAtExactDepthsWhenItCountsByMarks) {
  TEXELSORT_NEED_GL();
  EXPECT_TRUE(probe_depth_planes(gpu::test_device(), algorithms::Counting::marks));
}

TEST(DepthSelection, RejectsTooFewOrTooManyKeyBits) {
  TEXELSORT_NEED_GL();
  EXPECT_THROW(start(find_algorithm("select/depth@fragment"), slide_problem(), {{"key-bits", "3"}}), UsageError);
  EXPECT_THROW(start(find_algorithm("select/depth@fragment"), slide_problem(), {{"key-bits", "33"}}), UsageError);
}

/// Radix selections by shaders and by CUDA kernels.
class HistogramSelection : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_BACKEND_OF(algorithm());
    if (const auto known = algorithm().availability(&gpu::test_device().info(), {}); !known.available) {
      GTEST_SKIP() << known.reason;
    }
  }
  const Algorithm& algorithm() const { return find_algorithm(GetParam()); }

  /// Returns the number of keys that each level of a selection reads, with digits of 8 bits.
  std::vector<std::uint64_t> read_by_levels(const std::shared_ptr<const Problem>& problem,
                                            Overrides overrides = {}) const {
    overrides["digit"] = "8";
    const auto run = start(algorithm(), problem, overrides);
    std::vector<std::uint64_t> read;
    while (const auto record = run->step()) {
      if (record->header.label == "histogram") read.push_back(record->counters.elements_read);
    }
    EXPECT_EQ(run->selection()->waits, 1u);
    EXPECT_EQ(found(*run), expected(*problem));
    return read;
  }
};
INSTANTIATE_TEST_SUITE_P(All, HistogramSelection,
                         ::testing::Values("select/histogram@compute", "select/histogram@cuda"),
                         [](const auto& info) { return test_name(info.param); });

TEST_P(HistogramSelection, WaitsOnceAndStoresCandidatesSeparately) {
  const auto problem = with_ranks(*make_problem("uniform", data::KeyType::u32, 100'000), {1234});
  const auto read = read_by_levels(problem);
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[0], 100'000u);
  EXPECT_EQ(read[1], 100'000u);
  EXPECT_LT(read[2], 1000u);  // about 1/256 of the keys have the same first digit as the element
  EXPECT_EQ(read[3], read[2]);
}

// A quarter of the keys has the first digit of the element, and the blocks store at most an eighth of the keys.
TEST_P(HistogramSelection, ReadsAllKeysAgainWhenCandidatesExceedTheirMemory) {
  Problem problem = *make_problem("uniform", data::KeyType::u32, 100'000);
  for (std::uint32_t& key : std::get<std::vector<std::uint32_t>>(problem.keys)) {
    key = key % 4 == 0 ? key | 0xFF00'0000u : key >> 1;
  }
  const auto read = read_by_levels(with_ranks(problem, {99'000}));
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[1], 100'000u);
  EXPECT_EQ(read[2], 100'000u);
  EXPECT_LT(read[3], 1000u);
}

TEST_P(HistogramSelection, ReadsAllKeysOnlyOnceWhenTheSampleIsRepresentative) {
  for (const std::uint64_t rank : {1234u, 50'000u, 99'999u}) {
    const auto read =
        read_by_levels(with_ranks(*make_problem("uniform", data::KeyType::u32, 100'000), {rank}), {{"sample", "1024"}});
    ASSERT_EQ(read.size(), 4u);
    EXPECT_EQ(read[0], 100'000u);
    EXPECT_LT(read[1], 25'000u) << rank;  // keys within three standard deviations of the rank
    EXPECT_LT(read[2], 25'000u);
  }
}

TEST_P(HistogramSelection, ReadsAllKeysAgainWhenTheSampleIsMisleading) {
  // All keys outside the sample are large, so that the sample does not contain keys near the median.
  Problem problem = *make_problem("uniform", data::KeyType::u32, 100'000);
  auto& keys = std::get<std::vector<std::uint32_t>>(problem.keys);
  for (std::uint32_t& key : keys) key |= 0x8000'0000u;
  HistogramSettings settings;
  settings.sample = 1024;
  for (const std::uint64_t vector : sampled_vectors(HistogramShape(settings, 1), keys.size(), data::KeyType::u32)) {
    for (std::uint64_t i = 0; i < 4; ++i) keys[4 * vector + i] &= 0x0FFF'FFFFu;
  }
  const auto read = read_by_levels(with_ranks(problem, {50'000}), {{"sample", "1024"}});
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[0], 100'000u);
  EXPECT_EQ(read[1], 100'000u);
  EXPECT_LT(read[2], 2000u);
}

}  // namespace
}  // namespace texelsort::algorithms
