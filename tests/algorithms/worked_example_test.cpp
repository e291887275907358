#include <algorithm>

#include <gtest/gtest.h>

#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

using Keys = std::vector<std::uint32_t>;

/// State after each of the six passes, from Govindaraju, "Sorting and Searching", slides "Bitonic Merge Sort".
struct Row {
  std::string stage, label;
  Keys keys;
};
const std::vector<Row> slides{
    {"stage 1", "step 1 (distance 1)", {3, 7, 4, 8, 2, 6, 1, 5}},
    {"stage 2", "step 1 (mirrored)", {3, 4, 7, 8, 2, 1, 6, 5}},
    {"stage 2", "step 2 (distance 1)", {3, 4, 7, 8, 1, 2, 5, 6}},
    {"stage 3", "step 1 (mirrored)", {3, 4, 2, 1, 8, 7, 5, 6}},
    {"stage 3", "step 2 (distance 2)", {2, 1, 3, 4, 5, 6, 8, 7}},
    {"stage 3", "step 3 (distance 1)", {1, 2, 3, 4, 5, 6, 7, 8}},
};

class LectureSlidesExample : public ::testing::TestWithParam<std::string> {};

TEST_P(LectureSlidesExample, IsReproducedByEveryMethod) {
  const Algorithm& algorithm = find_algorithm(GetParam());
  if (algorithm.info().backend != Backend::cpu) TEXELSORT_NEED_GL();
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(algorithm.parameters(), [&](const ParameterSpec& spec) { return spec.name == name; });
  };
  // All possible texture widths for eight keys, so that quads are columns, rows, or both.
  const std::vector<std::string> widths =
      has("width") ? std::vector<std::string>{"1", "2", "4", "8"} : std::vector<std::string>{""};
  // Blending executes the same comparators, but labels its stages differently. In rows longer than its four lists,
  // blending pads the lists, which gives another network.
  const bool names_stages = !GetParam().ends_with("/blend");
  for (const std::string& width : widths) {
    if (!names_stages && (width == "4" || width == "8")) continue;
    std::map<std::string, std::string> overrides;
    if (!width.empty()) overrides["width"] = width;
    if (has("steps")) overrides["steps"] = "1";  // executes one step per pass, because the slides show each step
    const auto run = start(algorithm, make_problem("slides-bitonic", data::KeyType::u32, 8), overrides);
    EXPECT_EQ(u32_keys(*run), (Keys{3, 7, 4, 8, 6, 2, 1, 5}));
    EXPECT_EQ(run->total_passes(), 6u);
    for (const Row& row : slides) {
      const auto record = run->step();
      ASSERT_TRUE(record);
      if (names_stages) {
        EXPECT_EQ(record->header.stage, row.stage);
        EXPECT_EQ(record->header.label, row.label);
      }
      EXPECT_EQ(record->counters.comparators, 4u);
      EXPECT_EQ(u32_keys(*run), row.keys) << row.stage << ' ' << row.label << " width " << width;
    }
    EXPECT_FALSE(run->step());
    EXPECT_EQ(run->passes_done(), 6u);
  }
}

INSTANTIATE_TEST_SUITE_P(Slides, LectureSlidesExample, ::testing::ValuesIn(network_algorithm_ids("bitonic")),
                         [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace texelsort::algorithms
