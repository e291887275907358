#include <gtest/gtest.h>

#include "compute/algorithms/verify.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

/// However a step is drawn (quads of one texel's width, interleaved columns or rows, cut blocks), it is the same step.
class WaysOfDrawing : public ::testing::TestWithParam<data::KeyType> {};

TEST_P(WaysOfDrawing, AllMakeTheStepsClaimsTrue) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("bitonic/grouped-quads");
  for (const char* narrowest : {"1", "2", "8", "64"}) {
    for (const char* width : {"1", "4", "16", "64"}) {
      for (const std::uint64_t n : {16, 64, 100, 256, 257, 1000, 1024}) {
        for (const auto payload : {data::PayloadKind::none, data::PayloadKind::index}) {
          const auto problem = make_problem("few-distinct", GetParam(), n, payload);
          const auto run = start(algorithm, problem, {{"narrowest", narrowest}, {"width", width}});
          const auto failure = verify_every_pass(*run, *problem, false);
          ASSERT_FALSE(failure) << "narrowest " << narrowest << " width " << width << " n " << n << ": "
                                << text(*failure);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, WaysOfDrawing, ::testing::ValuesIn(data::all_key_types),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST(GroupedQuads, TellsWhatItDrew) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u32, 64);
  const auto run = start(find_algorithm("bitonic/grouped-quads"), problem, {{"width", "8"}, {"narrowest", "4"}});
  while (const auto record = run->step()) {
    std::uint64_t texels = 0;
    for (const Quad& quad : record->quads()) {
      texels += std::uint64_t{quad.rect.width} * quad.rect.height;
      if (quad.role != Role::decide) {
        EXPECT_GE(std::min(quad.rect.width, quad.rect.height), 4u);
      }
    }
    EXPECT_EQ(texels, 64u);
    EXPECT_EQ(record->quads().size(), record->counters.quads);
  }
}

}  // namespace
}  // namespace texelsort::algorithms
