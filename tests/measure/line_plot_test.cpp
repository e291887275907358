#include "compute/measure/line_plot.h"

#include <regex>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "tests/support/xml.h"

namespace texelsort::measure {
namespace {

LinePlot two_lines() {
  LinePlot plot;
  plot.title = "a < b & \"c\"";
  plot.subtitle = "of <nothing>";
  plot.x_label = "distance";
  plot.y_label = "ms";
  plot.series = {{"low", {{0, 1, 0.9, 1.1}, {1, 2, 1.9, 2.1}, {2, 3, 2.9, 3.1}}},
                 {"high", {{0, 4, 3.9, 4.1}, {1, 4, 3.9, 400}, {2, 4, 3.9, 4.1}}}};
  plot.marks = {{1, "here"}, {1.1, "there"}};
  return plot;
}

TEST(LinePlot, ContainsEveryLineAndIntervalInWellFormedSvg) {
  const std::string svg = plot_svg(two_lines());
  EXPECT_TRUE(tests::balanced(svg));
  EXPECT_EQ(svg.rfind("<svg ", 0), 0u);
  EXPECT_EQ(tests::occurrences(svg, "<g class=\"series\""), 2u);
  EXPECT_EQ(tests::occurrences(svg, "class=\"interval\""), 6u);
  for (const char* words :
       {"a &lt; b &amp; &quot;c&quot;", ">distance<", ">ms<", ">low<", ">high<", ">here<", ">there<"})
    EXPECT_NE(svg.find(words), std::string::npos) << words;
}

TEST(LinePlot, DrawsLargerValuesHigher) {
  const std::string svg = plot_svg(two_lines());
  const std::regex line("class=\"line\" d=\"M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)\"");
  std::vector<std::vector<double>> lines;
  for (std::sregex_iterator it(svg.begin(), svg.end(), line), last; it != last; ++it) {
    std::vector<double>& numbers = lines.emplace_back();
    for (std::size_t i = 1; i <= 6; ++i) numbers.push_back(std::stod((*it)[i]));
  }
  ASSERT_EQ(lines.size(), 2u);
  const auto &rising = lines[0], &level = lines[1];
  EXPECT_LT(rising[0], rising[2]);
  EXPECT_LT(rising[2], rising[4]);
  // y grows downwards. Equal steps have equal heights, up to rounding to tenths of a unit.
  EXPECT_GT(rising[1], rising[3]);
  EXPECT_NEAR(rising[1] - rising[3], rising[3] - rising[5], 0.15);
  EXPECT_EQ(level[1], level[3]);
  EXPECT_GT(rising[5], level[5]);
  // A single long whisker must not flatten all lines.
  EXPECT_GT(rising[1] - rising[5], 100);
}

TEST(LinePlot, RejectsALineWithoutPoints) {
  LinePlot plot;
  plot.series = {{"one", {{0, 1, 1, 1}}}};
  EXPECT_TRUE(tests::balanced(plot_svg(plot)));
  plot.series.front().points.clear();
  EXPECT_THROW(plot_svg(plot), InternalError);
}

}  // namespace
}  // namespace texelsort::measure
