#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/algorithms/records/settings.h"
#include "compute/check/run_check.h"
#include "compute/cuda/choice.h"
#include "compute/data/keys/records.h"
#include "compute/simt/options.h"
#include "tests/algorithms/problems.h"
#include "tests/support/changed_shader.h"

namespace texelsort::algorithms {
namespace {

struct Cell {
  const Algorithm* algorithm;
  data::KeyType type;
};

std::vector<Cell> cells() {
  std::vector<Cell> all;
  for (const auto& algorithm : registry()) {
    for (const data::KeyType type : data::all_key_types) all.push_back({algorithm.get(), type});
  }
  return all;
}

class CheckMatrixCases : public ::testing::TestWithParam<Cell> {};

bool is_executed_by_cpu(const Algorithm& algorithm) {
  return algorithm.info().backend == Backend::cuda &&
         cuda::choose(tests::device()->info(), {}).ordinal == cuda::cpu_ordinal;
}

/// Returns the depth of the matrix in this run: every combination only if TEXELSORT_TEST_FULL is set.
Depth depth() {
  return std::getenv("TEXELSORT_TEST_FULL") != nullptr ? Depth::product : Depth::quick;
}

/// Returns whether the CPU executes the kernels of case `number` of a key type, and sets the order of its threads. All
/// cases would need many minutes, because a radix sort processes whole tiles even for one key. The CPU runs every
/// second case of the quick matrix and every sixth of the product. It runs every 24th if each rank has such tiles. Half
/// of these cases have a random order of threads.
bool runs_on_cpu(const Cell& cell, std::size_t number, CheckCase& check_case) {
  const std::size_t turn = static_cast<std::size_t>(cell.type) + number;
  const bool ranks = cell.algorithm->info().owns_memory, radix = ranks || cell.algorithm->info().family == "radix";
  const std::size_t product = ranks ? 24 : 6;
  const std::size_t one_in = !radix ? 1 : depth() == Depth::quick ? 2 : product;
  const auto order = turn / one_in % 2 == 1 ? simt::Order::random : simt::Order::ascending;
  check_case.execution.on_cpu = simt::Options{.order = order};
  return turn % one_in == 0;
}

/// Minimum number of problems per type in a quick matrix: networks for up to 16 keys have the fewest.
constexpr std::size_t fewest_quick_cases = 20;

/// Runs cases over payloads, orders, distributions and sizes. Checks the claim of each pass, and then the result.
TEST_P(CheckMatrixCases, FulfilTheClaimOfEveryPass) {
  TEXELSORT_NEED_BACKEND_OF(*GetParam().algorithm);
  const bool on_cpu = is_executed_by_cpu(*GetParam().algorithm);
  std::size_t ran = 0, number = 0;
  for (CheckCase& check_case : check_matrix(*GetParam().algorithm, depth())) {
    if (check_case.type != GetParam().type) continue;
    if (on_cpu && !runs_on_cpu(GetParam(), number++, check_case)) continue;
    const CheckResult result = run_check(tests::device(), check_case);
    ASSERT_NE(result.outcome, Outcome::failed) << text(check_case) << "\n" << result.message;
    ran += result.outcome == Outcome::passed;
  }
  const std::string refusal = refusal_of(*GetParam().algorithm, GetParam().type, data::PayloadKind::none);
  if (!refusal.empty()) {
    EXPECT_EQ(ran, 0u);
    GTEST_SKIP() << refusal;
  }
  // Blending rejects most integers, so that only worked examples, zeros and small inputs of the product run.
  const bool blends = GetParam().algorithm->info().id.ends_with("/blend");
  if (blends) {
    EXPECT_GT(ran, GetParam().type == data::KeyType::f32 ? 100u : 30u);
  } else {
    EXPECT_GE(ran, fewest_quick_cases);
  }
}

INSTANTIATE_TEST_SUITE_P(All, CheckMatrixCases, ::testing::ValuesIn(cells()), [](const auto& info) {
  return test_name(info.param.algorithm->info().id + "_" + std::string(name(info.param.type)));
});

/// Returns all pairs of values of two axes that occur in the cases, as text.
std::set<std::string> pairs_of(const std::vector<CheckCase>& cases) {
  std::set<std::string> pairs;
  for (const CheckCase& one : cases) {
    if (one.payload == data::PayloadKind::record || !one.parameters.empty()) continue;
    const std::string values[] = {std::string(data::name(one.type)), std::string(data::name(one.payload)),
                                  std::string(data::name(one.order)), one.distribution, std::to_string(one.n)};
    for (std::size_t a = 0; a < std::size(values); ++a) {
      for (std::size_t b = a + 1; b < std::size(values); ++b) pairs.insert(fmt::format("{} {}", values[a], values[b]));
    }
  }
  return pairs;
}

TEST(CheckMatrix, ContainsEveryInputSizeAndRecordLayoutAtEveryDepth) {
  for (const Depth depth : {Depth::quick, Depth::product, Depth::full}) {
    std::set<std::uint64_t> sizes;
    std::set<std::string> records;
    for (const CheckCase& one : check_matrix(find_algorithm("bitonic/compute"), depth)) {
      if (one.payload == data::PayloadKind::record) {
        records.insert(data::payload_text(one.payload, one.shape) + one.parameters.at("rearrange"));
      } else {
        sizes.insert(one.n);
      }
    }
    for (const std::uint64_t n : {0, 1, 2, 3, 16, 17, 64, 65, 127, 256, 257, 1000, 1024, 1025, 4097}) {
      EXPECT_TRUE(sizes.contains(n)) << n;
    }
    EXPECT_EQ(records.size(), 5u * 9);  // five sizes of records, each in three layouts with three ways to rearrange
  }
}

TEST(CheckMatrix, DrawsItsRandomInputSizesFromTheSeed) {
  const Algorithm& algorithm = find_algorithm("bitonic/compute");
  const auto drawn = drawn_sizes(algorithm, 1);
  EXPECT_EQ(drawn.size(), 8u);
  EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), drawn.size());
  EXPECT_EQ(drawn, drawn_sizes(algorithm, 1));
  EXPECT_NE(drawn, drawn_sizes(algorithm, 2));
  EXPECT_NE(drawn, drawn_sizes(find_algorithm("bitonic/fused"), 1));
  for (const std::uint64_t n : drawn) EXPECT_FALSE(std::has_single_bit(n)) << n;
  for (const Depth depth : {Depth::quick, Depth::product, Depth::full}) {
    for (const std::uint64_t seed : {1, 7}) {
      std::map<std::uint64_t, std::size_t> cases;
      for (const CheckCase& one : check_matrix(algorithm, depth, seed)) ++cases[one.n];
      for (const std::uint64_t n : drawn_sizes(algorithm, seed)) EXPECT_GE(cases[n], 3u) << n;
    }
  }
}

TEST(CheckMatrix, DrawsInputSizesUpToTheLimitOfTheAlgorithm) {
  for (const auto& algorithm : registry()) {
    for (const std::uint64_t n : drawn_sizes(*algorithm, 3)) EXPECT_LE(n, algorithm->info().checked_n);
    EXPECT_GE(drawn_sizes(*algorithm, 3).size(), 3u) << algorithm->info().id;
  }
}

TEST(CheckMatrix, ContainsTheSpecialInputSizesOfEveryAlgorithm) {
  std::size_t algorithms = 0;
  for (const auto& algorithm : registry()) {
    std::set<std::uint64_t> sizes;
    for (const CheckCase& one : check_matrix(*algorithm, Depth::quick)) sizes.insert(one.n);
    for (const std::uint64_t n : algorithm->info().form_sizes) {
      EXPECT_EQ(sizes.contains(n), n <= algorithm->info().checked_n) << algorithm->info().id << " " << n;
    }
    algorithms += !algorithm->info().form_sizes.empty();
  }
  EXPECT_GT(algorithms, 8u);
  EXPECT_FALSE(find_algorithm("select/depth@fragment").info().form_sizes.empty());
}

/// Replaces `text` in a shader and runs the cases that wanted() selects. Returns the sizes of the cases that fail.
template <typename Wanted>
std::set<std::uint64_t> failing_sizes(const char* algorithm, const char* shader, const char* text,
                                      const char* replacement, std::uint64_t seed, Wanted wanted) {
  const tests::TemporaryFolder folder;
  tests::write_changed_shader(folder, shader, text, replacement);
  std::set<std::uint64_t> sizes;
  {
    const auto device = gpu::Device::headless({.debug = false, .shader_directory = folder.path(), .egl_device = {}});
    for (const CheckCase& one : check_matrix(find_algorithm(algorithm), Depth::quick, seed)) {
      if (wanted(one) && run_check(device.get(), one).outcome == Outcome::failed) sizes.insert(one.n);
    }
  }
  tests::device()->make_current();
  return sizes;
}

TEST(CheckMatrix, FindsAShaderThatComparesBeyondTheLastKey) {
  TEXELSORT_NEED_GL();
  const auto find = [](auto wanted) {
    return failing_sizes("bitonic/single-quad", "networks/pattern.glsl", "other < n", "other <= n", 1, wanted);
  };
  // Both the listed sizes and the random sizes must find the error.
  EXPECT_FALSE(find([](const CheckCase& one) { return one.n == 12 || one.n == 24 || one.n == 48; }).empty());
  const auto drawn = drawn_sizes(find_algorithm("bitonic/single-quad"), 1);
  const std::set<std::uint64_t> sizes(drawn.begin(), drawn.end());
  EXPECT_FALSE(find([&](const CheckCase& one) { return one.n <= 300 && sizes.contains(one.n); }).empty());
}

TEST(CheckMatrix, FindsAShaderThatGathersATexelBeyondTheLastKey) {
  TEXELSORT_NEED_GL();
  const auto sizes = failing_sizes("select/depth@fragment", "selection/gather.frag", "x + 1 < upper", "x < upper", 1,
                                   [](const CheckCase& one) { return one.n > 100'000; });
  EXPECT_FALSE(sizes.empty());
}

TEST(CheckMatrix, CombinesAllTypesPayloadsOrdersAndDistributionsAtProductDepth) {
  std::set<std::string> combinations;
  for (const CheckCase& one : check_matrix(find_algorithm("bitonic/compute"), Depth::product)) {
    if (one.payload == data::PayloadKind::record) continue;
    combinations.insert(fmt::format("{} {} {} {}", data::name(one.type), data::name(one.payload), data::name(one.order),
                                    one.distribution));
  }
  EXPECT_EQ(combinations.size(), 6u * 2 * 2 * data::distributions().size());
}

/// Values that an algorithm rejects occur in one case each, which tells the reader of a report that they are not
/// checked.
TEST(CheckMatrix, ContainsOneSkippedCaseForEachValueThatTheAlgorithmRejects) {
  for (const char* id : {"bitonic/blend", "quick/parallel@cuda", "merge/path@cuda"}) {
    const Algorithm& algorithm = find_algorithm(id);
    const AlgorithmInfo& info = algorithm.info();
    for (const Depth depth : {Depth::quick, Depth::product}) {
      std::map<std::string, std::size_t> rejected;
      for (const CheckCase& one : check_matrix(algorithm, depth)) {
        if (!refusal_of_form(algorithm, one.form())) continue;
        ++rejected[fmt::format("{} {} {}", data::name(one.type), data::name(one.payload), data::name(one.order))];
      }
      const auto payloads = payloads_of(info.task, info.backend).size() - accepted_payloads(info).size();
      EXPECT_EQ(rejected.size(), data::all_key_types.size() - info.types.size() + payloads) << id;
      for (const auto& [values, cases] : rejected) EXPECT_EQ(cases, 1u) << id << ": " << values;
    }
  }
}

/// The quick matrix is a covering array of strength two. It contains every pair of values in the product, except for
/// distributions that do not run with every size.
TEST(CheckMatrix, ContainsEveryPairOfValuesOfTwoAxesAtQuickDepth) {
  const std::set<std::string> at_every_size{"uniform", "gaussian",     "sorted",        "reversed",
                                            "zero",    "few-distinct", "nearly-sorted", "special"};
  for (const char* id : {"bitonic/fused", "pairwise/compute", "radix/onesweep@cuda", "select/depth@fragment",
                         "merge/multiway@cuda", "std/sort@cpu"}) {
    const auto quick = check_matrix(find_algorithm(id), Depth::quick);
    const auto product = check_matrix(find_algorithm(id), Depth::product);
    EXPECT_LT(quick.size(), product.size() / 3) << id;
    std::set<std::string> left_out;
    for (const CheckCase& one : product) {
      if (!at_every_size.contains(one.distribution)) left_out.insert(fmt::format("{} {}", one.distribution, one.n));
    }
    const std::set<std::string> covered = pairs_of(quick);
    for (const std::string& pair : pairs_of(product)) {
      EXPECT_TRUE(covered.contains(pair) || left_out.contains(pair)) << id << ": " << pair;
    }
  }
}

/// Algorithms that move whole records are checked in both layouts that allow it, with every key type, with the tuned
/// values and with the source's values.
TEST(CheckMatrix, ContainsDirectRecordSortsOfAlgorithmsThatMoveRecords) {
  std::size_t movers = 0;
  for (const auto& algorithm : registry()) {
    std::set<std::string> direct;
    const auto paper = paper_values(algorithm->parameters());
    for (const CheckCase& one : check_matrix(*algorithm, Depth::quick)) {
      if (one.payload != data::PayloadKind::record || one.parameters.at("records") != "direct") continue;
      const auto values = fitting_values(*algorithm, nullptr, one.form(), one.parameters);
      EXPECT_FALSE(record_refusal(*algorithm, one.form(), prepare(*algorithm, nullptr, one.form(), values).records()))
          << text(one);
      const bool by_paper = !paper.empty() && std::ranges::includes(one.parameters, paper);
      direct.insert(fmt::format("{} {} {} {}", data::payload_text(one.payload, one.shape), data::name(one.shape.layout),
                                data::name(one.type), one.parameters.at("rearrange")) +
                    (by_paper ? " paper" : ""));
    }
    if (!algorithm->moves_records()) {
      EXPECT_TRUE(direct.empty()) << algorithm->info().id;
      continue;
    }
    ++movers;
    // Three ways to move records: by field with gather, hybrid with gather, and hybrid with group.
    EXPECT_EQ(direct.size(), 5u * 3 * data::all_key_types.size() * (paper.empty() ? 1 : 2)) << algorithm->info().id;
  }
  EXPECT_EQ(movers, 6u) << "three radix sorts and three sample sorts, on CUDA";
}

TEST(CheckMatrix, ContainsTheParameterValuesOfThePaperWithEveryKeyType) {
  for (const char* id : {"radix/srts@compute", "select/depth@fragment", "merge/multiway@cpu", "bitonic/compute"}) {
    const auto paper = paper_values(find_algorithm(id).parameters());
    ASSERT_FALSE(paper.empty()) << id;
    std::set<data::KeyType> types;
    for (const CheckCase& one : check_matrix(find_algorithm(id), Depth::quick)) {
      if (one.parameters == paper) types.insert(one.type);
    }
    EXPECT_EQ(types.size(), data::all_key_types.size()) << id;
  }
}

}  // namespace
}  // namespace texelsort::algorithms
