// Tests of radix sorts by compute shaders: all forms, snapshots, tables and memory.
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "compute/check/run_check.h"
#include "compute/gpu/memory_use.h"
#include "tests/algorithms/problems.h"
#include "tests/algorithms/radix/plans.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

struct Form {
  std::string name, algorithm;
  Overrides parameters;
};

Overrides cooperative(const char* ranking, const char* digit, const char* tile, const char* workgroup) {
  return {{"form", "cooperative"}, {"ranking", ranking}, {"digit", digit}, {"tile", tile}, {"workgroup", workgroup}};
}

Form srts(std::string name, Overrides overrides, const char* workgroups) {
  overrides["workgroups"] = workgroups;
  return {std::move(name), "radix/srts@compute", std::move(overrides)};
}

const std::vector<Form> forms{
    srts("SrtsCounters", cooperative("counters", "4", "256", "64"), "3"),
    srts("SrtsMatching", cooperative("matching", "8", "256", "128"), "3"),
    srts("SrtsMoreDigitsThanInvocations", cooperative("matching", "7", "64", "16"), "5"),
    srts("SrtsOneInvocation", cooperative("counters", "3", "8", "1"), "40"),
    srts("SrtsSerial", {{"form", "serial"}, {"digit", "5"}, {"workgroup", "8"}}, "2"),
    {"GrsPaper", "radix/grs@compute", cooperative("counters", "4", "1024", "64")},
    {"GrsMatching", "radix/grs@compute", cooperative("matching", "8", "256", "64")},
    {"GrsSerial", "radix/grs@compute", {{"form", "serial"}, {"digit", "6"}, {"tile", "64"}, {"workgroup", "8"}}},
};

class ComputeRadixSortForms : public ::testing::TestWithParam<Form> {};
INSTANTIATE_TEST_SUITE_P(All, ComputeRadixSortForms, ::testing::ValuesIn(forms),
                         [](const auto& info) { return info.param.name; });

/// Numbers of keys around the ends of a tile, of a share, and of several shares. CheckMatrixCases tests all key types,
/// but only for tuned parameters, because each combination is a separate program.
TEST_P(ComputeRadixSortForms, FulfilTheClaimOfEveryPass) {
  TEXELSORT_NEED_GL();
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f64}) {
    for (const std::uint64_t n : {2, 63, 65, 511, 513, 1500}) {
      for (const char* distribution : {"uniform", "few-distinct"}) {
        const bool wide = type == data::KeyType::f64;
        const CheckCase one{.algorithm = &find_algorithm(GetParam().algorithm),
                            .type = type,
                            .payload = wide ? data::PayloadKind::index : data::PayloadKind::none,
                            .order = wide ? data::Order::descending : data::Order::ascending,
                            .distribution = distribution,
                            .n = n,
                            .parameters = GetParam().parameters};
        const CheckResult result = run_check(tests::device(), one);
        ASSERT_EQ(result.outcome, Outcome::passed) << text(one) << "\n" << result.message;
      }
    }
  }
}

/// A snapshot between the count and the move of a digit contains the table and the ranks. Both differ from those of
/// later passes.
TEST_P(ComputeRadixSortForms, ContinueFromASnapshotBetweenTheCountAndTheMoveOfADigit) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u32, 2000, data::PayloadKind::index);
  const auto run = start(find_algorithm(GetParam().algorithm), problem, GetParam().parameters);
  for (const int passes : {4, 5}) {
    run->rewind();
    for (int i = 0; i < passes; ++i) run->step();
    const Snapshot snapshot = run->save();
    const auto table = read_view(run->views().at(2));
    run->finish();
    const data::State end = run->read();
    run->restore(snapshot);
    EXPECT_EQ(read_view(run->views().at(2)), table);
    run->finish();
    EXPECT_EQ(run->read().keys, end.keys);
    EXPECT_EQ(run->read().payload, end.payload);
    EXPECT_FALSE(verify_result(*run, *problem, true));
  }
}

TEST_P(ComputeRadixSortForms, ShowTheDigitAndTheTablesOfEachPass) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u32, 1500);
  const auto run = start(find_algorithm(GetParam().algorithm), problem, GetParam().parameters);
  const bool ranks = GetParam().algorithm == "radix/grs@compute";
  std::uint64_t index = 0;
  while (const auto record = run->step()) {
    ASSERT_TRUE(record->digit());
    const std::vector<View> views = run->views();
    ASSERT_EQ(views.size(), ranks ? 3u : 2u);
    EXPECT_EQ(views[1].name(), index % 3 == 0 ? "histogram" : "scan");
    EXPECT_EQ(views[1].width, record->digit()->columns);
    EXPECT_EQ(views[1].count, record->digit()->columns << record->digit()->bits);
    if (ranks) {
      EXPECT_EQ(views[2].name(), "ranks");
    }
    if (index++ % 3 == 0) {
      const auto table = read_view(views[1]);
      EXPECT_EQ(std::accumulate(table.begin(), table.end(), std::uint64_t{0}), problem->n());
    }
  }
}

TEST_P(ComputeRadixSortForms, AllocateOnlyTwoArraysAndTheirTables) {
  TEXELSORT_NEED_GL();
  for (const auto payload : {data::PayloadKind::none, data::PayloadKind::index}) {
    const auto problem = make_problem("uniform", data::KeyType::u32, 5000, payload);
    const Algorithm& algorithm = find_algorithm(GetParam().algorithm);
    const ProblemForm form = problem->form();
    const ComputeRadixPlan plan =
        plan_of(GetParam().algorithm, form,
                prepare(algorithm, &gpu::test_device().info(), form, GetParam().parameters).used_values());
    const std::uint64_t before = gpu::memory_use().now;
    gpu::reset_peak();
    const auto run = start(algorithm, problem, GetParam().parameters);
    run->finish();
    const std::uint64_t arrays = 2 * 5000 * (4 + (payload == data::PayloadKind::index ? 4 : 0));
    EXPECT_LE(gpu::memory_use().peak - before, arrays + plan.table_bytes());
    // Bound that the algorithm's summary states: 4 bytes per digit and column, 2 bytes per key for ranks, and a small
    // constant.
    const std::uint64_t stated = 4 * (plan.columns << plan.digit_bits) + (plan.ranks ? 2 * 5000 : 0);
    EXPECT_LE(plan.table_bytes(), stated + 8 * 1024);
  }
}

/// Section VI of the paper: ranks need fewer bits than integers. In the largest tile, the last of equal keys has the
/// largest rank, which has 16 bits.
TEST(RadixRun, StoresTheRanksOfKeysIn16Bits) {
  TEXELSORT_NEED_GL();
  for (const std::uint64_t tile : {4096, 65'536}) {
    const std::uint64_t n = tile + 3;
    const auto problem = make_problem("zero", data::KeyType::u32, n);
    const Overrides serial{{"form", "serial"}, {"digit", "8"}, {"tile", std::to_string(tile)}, {"workgroup", "8"}};
    const auto run = start(find_algorithm("radix/grs@compute"), problem,
                           tile == 4096 ? cooperative("matching", "8", "4096", "64") : serial);
    run->step();
    const std::vector<View> views = run->views();
    const View& ranks = *find_view(views, tables::DigitRanks{});
    EXPECT_EQ(ranks.packed_bytes, 2u);
    const auto found = read_view(ranks);
    ASSERT_EQ(found.size(), n);
    for (std::uint64_t i = 0; i < n; ++i) ASSERT_EQ(found[i], i % tile);
  }
}

TEST(RadixRun, SortsColumnsOfMaximumLengthOnASoftwareRenderer) {
  TEXELSORT_NEED_GL();
  // Each of 8 serial invocations processes 250,000 keys, four per iteration. The resulting 62,500 iterations are just
  // below the 65,535 after which llvmpipe ends loops.
  std::vector<std::uint32_t> keys(2'000'000);
  std::mt19937 random(1);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  const Overrides one_workgroup{{"form", "serial"}, {"digit", "8"}, {"workgroup", "8"}, {"workgroups", "1"}};
  const auto problem = std::make_shared<const Problem>(Problem{keys});
  const auto run = start(find_algorithm("radix/srts@compute"), problem, one_workgroup);
  run->finish();
  EXPECT_FALSE(verify_result(*run, *problem, true));
}

}  // namespace
}  // namespace texelsort::algorithms
