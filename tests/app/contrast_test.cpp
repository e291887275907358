#include "tests/app/contrast.h"

#include <array>
#include <map>

#include <gtest/gtest.h>

#include "app/export/colours.h"
#include "app/export/theme.h"
#include "compute/algorithms/registry.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

/// Tests of the contrast between keys and the panel on which views draw them.
namespace texelsort::app {
namespace {

TEST(Contrast, FindsFaintTextsAndBoxesWithoutEdge) {
  const glm::vec3 back{0, 0, 0}, filled{0.1f, 0.1f, 0.1f}, edge{1, 1, 1};
  Picture picture{8, 8, std::vector<std::uint8_t>(4 * 64, 0)};
  const auto paint = [&](std::size_t x, std::size_t y, const glm::vec3& colour) {
    for (int c = 0; c < 3; ++c)
      picture.rgba[4 * (8 * y + x) + c] = static_cast<std::uint8_t>(std::lround(255 * colour[c]));
  };
  for (std::size_t y = 3; y < 6; ++y) {
    for (std::size_t x = 3; x < 6; ++x) paint(x, y, filled);
  }
  EXPECT_EQ(pixels_without_edge(picture, filled, back), 8u) << "all but the one in the middle";
  for (std::size_t y = 2; y < 7; ++y) {
    for (std::size_t x = 2; x < 7; ++x) {
      if (x == 2 || x == 6 || y == 2 || y == 6) paint(x, y, edge);
    }
  }
  EXPECT_EQ(pixels_without_edge(picture, filled, back), 0u);
  DrawnText text{.whole = "1", .shown = "1", .low = {0, 0}, .high = {8, 8}, .clip_low = {3, 3}, .clip_high = {6, 6}};
  EXPECT_LT(contrast_of(picture, text), 1.1f) << "only the box";
  text.clip_low = {0, 0};
  text.clip_high = {8, 8};
  EXPECT_GT(contrast_of(picture, text), 10);
}

/// A view of keys of which many have the colour of the lowest or the highest value.
struct KeysShown {
  const char* algorithm;
  const char* view;
  std::map<std::string, std::string> parameters = {};
  std::uint64_t pass = 0;
  std::uint32_t fields = 0;
  gpu::Extent size{1000, 520};
};

// The lowest colour of a colour map is hardly visible on a dark panel, and the highest one on a white panel.
TEST(KeyColours, HaveAnEdgeWhereTheyAreHardlyVisible) {
  TEXELSORT_NEED_GL();
  const std::array views{KeysShown{"bitonic/grouped-quads", "network"},
                         KeysShown{"merge/multiway@cpu", "sequences", {}, 0, 0, {1000, 200}},
                         KeysShown{"std/sort@cpu", "records", {}, 1, 2},
                         KeysShown{"radix/grs@compute", "digits", {{"digit", "4"}, {"tile", "4"}}, 3}};
  for (const KeysShown& one : views) {
    Session session(&gpu::test_device());
    const auto& algorithm = algorithms::find_algorithm(one.algorithm);
    if (!algorithm.availability(session.device_info(), {}).available) continue;
    ProblemSpec spec = one.fields > 0 ? records(8, one.fields, data::Layout::hybrid) : uniform(8);
    // All digits of a radix sort are 0 or 15, which is also the case for the last digits of keys from 1 to 15.
    spec.values = "0,15,0,15,0,0,15,15";
    session.open(spec, one.algorithm, one.parameters);
    session.seek(one.pass);
    session.look.diagram = one.view;
    for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
      SCOPED_TRACE(fmt::format("{}, {} theme", one.view, name == ThemeName::dark ? "dark" : "light"));
      session.look.theme = name;
      OffscreenWindow window(gpu::test_device(), session, one.size, 1, FramePart(one.view));
      const Picture picture = window.picture();
      const glm::vec3 filled = colour_at(session.look.colormap, name == ThemeName::dark ? 0 : 1);
      const glm::vec3 panel = glm::vec3(to_vec4(theme(name).panel));
      const std::size_t shown = pixels_of(picture, filled);
      EXPECT_GT(shown, 300u);
      EXPECT_LT(pixels_without_edge(picture, filled, panel), shown / 200);
    }
  }
}

}  // namespace
}  // namespace texelsort::app
