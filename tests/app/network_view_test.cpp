#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/gui/views/network_layout.h"
#include "app/gui/window/offscreen.h"
#include "app/playback/models/keys_view.h"
#include "app/session/session.h"
#include "compute/algorithms/prepare.h"
#include "tests/app/pixels.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

/// Tests of network diagrams: passes with several steps, lists in colour channels, many wires.
namespace texelsort::app {
namespace {

/// Checks that the diagram shows what the passes do. The drawn comparators of all passes, executed in order, must sort
/// codes exactly like the run.
void expect_steps_are_what_passes_do(const std::string& id, std::uint64_t n,
                                     const std::map<std::string, std::string>& parameters = {}) {
  Session session(&gpu::test_device());
  ProblemSpec spec = uniform(n);
  spec.type = data::KeyType::f32;
  session.open(spec, id, parameters);
  const auto passes = session.player().run().steps_of_passes();
  ASSERT_EQ(passes.size(), session.player().total());
  auto codes = data::codes(session.problem().keys, data::Order::ascending);
  for (const auto& steps : passes) {
    for (const auto& step : steps) network::apply(*step, codes, {});
    session.player().step_forward();
    EXPECT_EQ(codes, data::codes(session.player().state()->keys, data::Order::ascending))
        << id << ", pass " << session.player().position();
  }
}

TEST(NetworkSteps, DescribeTheComparatorsOfFusedAndBlendedPasses) {
  TEXELSORT_NEED_GL();
  expect_steps_are_what_passes_do("bitonic/fused", 64);
  expect_steps_are_what_passes_do("odd-even-merge/fused", 50);
  for (const std::uint64_t n : {16, 37, 64}) {
    expect_steps_are_what_passes_do("bitonic/blend", n);
    expect_steps_are_what_passes_do("odd-even-merge/blend", n, {{"width", "4"}});
    expect_steps_are_what_passes_do("odd-even-transposition/blend", n, {{"width", "2"}});
  }
}

TEST(NetworkView, ShowsTheStepsOfAFusedPassInABox) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(16), "bitonic/fused");
  const WireDiagram& diagram = wire_diagram(session);
  EXPECT_TRUE(diagram.fused);
  EXPECT_EQ(diagram.passes, session.player().total());
  std::set<std::pair<std::uint64_t, std::uint64_t>> steps;
  for (const auto& column : diagram.columns) steps.emplace(column.pass, column.step);
  EXPECT_EQ(steps.size(), 10u) << "all steps of the network, in fewer passes";
  EXPECT_LT(diagram.passes, 10u);
  session.player().seek(1);
  OffscreenWindow window(gpu::test_device(), session, {900, 500}, 1, FramePart("network"));
  const Picture picture = window.picture();
  EXPECT_EQ(listed_faults(window.texts()), "");
  EXPECT_GT(pixels_of(picture, glm::vec3(to_vec4(theme(session.look.theme).accent))), 300u) << "the present pass's box";
  session.open(uniform(16), "bitonic/single-quad");
  EXPECT_FALSE(wire_diagram(session).fused);
}

TEST(NetworkView, ShowsTheFourColourChannelsOfTheBlendMethod) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ProblemSpec spec = uniform(16);
  spec.type = data::KeyType::f32;
  session.open(spec, "bitonic/blend");
  const auto keys = keys_view(session.player());
  ASSERT_TRUE(keys);
  EXPECT_EQ(keys->list, 4u);
  for (const char* part : {"network", "texture"}) {
    OffscreenWindow window(gpu::test_device(), session, {700, 500}, 1, FramePart(part));
    window.picture();
    for (const char* channel : {"R", "G", "B", "A"}) {
      EXPECT_EQ(std::ranges::count(window.texts().texts(), channel, &DrawnText::shown), 1) << part << " " << channel;
    }
    EXPECT_EQ(listed_faults(window.texts()), "") << part;
  }
  // Seek to the first pass that compares different lists, so that every key's partner is in another list.
  for (session.player().seek(1); session.player().record()->header.stage != "merge 1";) session.player().step_forward();
  const Pair pair = pair_of(session.player(), 2);
  ASSERT_TRUE(pair.partner);
  EXPECT_EQ(*pair.partner / 4, 1u);
}

TEST(NetworkView, ShowsAnOverviewOfManyWiresThatCanBeZoomed) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(256), "bitonic/grouped-quads");
  EXPECT_TRUE(wire_diagram(session).reason.empty());
  session.player().seek(12);
  OffscreenWindow window(gpu::test_device(), session, {1000, 600}, 1, FramePart("network"));
  const Picture overview = window.picture();
  EXPECT_EQ(listed_faults(window.texts()), "");
  const auto wire_labels = [&] {
    return std::ranges::count_if(window.texts().texts(), [](const DrawnText& text) {
      return !text.shown.empty() && std::ranges::all_of(text.shown, [](char c) { return c >= '0' && c <= '9'; }) &&
             text.high.x < 60;
    });
  };
  EXPECT_EQ(wire_labels(), 0) << "256 wires are too close for numbers";
  window.move_mouse(500, 300);
  window.turn_wheel(14);
  EXPECT_NE(window.picture(), overview);
  EXPECT_EQ(listed_faults(window.texts()), "");
  EXPECT_GT(wire_labels(), 5);
  window.turn_wheel(-40);
  window.move_mouse(2, 2);
  EXPECT_EQ(window.picture(), overview) << "back to all of it";
}

TEST(NetworkView, DrawsAnOverviewOfTheLargestNetworks) {
  TEXELSORT_NEED_GL();
  for (const char* id : {"odd-even-transposition/reference@cpu", "bitonic/reference@cpu"}) {
    Session session(&gpu::test_device());
    session.open(uniform(1024), id);
    session.player().seek(30);
    OffscreenWindow window(gpu::test_device(), session, {900, 500}, 1, FramePart("network"));
    EXPECT_FALSE(window.picture().rgba.empty());
    EXPECT_EQ(listed_faults(window.texts()), "") << id;
  }
}

}  // namespace
}  // namespace texelsort::app
