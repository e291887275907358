#include <algorithm>

#include <gtest/gtest.h>

#include "compute/check/verify.h"
#include "compute/network/generators.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

struct Way {
  std::string network;
  data::KeyType type;
};

std::vector<Way> ways() {
  std::vector<Way> all;
  // One type per word size suffices: CheckMatrixCases tests all types of all networks.
  for (const char* network :
       {"bitonic", "bitonic-alternating", "odd-even-merge", "pairwise", "odd-even-transposition"}) {
    for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f64}) all.push_back({network, type});
  }
  return all;
}

/// Every way to draw a step must have the same effect: quads of one texel's width, interleaved columns, rows or
/// positions, and cut blocks. No way may change data after the keys.
class GroupedQuadsOfEverySize : public ::testing::TestWithParam<Way> {};

TEST_P(GroupedQuadsOfEverySize, FulfilTheClaimOfEveryPass) {
  TEXELSORT_NEED_GL();
  const auto& [network, type] = GetParam();
  const Algorithm& algorithm = find_algorithm(network + "/grouped-quads");
  const bool as_many_steps_as_keys = network == "odd-even-transposition";
  for (const char* narrowest : {"1", "2", "8", "64"}) {
    for (const char* width : {"1", "4", "16", "64"}) {
      for (const std::uint64_t n : {16, 64, 100, 256, 257, 1000, 1024}) {
        if (as_many_steps_as_keys && n > 100) continue;
        for (const auto payload : {data::PayloadKind::none, data::PayloadKind::index}) {
          // One size without a payload suffices for shaders without payloads, because payloads do not affect how a step
          // is drawn.
          if (payload == data::PayloadKind::none && n != 100) continue;
          const auto problem = make_problem("few-distinct", type, n, payload);
          const auto run = start(algorithm, problem, {{"narrowest", narrowest}, {"width", width}});
          const auto failure = verify_every_pass(*run, *problem, false);
          ASSERT_FALSE(failure) << "narrowest " << narrowest << " width " << width << " n " << n << ": "
                                << text(*failure);
          ASSERT_FALSE(run->find_guard_damage()) << "narrowest " << narrowest << " width " << width << " n " << n;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, GroupedQuadsOfEverySize, ::testing::ValuesIn(ways()), [](const auto& info) {
  return test_name(info.param.network + "_" + std::string(name(info.param.type)));
});

/// Checks that the quads of a pass cover each of the first `texels` texels exactly once.
void expect_all_texels_once(const PassRecord& record, std::uint32_t width, std::uint64_t texels) {
  std::vector<int> drawn(texels, 0);
  for (const Quad& quad : record.quads()) {
    for (std::uint32_t y = quad.rect.y; y < quad.rect.y + quad.rect.height; ++y) {
      for (std::uint32_t x = quad.rect.x; x < quad.rect.x + quad.rect.width; ++x) ++drawn.at(y * width + x);
    }
  }
  EXPECT_EQ(std::ranges::count(drawn, 1), static_cast<std::ptrdiff_t>(texels)) << record.header.label;
}

/// For small arrays, the run lists every quad. The quads of generated networks determine the role of each fragment.
TEST(GroupedQuadsMethod, DrawsOnlyQuadsOfAFixedRoleForSmallArrays) {
  TEXELSORT_NEED_GL();
  for (const network::Family& family : network::families()) {
    if (family.id == "best-known") continue;  // this family lists its comparators, which have no regular quads
    for (const std::uint64_t n : {64, 100, 1000, 3001}) {
      if (family.id == "odd-even-transposition" && n > 100) continue;
      const auto run = start(find_algorithm(family.id + "/grouped-quads"),
                             make_problem("uniform", data::KeyType::u32, n), {{"width", "32"}, {"narrowest", "1"}});
      while (const auto record = run->step()) {
        const std::vector<Quad> quads = record->quads();
        EXPECT_TRUE(std::ranges::none_of(quads, [](const Quad& quad) { return quad.role == Role::decide; }))
            << family.id << ", " << n << ", " << record->header.label;
        EXPECT_EQ(quads.size(), record->counters.quads);
        expect_all_texels_once(*record, 32, (n + 31) / 32 * 32);
      }
    }
  }
}

/// Listed comparators have no regular form, so that one quad covers all texels.
TEST(GroupedQuadsMethod, DrawsOneQuadForListedComparators) {
  TEXELSORT_NEED_GL();
  const auto run = start(find_algorithm("best-known/grouped-quads"), make_problem("uniform", data::KeyType::u32, 16));
  while (const auto record = run->step()) {
    ASSERT_EQ(record->quads().size(), 1u);
    EXPECT_EQ(record->quads().front().role, Role::decide);
  }
}

/// A block that the end of the texture cuts off gets separate quads. For reversed comparators, the end of the keys also
/// cuts off blocks.
TEST(GroupedQuadsMethod, ReportsTheQuadsOfEveryPass) {
  TEXELSORT_NEED_GL();
  for (const char* network : {"bitonic", "bitonic-alternating", "odd-even-merge", "pairwise"}) {
    for (const std::uint64_t n : {64, 83, 88}) {
      const auto run = start(find_algorithm(std::string(network) + "/grouped-quads"),
                             make_problem("uniform", data::KeyType::u32, n), {{"width", "8"}, {"narrowest", "4"}});
      while (const auto record = run->step()) {
        expect_all_texels_once(*record, 8, (n + 7) / 8 * 8);
        EXPECT_EQ(record->quads().size(), record->counters.quads);
        if (network != std::string("bitonic") || n != 64) continue;
        for (const Quad& quad : record->quads()) {
          if (quad.role != Role::decide) {
            EXPECT_GE(std::min(quad.rect.width, quad.rect.height), 4u);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms
