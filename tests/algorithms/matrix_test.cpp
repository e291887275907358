#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/algorithms/core/own_memory.h"
#include "compute/algorithms/records/settings.h"
#include "compute/check/verify.h"
#include "compute/cuda/choice.h"
#include "compute/data/records.h"
#include "compute/simt/options.h"
#include "tests/algorithms/problems.h"

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

class Matrix : public ::testing::TestWithParam<Cell> {
 protected:
  void TearDown() override { simt::options() = {}; }
};

bool is_executed_by_cpu(const Algorithm& algorithm) {
  return algorithm.info().backend == Backend::cuda &&
         cuda::choose(tests::device()->info()).ordinal == cuda::cpu_ordinal;
}

/// Whether the CPU executes the kernels of a type's case of this number, and the order of their threads. A radix sort
/// has whole tiles even of one key and takes many minutes for all cases, so that each runs with one of the six types,
/// every second one in a random order; where every rank has one, every fourth case runs so. Of other sorts a case of
/// one type runs in ascending order, of the next in a random one, of the third not.
bool runs_on_cpu(const Cell& cell, std::size_t number) {
  const std::size_t turn = static_cast<std::size_t>(cell.type) + number;
  const bool ranks = has_own_memory(*cell.algorithm), radix = ranks || cell.algorithm->info().family == "radix";
  const bool random = radix ? turn / (ranks ? 24 : 6) % 2 == 1 : turn % 3 == 1;
  simt::options().order = random ? simt::Order::random : simt::Order::ascending;
  if (ranks) return turn % 24 == 0;
  return radix ? turn % 6 == 0 : turn % 3 != 2;
}

/// Every pass's claim, then the whole check, over payloads, orders, distributions and sizes.
TEST_P(Matrix, EveryClaimOfEveryPassHolds) {
  TEXELSORT_NEED_BACKEND_OF(*GetParam().algorithm);
  const bool on_cpu = is_executed_by_cpu(*GetParam().algorithm);
  std::size_t ran = 0, number = 0;
  for (const CheckCase& check_case : check_matrix(*GetParam().algorithm, Depth::quick)) {
    if (check_case.type != GetParam().type) continue;
    if (on_cpu && !runs_on_cpu(GetParam(), number++)) continue;
    const CheckResult result = run_check(tests::device(), check_case);
    ASSERT_NE(result.outcome, Outcome::failed) << text(check_case) << "\n" << result.message;
    ran += result.outcome == Outcome::passed;
  }
  const std::string refusal = refusal_of(*GetParam().algorithm, GetParam().type, data::PayloadKind::none);
  if (!refusal.empty()) {
    EXPECT_EQ(ran, 0u);
    GTEST_SKIP() << refusal;
  }
  // Blending sorts only integers that floats hold: it is left with the worked examples, all zeros and small inputs.
  const bool only_small = GetParam().algorithm->info().id.ends_with("/blend") && GetParam().type != data::KeyType::f32;
  EXPECT_GT(ran, only_small || on_cpu ? 30u : 100u);
}

INSTANTIATE_TEST_SUITE_P(All, Matrix, ::testing::ValuesIn(cells()), [](const auto& info) {
  return test_name(info.param.algorithm->info().id + "_" + std::string(name(info.param.type)));
});

TEST(CheckMatrix, KeepsEveryValueOfEveryAxis) {
  for (const Depth depth : {Depth::quick, Depth::full}) {
    std::set<std::uint64_t> sizes;
    std::set<std::string> combinations;
    std::set<std::string> records;
    for (const CheckCase& one : check_matrix(find_algorithm("bitonic/compute"), depth)) {
      if (one.payload == data::PayloadKind::record) {
        records.insert(data::payload_text(one.payload, one.shape) + one.parameters.at("rearrange"));
        continue;
      }
      sizes.insert(one.n);
      combinations.insert(std::string(name(one.type)) + std::string(name(one.payload)) + std::string(name(one.order)) +
                          one.distribution);
    }
    for (const std::uint64_t n : {0, 1, 2, 3, 16, 17, 64, 65, 127, 256, 257, 1000, 1024, 1025, 4097}) {
      EXPECT_TRUE(sizes.contains(n)) << n;
    }
    EXPECT_EQ(records.size(), 5u * 9);  // three rearrangements for each layout
    EXPECT_EQ(combinations.size(), 6u * 2 * 2 * data::distributions().size());
  }
}

/// What moves whole records is checked so in both layouts that allow it, with every key type, as tuned and with the
/// source's values.
TEST(CheckMatrix, MovesRecordsDirectlyWhereAnAlgorithmCan) {
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
    // By field by gather; hybrid by gather and by group.
    EXPECT_EQ(direct.size(), 5u * 3 * data::all_key_types.size() * (paper.empty() ? 1 : 2)) << algorithm->info().id;
  }
  EXPECT_EQ(movers, 6u) << "three radix sorts and three sample sorts, on CUDA";
}

TEST(CheckMatrix, TakesTheValuesOfTheSource) {
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
