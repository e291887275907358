#include "compute/network/drawing.h"

#include <array>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/network/analysis.h"
#include "tests/network/naive.h"
#include "tests/support/xml.h"

namespace texelsort::network {
namespace {

TEST(DiagramColumns, ContainEveryComparatorOnceWithoutOverlaps) {
  for (const Family& family : families()) {
    for (std::uint64_t n = 0; n <= 40; ++n) {
      const auto made = affordable(family, n);
      if (!made) continue;
      const Network& network = *made;
      std::uint64_t total = 0;
      std::set<std::uint64_t> passes;
      for (const DiagramColumn& column : diagram_columns(network)) {
        passes.insert(column.pass);
        std::vector<int> covered(n);
        for (const Comparator& c : column.comparators) {
          EXPECT_EQ(comparator_at(network.stages[column.stage].steps[column.step], c.low, n), c);
          for (std::uint64_t place = c.low; place <= c.high; ++place) EXPECT_EQ(covered[place]++, 0);
          ++total;
        }
      }
      EXPECT_EQ(total, size(network)) << family.id << " n " << n;
      EXPECT_EQ(passes.size(), steps(network)) << family.id << " n " << n;
      EXPECT_EQ(passes.empty() ? 0 : *passes.rbegin() + 1, steps(network)) << "passes are counted without gaps";
    }
  }
}

TEST(DiagramColumns, NumberPassesWithoutCountingEmptySteps) {
  const auto columns = diagram_columns(network_of(4, {{{0, 1}}, {{3, 4}}, {{1, 2}}}));
  ASSERT_EQ(columns.size(), 2u);
  EXPECT_EQ(columns[1].step, 2u);
  EXPECT_EQ(columns[1].pass, 1u);
}

TEST(NetworkAsText, ShowsANetworkOfFourWires) {
  EXPECT_EQ(draw_text(bitonic(4)),
            "   stage 1  stage 2\n"
            "0 ─●────────●─────●─\n"
            "1 ─●────────┼─●───●─\n"
            "2 ─●────────┼─●───●─\n"
            "3 ─●────────●─────●─\n");
  EXPECT_EQ(draw_text(bitonic(4), true),
            "   stage 1  stage 2\n"
            "0 -o--------o-----o-\n"
            "1 -o--------+-o---o-\n"
            "2 -o--------+-o---o-\n"
            "3 -o--------o-----o-\n");
}

TEST(NetworkAsText, ShowsNetworksOfZeroAndOneWire) {
  EXPECT_EQ(draw_text(bitonic(0)), "");
  EXPECT_EQ(draw_text(bitonic(1)), "0 ───\n");
}

TEST(NetworkAsText, ShowsArrowheadsWhenComparatorsPointBothWays) {
  EXPECT_EQ(draw_text(bitonic_alternating(4)),
            "   stage 1  stage 2\n"
            "0 ─●────────●─────●─\n"
            "1 ─▼────────┼─●───▼─\n"
            "2 ─▲────────▼─┼───●─\n"
            "3 ─●──────────▼───▼─\n");
  EXPECT_EQ(draw_text(network_of(2, {{{0, 1, true}}}), true), "   stage 1\n0 -^-------\n1 -o-------\n");
}

TEST(NetworkAsText, AlignsWiresWithTwoDigitNumbers) {
  const std::string text = draw_text(bitonic(12), true);
  EXPECT_NE(text.find("\n 9 -"), std::string::npos);
  EXPECT_NE(text.find("\n10 -"), std::string::npos);
  EXPECT_EQ(tests::occurrences(text, "o"), 2 * size(bitonic(12)));
}

TEST(NetworkAsSvg, IsWellFormedAndHasOneLinePerComparator) {
  for (const Family& family : families()) {
    for (const std::uint64_t n : {0, 1, 2, 8, 13, 40, 100}) {
      const auto made = affordable(family, n);
      if (!made) continue;
      const Network& network = *made;
      const std::string svg = draw_svg(network);
      EXPECT_TRUE(tests::balanced(svg)) << family.id << " n " << n;
      EXPECT_EQ(tests::occurrences(svg, "<line class=\"comparator\""), size(network)) << family.id << " n " << n;
      EXPECT_EQ(tests::occurrences(svg, "<path class=\"wire\""), n);
      EXPECT_EQ(tests::occurrences(svg, "<g class=\"pass\""), steps(network));
      EXPECT_EQ(tests::occurrences(svg, "role=\"img\""), 1u);
      EXPECT_EQ(svg.find("<title id=\"title\">"), svg.find("<title"));
      EXPECT_EQ(tests::occurrences(svg, "<desc"), 1u);
    }
  }
}

TEST(NetworkAsSvg, NamesEveryStageAndStep) {
  const std::string svg = draw_svg(bitonic(8));
  EXPECT_NE(svg.find("Bitonic merge sort on 8 places"), std::string::npos);
  for (const char* name : {">stage 1<", ">stage 2<", ">stage 3<", ">step 3<"}) {
    EXPECT_EQ(tests::occurrences(svg, name), 1u) << name;
  }
  EXPECT_EQ(tests::occurrences(svg, ">step 1<"), 3u);
}

TEST(NetworkAsSvg, HighlightsAPassAndDimsTheOthers) {
  SvgOptions options;
  options.highlighted_pass = 3;
  const std::string svg = draw_svg(bitonic(8), options);
  EXPECT_TRUE(tests::balanced(svg));
  EXPECT_EQ(tests::occurrences(svg, "<g class=\"pass\" stroke=\"#B3D5E8\""), 5u);
  EXPECT_EQ(tests::occurrences(svg, "<g class=\"pass\" stroke=\"#D55E00\""), 1u);
  const std::size_t accent = svg.find("stroke=\"#D55E00\"");
  EXPECT_EQ(svg.find("<title>stage 3, step 1 (mirrored)</title>"), svg.find("<title>", accent)) << "the fourth pass";
  options.highlighted_pass = 6;
  EXPECT_THROW(draw_svg(bitonic(8), options), UsageError);
}

TEST(NetworkAsSvg, ShowsInputsAtTheLeftAndSortedKeysAtTheRight) {
  const auto text_order = [](const std::string& svg, const std::string& anchor) {
    const std::regex text("text-anchor=\"" + anchor + "\" fill=\"#24292F\">([^<]*)<");
    std::vector<std::string> found;
    for (std::sregex_iterator it(svg.begin(), svg.end(), text), last; it != last; ++it) found.push_back((*it)[1]);
    return found;
  };
  const std::string svg = draw_svg(bitonic(4), {{"10", "9", "-1.5", "9e0"}, {}});
  EXPECT_EQ(text_order(svg, "end"), (std::vector<std::string>{"10", "9", "-1.5", "9e0"}));
  EXPECT_EQ(text_order(svg, "start").front(), "-1.5");
  EXPECT_EQ(text_order(svg, "start").back(), "10");
  const std::string words = draw_svg(bitonic(2), {{"<b>", "a & b"}, {}});
  EXPECT_TRUE(tests::balanced(words));
  EXPECT_EQ(text_order(words, "end"), (std::vector<std::string>{"&lt;b&gt;", "a &amp; b"}));
  EXPECT_TRUE(text_order(words, "start").empty());
}

TEST(NetworkAsSvg, ShowsTheArrowheadOfAReversedComparatorAtItsLowerWire) {
  // Returns the y coordinates of the first dot, of the second dot, and of the arrowhead's tip.
  const auto geometry = [](const std::string& svg) {
    std::smatch match;
    const std::regex arrow("y1=\"([0-9.]+)\" x2=\"[0-9.]+\" y2=\"([0-9.]+)\"[^M]*d=\"M[0-9.]+ ([0-9.]+)L");
    EXPECT_TRUE(std::regex_search(svg, match, arrow));
    return std::array{std::stod(match[1]), std::stod(match[2]), std::stod(match[3])};
  };
  const auto down = geometry(draw_svg(network_of(3, {{{0, 2}}})));
  const auto up = geometry(draw_svg(network_of(3, {{{0, 2, true}}})));
  EXPECT_GT(down[1], down[0]);
  EXPECT_GT(down[2], (down[0] + down[1]) / 2);
  EXPECT_LT(up[2], (up[0] + up[1]) / 2);
}

TEST(NetworkAsSvg, ShowsTheOutputsOfReversedComparators) {
  const std::string svg = draw_svg(network_of(2, {{{0, 1, true}}}), {{"3", "7"}, {}});
  EXPECT_LT(svg.find(">7<", svg.find("\"start\"")), svg.find(">3<", svg.find("\"start\"")));
}

TEST(NetworkDrawing, RejectsMoreWiresThanAPictureCanShow) {
  EXPECT_THROW(draw_svg(bitonic(1025)), UsageError);
  EXPECT_THROW(draw_text(bitonic(1025)), UsageError);
}

TEST(PrintedNetwork, ListsComparatorsByStepAndStage) {
  EXPECT_EQ(print(bitonic(4)), "# stage 1\n0:1,2:3\n# stage 2\n0:3,1:2;0:1,2:3\n");
  EXPECT_EQ(print(bitonic(4), false), "0:1,2:3;0:3,1:2;0:1,2:3");
  EXPECT_EQ(print(bitonic(3), false), "0:1;1:2;0:1");
  EXPECT_EQ(print(bitonic(1), false), "");
  EXPECT_EQ(print(network_of(4, {{{0, 1}, {2, 3, true}}}), false), "0:1,3:2") << "the smaller key's place first";
}

TEST(PrintedNetwork, ListsComparatorsAsJson) {
  EXPECT_EQ(print_json(bitonic(3)),
            "{\"schema\": \"texelsort/network/1\", \"n\": 3, \"stages\": [\n"
            "  {\"name\": \"stage 1\", \"steps\": [[[0, 1]]]},\n"
            "  {\"name\": \"stage 2\", \"steps\": [[[1, 2]], [[0, 1]]]}\n]}\n");
}

}  // namespace
}  // namespace texelsort::network
