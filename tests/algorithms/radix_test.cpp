// Radix sorts: the cut of keys into digits and of arrays into columns, the twins, every form of the shaders, memory,
// refusals.
#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/radix/compute_plan.h"
#include "compute/algorithms/radix/twin.h"
#include "compute/check/verify.h"
#include "compute/data/error.h"
#include "compute/data/order.h"
#include "compute/gpu/memory_use.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

ComputeRadixPlan plan_of(const std::string& id, const ProblemForm& form, const Overrides& overrides) {
  const RadixSort sort = id == "radix/grs@compute" ? RadixSort::grs : RadixSort::srts;
  return {sort, form, compute_radix_settings(sort).chosen({}, overrides)};
}

gpu::DeviceInfo large_device() {
  gpu::DeviceInfo device;
  device.compute = true;
  device.max_storage_bytes = std::uint64_t{1} << 31;
  device.max_workgroup_size = 1024;
  device.max_shared_bytes = 49'152;
  return device;
}

TEST(RadixPlan, DigitsCoverEveryBitOnce) {
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f64}) {
    for (int bits = 1; bits <= 8; ++bits) {
      const ComputeRadixPlan plan = plan_of("radix/srts@compute", {1000, type}, {{"digit", std::to_string(bits)}});
      std::uint32_t next = 0;
      for (std::uint64_t i = 0; i < plan.digits(); ++i) {
        EXPECT_EQ(plan.digit(i).shift, next);
        EXPECT_GE(plan.digit(i).bits, 1u);
        EXPECT_LE(plan.digit(i).bits, static_cast<std::uint32_t>(bits));
        next += plan.digit(i).bits;
      }
      EXPECT_EQ(next, 8 * data::key_bytes(type)) << bits;
    }
  }
}

TEST(RadixPlan, ColumnsCoverTheArrayAndSrtsHasAFixedNumberOfThem) {
  for (const char* id : {"radix/srts@compute", "radix/grs@compute"}) {
    for (const char* form : {"cooperative", "serial"}) {
      for (const std::uint64_t n : {1, 2, 255, 256, 257, 10'000, 1'000'003}) {
        const ComputeRadixPlan plan = plan_of(id, {n}, {{"form", form}, {"workgroup", "64"}});
        EXPECT_GE(plan.columns * plan.column_keys, n);
        EXPECT_LT((plan.columns - 1) * plan.column_keys, n) << "a column without keys";
        EXPECT_EQ(plan.column_keys % 4, 0u) << "serial invocations read 16 bytes at a time";
      }
    }
  }
  const Overrides few{{"workgroups", "7"}, {"tile", "256"}, {"workgroup", "64"}};
  EXPECT_EQ(plan_of("radix/srts@compute", {1'000'003}, few).columns, 7u);
  EXPECT_EQ(plan_of("radix/grs@compute", {1'000'003}, {{"tile", "1024"}}).columns, 977u);
}

TEST(RadixPlan, PaperValuesAreThoseOfThePapers) {
  const Overrides grs = paper_values(find_algorithm("radix/grs@compute").parameters());
  EXPECT_EQ(grs.at("digit"), "4");
  EXPECT_EQ(grs.at("tile"), "1024");
  EXPECT_EQ(grs.at("workgroup"), "64");
  EXPECT_EQ(paper_values(find_algorithm("radix/srts@compute").parameters()).at("digit"), "4");
}

struct NoSteps final : DigitSteps {
  void count(const DigitPass&) override {}
  void scan(const DigitPass&) override {}
  void move(const DigitPass&) override {}
  Counters scan_cost(const DigitPass&) const override { return {}; }
};

TEST(RadixSchedule, CountsScansAndMovesByEveryDigit) {
  NoSteps steps;
  for (const char* id : {"radix/srts@compute", "radix/grs@compute"}) {
    for (const std::uint64_t n : {0, 1, 2, 255, 256, 257, 100'000}) {
      const ComputeRadixPlan plan = plan_of(id, {n}, {{"digit", "5"}});
      const std::vector<Pass> passes = digit_passes(plan, {.count = 4, .rank = plan.ranks ? 4u : 0u}, steps);
      ASSERT_EQ(passes.size(), n > 1 ? 3u * 7 : 0u) << n;
      for (std::uint64_t i = 0; i < passes.size(); ++i) {
        const DigitPass digit = std::get<DigitPass>(passes[i].detail());
        EXPECT_EQ(digit.shift, i / 3 * 5);
        EXPECT_EQ(digit.bits, i / 3 == 6 ? 2u : 5u);
        EXPECT_EQ(passes[i].header().stage, "digit " + std::to_string(i / 3 + 1) + " of 7");
        const TableKind kind = digit_table(plan, i);
        EXPECT_EQ(std::holds_alternative<tables::DigitCounts>(kind), i % 3 == 0);
      }
      if (n < 2) continue;
      EXPECT_EQ(passes[1].header().label, plan.ranks ? "scan" : "top-level scan");
      // Keys are read and written once each, beside the table and the ranks.
      const std::uint64_t beside = 4 * (plan.columns << 5) + (plan.ranks ? 4 * n : 0);
      EXPECT_EQ(passes[0].cost().bytes, 4 * n + beside);
      EXPECT_EQ(passes[2].cost().bytes, 8 * n + beside);
    }
  }
}

TEST(RadixTwins, WorkedExample) {
  // Digits 2 1 0 2 | 1 2 0 of two bits, in columns of four.
  const std::vector<std::uint64_t> codes{0b10'11, 0b01'00, 0b00'11, 0b10'00, 0b01'10, 0b10'01, 0b00'00};
  const DigitPass pass{2, 2, 2, 4};
  EXPECT_EQ(digit_counts(codes, pass), (std::vector<std::uint64_t>{1, 1, 1, 1, 2, 1, 0, 0}));
  EXPECT_EQ(digit_offsets(codes, pass), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 6, 7, 7}));
  EXPECT_EQ(digit_ranks(codes, pass), (std::vector<std::uint64_t>{0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(digit_order(codes, pass), (std::vector<std::uint64_t>{2, 6, 1, 4, 0, 3, 5}));
}

TEST(RadixTwins, OffsetPlusRankIsThePlaceInTheOrder) {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> codes(1000);
  for (std::uint64_t& code : codes) code = random();
  const DigitPass pass{30, 5, 16, 64};
  const auto offsets = digit_offsets(codes, pass), ranks = digit_ranks(codes, pass), order = digit_order(codes, pass);
  for (std::uint64_t to = 0; to < codes.size(); ++to) {
    const std::uint64_t i = order[to];
    EXPECT_EQ(offsets[pass.digit(codes[i]) * pass.columns + i / pass.column_keys] + ranks[i], to);
  }
}

TEST(RadixTwins, TheOrderIsThatOfAStableSortByDigit) {
  std::mt19937_64 random(2);
  std::vector<std::uint64_t> codes(5000), expected(codes.size());
  for (std::uint64_t& code : codes) code = random();
  for (const DigitPass pass : {DigitPass{0, 1, 1, 5000}, DigitPass{30, 8, 5, 1000}, DigitPass{63, 1, 40, 128}}) {
    std::iota(expected.begin(), expected.end(), std::uint64_t{0});
    std::ranges::stable_sort(expected, {}, [&](std::uint64_t i) { return pass.digit(codes[i]); });
    EXPECT_EQ(digit_order(codes, pass), expected) << pass.shift;
  }
}

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

class RadixForms : public ::testing::TestWithParam<Form> {};
INSTANTIATE_TEST_SUITE_P(All, RadixForms, ::testing::ValuesIn(forms), [](const auto& info) { return info.param.name; });

/// Sizes on both sides of a tile's end, of a share's, and of several. All key types and the rest of the matrix are for
/// the tuned forms: each combination is a program of its own.
TEST_P(RadixForms, EveryClaimHolds) {
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

/// A snapshot between count and move holds the table and the ranks: they are not those of the passes that follow.
TEST_P(RadixForms, GoesOnFromASnapshotWithinADigit) {
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

TEST_P(RadixForms, PassesSayTheirDigitAndShowTheirTable) {
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

TEST_P(RadixForms, TakesTwoArraysAndItsTables) {
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
    // What the summary promises: 4 bytes a digit and column, 4 bytes a key for ranks, and little that does not grow.
    const std::uint64_t stated = 4 * (plan.columns << plan.digit_bits) + (plan.ranks ? 4 * 5000 : 0);
    EXPECT_LE(plan.table_bytes(), stated + 8 * 1024);
  }
}

TEST(RadixRun, ColumnsAsLongAsSoftwareLoopsMayBe) {
  TEXELSORT_NEED_GL();
  // 250,000 keys for each of 8 serial invocations, four an iteration; llvmpipe stops after 65,535 iterations.
  std::vector<std::uint32_t> keys(2'000'000);
  std::mt19937 random(1);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  const Overrides one_workgroup{{"form", "serial"}, {"digit", "8"}, {"workgroup", "8"}, {"workgroups", "1"}};
  const auto problem = std::make_shared<const Problem>(Problem{keys});
  const auto run = start(find_algorithm("radix/srts@compute"), problem, one_workgroup);
  run->finish();
  EXPECT_FALSE(verify_result(*run, *problem, true));
}

std::string refusal(const std::string& id, const gpu::DeviceInfo& device, std::uint64_t n, const Overrides& overrides) {
  return refusal_beside_defaults(find_algorithm(id), &device, {n, data::KeyType::u64, data::PayloadKind::index},
                                 overrides);
}

TEST(RadixRefusal, SaysTheNumbers) {
  const std::string srts = "radix/srts@compute", grs = "radix/grs@compute";
  const gpu::DeviceInfo device = large_device();
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  // 64-bit keys, tile of 4,096: 32,768 bytes, then 256 digits twice and the end, and a word for each of 256
  // invocations.
  gpu::DeviceInfo small = device;
  small.max_shared_bytes = 32'768;
  EXPECT_TRUE(has(refusal(srts, small, 10, {{"tile", "4096"}}), "35844")) << refusal(srts, small, 10, {});
  EXPECT_TRUE(has(refusal(srts, small, 10, {{"tile", "4096"}}), "32768"));
  EXPECT_EQ(refusal(srts, small, 10, {{"tile", "2048"}}), "");
  EXPECT_EQ(refusal(srts, device, 10, {{"tile", "4096"}}), "");
  // A word for each of 256 digits and 256 invocations.
  EXPECT_TRUE(has(refusal(grs, device, 10, {{"ranking", "counters"}}), "shared memory"));
  EXPECT_EQ(refusal(grs, device, 10, {{"ranking", "counters"}, {"digit", "4"}}), "");
  // Alone, an invocation needs no shared memory.
  EXPECT_EQ(refusal(grs, device, 10, {{"form", "serial"}}), "");

  gpu::DeviceInfo narrow = device;
  narrow.max_workgroup_size = 128;
  EXPECT_TRUE(has(refusal(grs, narrow, 10, {{"tile", "1024"}}), "128 invocations"));
  EXPECT_TRUE(has(refusal(grs, device, 10, {{"tile", "128"}}), "128 keys for 256 invocations"));
  EXPECT_TRUE(has(refusal(grs, device, 10, {{"tile", "4096"}, {"workgroup", "32"}}), "from 1 to 64 keys"));

  gpu::DeviceInfo short_blocks = device;
  short_blocks.max_storage_bytes = 1 << 20;
  EXPECT_TRUE(has(refusal(srts, short_blocks, 131'073, {}), "1048584 bytes for the keys"));
  EXPECT_EQ(refusal(srts, short_blocks, 131'072, {}), "");
  EXPECT_TRUE(
      has(refusal(grs, short_blocks, 131'072, {{"tile", "64"}, {"workgroup", "64"}}), "2097152 bytes for the table"));
  EXPECT_TRUE(has(refusal(srts, device, (1ull << 31) + 1, {}), "2^31"));

  gpu::DeviceInfo software = device;
  software.software = true;
  software.max_loop_rounds = 65'535;
  const Overrides long_loop{{"form", "serial"}, {"workgroup", "8"}, {"workgroups", "1"}};
  EXPECT_TRUE(has(refusal(srts, software, 8 * 131'072, long_loop), "65535")) << "two 64-bit keys an iteration";
  EXPECT_EQ(refusal(srts, software, 8 * 129'000, long_loop), "");
  EXPECT_EQ(refusal(srts, device, 8 * 131'072, long_loop), "");
  const Overrides many_tiles{{"tile", "64"}, {"workgroup", "64"}, {"workgroups", "1"}};
  EXPECT_TRUE(has(refusal(srts, software, 1 << 20, many_tiles), "65535"));
  EXPECT_EQ(refusal(srts, device, 1 << 20, many_tiles), "");
}

TEST(RadixRefusal, TunedValuesAreNeverRefused) {
  for (const bool software : {false, true}) {
    gpu::DeviceInfo device = large_device();
    device.software = software;
    if (software) device.max_shared_bytes = 32'768;
    if (software) device.max_loop_rounds = 65'535;
    for (const char* id : {"radix/srts@compute", "radix/grs@compute"}) {
      for (const data::KeyType type : data::all_key_types) {
        for (const std::uint64_t n : {0, 1, 100, 1024, 1025, 65'536, 1 << 20, 1 << 27}) {
          const ProblemForm form{n, type, data::PayloadKind::index};
          EXPECT_EQ(prepare(find_algorithm(id), &device, form, {}).refusal().value_or(""), "");
        }
      }
    }
  }
}

TEST(RadixRefusal, ValuesTunedBesideOneThatIsGivenSuitIt) {
  const std::vector<Overrides> given{{{"form", "cooperative"}},
                                     {{"form", "serial"}},
                                     {{"tile", "128"}, {"form", "cooperative"}},
                                     {{"workgroup", "16"}, {"form", "cooperative"}},
                                     {{"ranking", "counters"}, {"form", "cooperative"}}};
  for (const bool software : {false, true}) {
    gpu::DeviceInfo device = large_device();
    device.software = software;
    if (software) device.max_shared_bytes = 32'768;
    if (software) device.max_loop_rounds = 65'535;
    for (const char* id : {"radix/srts@compute", "radix/grs@compute"}) {
      for (const Overrides& overrides : given) {
        for (const std::uint64_t n : {100, 65'536, 1 << 20, 1 << 25}) {
          const auto& algorithm = find_algorithm(id);
          const Prepared prepared = prepare(algorithm, &device, {n}, overrides);
          const std::string refusal = prepared.refusal().value_or("");
          // Values given together may take more rounds of loops than a software renderer allows: that is said, not
          // done.
          const bool too_long = software && overrides.size() > 1;
          EXPECT_TRUE(refusal.empty() || (too_long && refusal.find("choose more workgroups") != refusal.npos))
              << refusal;
          for (const auto& [name, value] : overrides) EXPECT_EQ(prepared.parameters().text(name), value);
        }
      }
    }
  }
}

TEST(RadixTuning, FollowsTheFormThatIsGiven) {
  gpu::DeviceInfo software = large_device();
  software.software = true;
  const auto chosen = [&](const Overrides& overrides) {
    return prepare(find_algorithm("radix/srts@compute"), &software, {1 << 20}, overrides).parameters();
  };
  EXPECT_EQ(chosen({}), chosen({{"form", "serial"}}));
  // 8 invocations suit the lanes that serial ones are, and starve a workgroup that works together.
  EXPECT_EQ(chosen({}).integer("workgroup"), 8);
  EXPECT_EQ(chosen({{"form", "cooperative"}}).integer("workgroup"), 128);
  EXPECT_EQ(chosen({{"form", "cooperative"}}).integer("tile"), 4096);
  EXPECT_GT(chosen({{"form", "cooperative"}}).integer("workgroups"), chosen({}).integer("workgroups"));
}

TEST(RadixRefusal, ComesBeforeAnythingRuns) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u32, 100);
  EXPECT_THROW(
      start(find_algorithm("radix/grs@compute"), problem,
            {{"form", "cooperative"}, {"ranking", "counters"}, {"digit", "8"}, {"tile", "256"}, {"workgroup", "256"}}),
      UsageError);
}

}  // namespace
}  // namespace texelsort::algorithms
