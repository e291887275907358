#include <tuple>

#include <gtest/gtest.h>

#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/check/verify.h"
#include "compute/data/keys/order.h"
#include "compute/network/generators.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

class FusedMethodParameters : public ::testing::TestWithParam<data::KeyType> {};

TEST_P(FusedMethodParameters, FulfilTheClaimOfEveryPassForEveryValue) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("bitonic/fused");
  for (const char* targets : {"2", "4", "8"}) {
    for (const char* steps : {"1", "2", "4", "15"}) {
      for (const auto payload : {data::PayloadKind::none, data::PayloadKind::index}) {
        for (const std::uint64_t n : {5, 64, 100, 1025}) {
          const auto problem = make_problem("few-distinct", GetParam(), n, payload);
          const std::map<std::string, std::string> values{{"targets", targets}, {"steps", steps}};
          const auto& info = gpu::test_device().info();
          if (prepare(algorithm, &info, {n, GetParam(), payload}, values).refusal()) continue;
          const auto run = start(algorithm, problem, values);
          const auto failure = verify_every_pass(*run, *problem, false);
          ASSERT_FALSE(failure) << targets << " targets, " << steps << " steps, n " << n << ": " << text(*failure);
        }
      }
    }
  }
}

// One key type per word size suffices, because programs differ only in word size. CheckMatrixCases tests all types.
INSTANTIATE_TEST_SUITE_P(Types, FusedMethodParameters, ::testing::Values(data::KeyType::i32, data::KeyType::u64),
                         [](const auto& info) { return std::string(name(info.param)); });

using NetworkAndType = std::tuple<std::string, data::KeyType>;

class FusedMethodOnNetworks : public ::testing::TestWithParam<NetworkAndType> {};

TEST_P(FusedMethodOnNetworks, FulfilsTheClaimOfEveryPass) {
  TEXELSORT_NEED_GL();
  const auto& [network, type] = GetParam();
  const Algorithm& algorithm = find_algorithm(network + "/fused");
  const auto& info = gpu::test_device().info();
  // FusedMethodParameters tests every combination of word size and payload.
  const auto payload = type == data::KeyType::u32 ? data::PayloadKind::none : data::PayloadKind::index;
  for (const char* targets : {"2", "4", "8"}) {
    for (const char* steps : {"1", "4"}) {
      for (const std::uint64_t n : {16, 99}) {
        const auto problem = make_problem("few-distinct", type, n, payload);
        const std::map<std::string, std::string> values{{"targets", targets}, {"steps", steps}};
        if (prepare(algorithm, &info, {n, type, payload}, values).refusal()) continue;
        const auto run = start(algorithm, problem, values);
        const auto failure = verify_every_pass(*run, *problem, false);
        ASSERT_FALSE(failure) << targets << " targets, " << steps << " steps, n " << n << ": " << text(*failure);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, FusedMethodOnNetworks,
                         ::testing::Combine(::testing::Values("bitonic-alternating", "odd-even-merge", "pairwise",
                                                              "odd-even-transposition", "best-known"),
                                            ::testing::Values(data::KeyType::u32, data::KeyType::f64)),
                         [](const auto& info) {
                           return test_name(std::get<0>(info.param) + "_" + std::string(name(std::get<1>(info.param))));
                         });

/// Returns a network with steps that no window can represent. Some listed comparators of both directions span more keys
/// than a fragment holds. Other steps compare halves of odd length with their reversals.
network::Network irregular(std::uint64_t n) {
  network::Step listed{"listed", {}, network::bitonic(2).stages[0].steps[0].claim, {}};
  listed.claim.first_violation = [](std::span<const std::uint64_t>) { return std::optional<std::uint64_t>(); };
  network::Step mirrored = listed;
  for (std::uint64_t i = 0; 3 * i + 2 < n; ++i) listed.listed.push_back({3 * i, 3 * i + 2, i % 2 == 0});
  mirrored.label = "mirrored";
  mirrored.patterns = {{1, 8, 3, 6, true}};
  return {"irregular", n, {{"stage", {listed, mirrored, listed}}}};
}

/// Tests fragments that write by image stores. These may write more texels than there are render targets.
class FusedMethodWithImageStores : public ::testing::TestWithParam<std::string> {};

TEST_P(FusedMethodWithImageStores, FulfilsTheClaimOfEveryPass) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm(GetParam());
  const auto& info = gpu::test_device().info();
  if (!info.stores_images) GTEST_SKIP() << "image stores need OpenGL 4.3";
  for (const char* targets : {"2", "8", "16"}) {
    for (const auto& [type, payload] : {std::pair(data::KeyType::u32, data::PayloadKind::none),
                                        std::pair(data::KeyType::f64, data::PayloadKind::index)}) {
      // Programs for 8-byte keys compile slowly, so test only one of them.
      if (type == data::KeyType::f64 && targets != std::string_view("8")) continue;
      for (const std::uint64_t n : {5, 129, 1025}) {
        if (n > std::min(algorithm.info().checked_n, algorithm.info().max_n.value_or(n))) continue;
        const auto problem = make_problem("special", type, n, payload);
        const std::map<std::string, std::string> values{{"writes", "images"}, {"targets", targets}};
        if (prepare(algorithm, &info, {n, type, payload}, values).refusal()) continue;
        const auto run = start(algorithm, problem, values);
        const auto failure = verify_every_pass(*run, *problem, false);
        ASSERT_FALSE(failure) << targets << " texels, n " << n << ": " << text(*failure);
        run->rewind();  // rewinding must restore the input, although image stores have overwritten it
        const auto order = data::Order::ascending;
        EXPECT_EQ(data::codes(run->read().keys, order), data::codes(problem->keys, order));
      }
    }
  }
}

// Networks that differ in windows, fences or listed steps. FusedMethodOnNetworks tests all other networks.
INSTANTIATE_TEST_SUITE_P(Networks, FusedMethodWithImageStores,
                         ::testing::Values("bitonic/fused", "odd-even-transposition/fused", "periodic-balanced/fused",
                                           "best-known/fused"),
                         [](const auto& info) { return test_name(info.param); });

TEST(FusedMethod, RejectsMoreRenderTargetsThanTheDeviceHas) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("bitonic/fused");
  gpu::DeviceInfo old = gpu::test_device().info();
  const auto reason = [&](const std::map<std::string, std::string>& values) {
    return prepare(algorithm, &old, {1024}, values).refusal().value_or("");
  };
  EXPECT_NE(reason({{"targets", "16"}, {"writes", "targets"}}).find("limit of 8 render targets"), std::string::npos);
  old.major = 4, old.minor = 2, old.stores_images = false;
  EXPECT_NE(reason({{"targets", "16"}, {"writes", "images"}}).find("needs OpenGL 4.3"), std::string::npos);
  EXPECT_EQ(reason({{"targets", "8"}}), "");
}

class FusedMethodOnIrregularNetworks : public ::testing::TestWithParam<data::KeyType> {};

TEST_P(FusedMethodOnIrregularNetworks, SortsAsTheListedComparatorsOfTheNetwork) {
  TEXELSORT_NEED_GL();
  static const network::Family family{"irregular", "Irregular", {}, irregular};
  const auto algorithm = make_network_algorithm(family, "fused");
  for (const auto payload : {data::PayloadKind::none, data::PayloadKind::index}) {
    const auto problem = make_problem("uniform", GetParam(), 101, payload);
    const auto schedule = std::make_shared<const Schedule>(irregular(101));
    const auto run = start(*algorithm, problem);
    std::vector<std::uint64_t> expected = data::codes(problem->keys, problem->order);
    for (std::size_t p = 0; p < 3; ++p) {
      const auto record = run->step();
      ASSERT_TRUE(record);
      network::apply(*schedule->passes[p].steps.front(), expected, {});
      ASSERT_EQ(data::codes(run->read().keys, problem->order), expected) << record->header.label;
      EXPECT_EQ(run->find_guard_damage(), std::nullopt);
      if (payload == data::PayloadKind::none) continue;
      const auto original = data::codes(problem->keys, problem->order);
      const auto state = run->read();
      for (std::size_t i = 0; i < 101; ++i) EXPECT_EQ(original[state.payload[i]], expected[i]);
    }
    EXPECT_FALSE(run->step());
  }
}

INSTANTIATE_TEST_SUITE_P(Types, FusedMethodOnIrregularNetworks,
                         ::testing::Values(data::KeyType::u32, data::KeyType::f32, data::KeyType::i64),
                         [](const auto& info) { return std::string(name(info.param)); });

/// A run must continue from a snapshot of any pass, with memory's order restored, whatever the layout after that pass.
TEST(FusedMethod, ContinuesFromASnapshotOfEveryPass) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u32, 500);
  const auto run = start(find_algorithm("bitonic/fused"), problem);
  const auto finished = start(find_algorithm("bitonic/fused"), problem);
  finished->finish();
  while (run->step()) {
    const auto other = start(find_algorithm("bitonic/fused"), problem);
    other->restore(run->save());
    EXPECT_EQ(other->read().keys, run->read().keys);
    other->finish();
    EXPECT_EQ(other->read().keys, finished->read().keys);
  }
}

TEST(FusedMethod, CountsEveryComparatorOfTheNetwork) {
  TEXELSORT_NEED_GL();
  const auto run = start(find_algorithm("bitonic/fused"), make_problem("uniform", data::KeyType::u32, 1024));
  std::uint64_t comparators = 0;
  while (const auto record = run->step()) comparators += record->counters.comparators;
  EXPECT_EQ(comparators, 512u * 55);  // 512 comparators in each of the 10 * 11 / 2 steps
}

/// Four steps between neighbours need four additional keys on either side of a fragment's 32 keys: it reads 10 texels
/// and writes 8.
TEST(FusedMethod, CountsTheNeighbouringTexelsThatAFragmentReads) {
  TEXELSORT_NEED_GL();
  const auto run = start(find_algorithm("odd-even-transposition/fused"),
                         make_problem("uniform", data::KeyType::u32, 1024), {{"steps", "4"}, {"targets", "8"}});
  const auto record = run->step();
  ASSERT_TRUE(record);
  EXPECT_EQ(record->counters.invocations, 1024u / 32);
  EXPECT_EQ(record->counters.comparators, 512u + 511 + 512 + 511);
  EXPECT_EQ(record->counters.elements_read, 32u * 10);
  EXPECT_EQ(record->counters.bytes, 32u * (10 + 8) * 16);
}

}  // namespace
}  // namespace texelsort::algorithms
