#include "app/session/network_editor.h"

#include <filesystem>
#include <functional>

#include <gtest/gtest.h>

#include "app/gui/views/network_editor_bench.h"
#include "app/gui/window/offscreen.h"
#include "app/session/session_file.h"
#include "compute/network/analysis.h"
#include "compute/network/drawing.h"
#include "compute/network/generators.h"
#include "compute/network/network.h"
#include "tests/app/cli_support.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using network::Comparator;

std::string written(const NetworkEditor& network_editor) {
  return network::print(network_editor.network(), false);
}

const ZeroOneResult& finished(NetworkEditor& network_editor) {
  while (network_editor.advance(std::chrono::hours(1))) {
  }
  return *network_editor.result();
}

/// Applies the network to an input of zeros and ones. Bit i of the input and of the result is position i.
std::uint32_t output_of(const network::Network& network, std::uint32_t input) {
  std::vector<std::uint64_t> codes;
  for (std::uint64_t i = 0; i < network.n; ++i) codes.push_back(input >> i & 1);
  for (const auto& stage : network.stages) {
    for (const auto& step : stage.steps) network::apply(step, codes, {});
  }
  std::uint32_t output = 0;
  for (std::uint64_t i = 0; i < network.n; ++i) output |= static_cast<std::uint32_t>(codes[i]) << i;
  return output;
}

TEST(RepeatedNetwork, EvaluatesEveryInputOfTheNetworkSideBySide) {
  const auto network = network::parse_network("n=5;0:1,4:2;1:3;0:4", "x");
  const auto wide = network::repeated(network, 32);
  EXPECT_EQ(wide.n, 160u);
  EXPECT_TRUE(network::well_formed(wide));
  EXPECT_EQ(network::size(wide), 32 * network::size(network));
  std::vector<std::uint64_t> codes(160);
  for (std::uint64_t i = 0; i < 5; ++i) {
    for (std::uint64_t x = 0; x < 32; ++x) codes[i * 32 + x] = x >> i & 1;
  }
  for (const auto& step : wide.stages[0].steps) network::apply(step, codes, {});
  for (std::uint32_t x = 0; x < 32; ++x) {
    for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(codes[i * 32 + x], output_of(network, x) >> i & 1) << x;
  }
}

void expect_results(gpu::Device* device) {
  for (const char* text : {"0:2,1:3;0:1,2:3;1:2", "0:2,1:3;0:1,2:3", "n=7;0:1,4:2;1:3;0:4;5:6", "1:0", "n=3;0:1"}) {
    const auto network = network::parse_network(text, "x");
    ZeroOneRun run(device, network);
    EXPECT_EQ(run.result(), nullptr);
    while (run.advance(std::chrono::hours(1))) {
    }
    const ZeroOneResult& result = *run.result();
    ASSERT_EQ(result.outputs.size(), std::size_t{1} << network.n);
    std::uint64_t failing = 0;
    for (std::uint32_t x = 0; x < result.outputs.size(); ++x) {
      EXPECT_EQ(result.outputs[x], output_of(network, x)) << text << " input " << x;
      failing += result.fails(x) ? 1 : 0;
    }
    EXPECT_EQ(result.failing(), failing);
    EXPECT_EQ(result.unsorted.size(), network::steps(network) + 1);
    const auto smallest = network::find_unsorted_zero_one_input(network);
    ASSERT_EQ(result.smallest_failing.has_value(), smallest.has_value()) << text;
    if (smallest) {
      EXPECT_EQ(*result.smallest_failing, *smallest) << text;
    }
  }
}

TEST(ZeroOneRun, GivesTheOutputOfTheNetworkForEveryInputOnADevice) {
  TEXELSORT_NEED_GL();
  expect_results(&gpu::test_device());
}

TEST(ZeroOneRun, GivesTheOutputOfTheNetworkForEveryInputWithoutADevice) {
  expect_results(nullptr);
}

TEST(ZeroOneRun, RejectsNetworksOfMoreThan16Wires) {
  TEXELSORT_NEED_GL();
  ZeroOneRun run(&gpu::test_device(), network::best_known(16));
  while (run.advance(std::chrono::milliseconds(1))) {
  }
  EXPECT_EQ(run.result()->failing(), 0u);
  EXPECT_EQ(run.result()->inputs(), 65536u);
  EXPECT_THROW(ZeroOneRun(nullptr, network::bitonic(17)), UsageError);
}

TEST(NetworkEditor, UndoesAndRedoesChanges) {
  NetworkEditor network_editor(nullptr, network::parse_network("0:2,1:3;0:1,2:3;1:2", "x"));
  EXPECT_EQ(finished(network_editor).failing(), 0u);
  EXPECT_FALSE(network_editor.can_undo());
  ASSERT_TRUE(network_editor.remove({2, 0}));
  EXPECT_EQ(written(network_editor), "0:2,1:3;0:1,2:3");
  EXPECT_EQ(finished(network_editor).failing(), 2u);
  ASSERT_TRUE(network_editor.add({0, true}, 1, 2));
  EXPECT_EQ(written(network_editor), "1:2;0:2,1:3;0:1,2:3");
  ASSERT_TRUE(network_editor.move({0, 0}, {2, true}, 3, 0));
  EXPECT_EQ(written(network_editor), "0:2,1:3;3:0;0:1,2:3") << "an empty step goes";
  ASSERT_TRUE(network_editor.undo());
  ASSERT_TRUE(network_editor.undo());
  ASSERT_TRUE(network_editor.undo());
  EXPECT_FALSE(network_editor.undo());
  EXPECT_EQ(written(network_editor), "0:2,1:3;0:1,2:3;1:2");
  EXPECT_EQ(finished(network_editor).failing(), 0u);
  ASSERT_TRUE(network_editor.redo());
  EXPECT_EQ(written(network_editor), "0:2,1:3;0:1,2:3");
  ASSERT_TRUE(network_editor.set_places(5));
  EXPECT_FALSE(network_editor.redo()) << "a change forgets what was taken back";
  EXPECT_EQ(written(network_editor), "n=5;0:2,1:3;0:1,2:3");
}

TEST(NetworkEditor, RejectsInvalidChangesAndKeepsTheNetwork) {
  NetworkEditor network_editor(nullptr, network::parse_network("0:2,1:3;0:1,2:3;1:2", "x"));
  const auto refused = [&](const std::function<bool()>& change, const char* reason) {
    EXPECT_FALSE(change());
    EXPECT_TRUE(network_editor.refused());
    EXPECT_TRUE(contains(network_editor.message(), reason)) << network_editor.message();
    EXPECT_EQ(written(network_editor), "0:2,1:3;0:1,2:3;1:2");
    EXPECT_FALSE(network_editor.can_undo());
  };
  refused([&] { return network_editor.add({2, false}, 3, 3); }, "not place 3 twice");
  refused(
      [&] {
        return network_editor.add({0, false}, 0, 3);
      },
      "place 0 already belongs to a comparator of step 1, 0:2");
  refused([&] { return network_editor.add({0, true}, 0, 4); }, "place 4 does not exist");
  refused([&] { return network_editor.move({2, 0}, {1, false}, 1, 2); }, "already belongs to a comparator of step 2");
  refused([&] { return network_editor.set_places(3); }, "the last place, 3, still has comparators, such as 1:3");
  refused([&] { return network_editor.set_places(17); }, "2 to 16 places");
  refused([&] { return network_editor.take(network::bitonic(32)); }, "2 to 16 places");
  refused([&] { return network_editor.read_text("(0,1),(1,1)", "clipboard"); }, "clipboard:1:10: place 1 is compared");
  refused([&] { return network_editor.open("no/file.txt"); }, "cannot be read");
  refused([&] { return network_editor.open(""); }, "cannot be read");
  EXPECT_TRUE(network_editor.add({3, true}, 0, 3));
  EXPECT_EQ(network_editor.message(), "");
}

TEST(NetworkEditor, OpensListsOfNetworksAndSavesEveryNotation) {
  const TemporaryFolder folder;
  const std::string path = folder / "list.txt";
  write_file(path,
             "Network for 20 inputs:\n[(0,19)]\nSorting network for 3 inputs:\n[(0,2)]\n[(0,1)]\n[(1,2)]\n"
             "Broken:\n(0,1),(1,2)\n");
  NetworkEditor network_editor(nullptr, network::best_known(4));
  ASSERT_TRUE(network_editor.open(path)) << network_editor.message();
  EXPECT_EQ(network_editor.list().size(), 3u);
  EXPECT_EQ(network_editor.chosen(), 1u) << "the first that fits";
  EXPECT_EQ(written(network_editor), "0:2;0:1;1:2");
  ASSERT_TRUE(network_editor.choose(2));
  EXPECT_EQ(finished(network_editor).failing(), 1u);
  EXPECT_FALSE(network_editor.choose(0));
  EXPECT_EQ(written(network_editor), "0:1;1:2");
  const std::string out = folder / "out.json";
  ASSERT_TRUE(network_editor.save(out, network::print_flat_json(network_editor.network())));
  EXPECT_EQ(read_file(out), "{\"N\":3,\"L\":2,\"nw\":[[0,1],[1,2]]}\n");
  ASSERT_TRUE(network_editor.open(out));
  EXPECT_FALSE(network_editor.save(path, "0:1\n")) << "the list is not replaced by accident";
  EXPECT_TRUE(contains(network_editor.message(), "exists: save again"));
  EXPECT_TRUE(contains(read_file(path), "Sorting network"));
  EXPECT_TRUE(network_editor.save(path, "0:1\n"));
  EXPECT_EQ(read_file(path), "0:1\n");
  EXPECT_FALSE(network_editor.save(folder / "no/such/folder.txt", "x"));
  EXPECT_TRUE(network_editor.refused());
}

/// Fixture with a window of the network editor, and the positions of the editor's elements.
class NetworkEditorWindow : public testing::Test {
 protected:
  void open(gpu::Extent size = {1280, 720}, float scale = 1, std::uint64_t n = 8) {
    session_.emplace(&gpu::test_device());
    session_->open(uniform(n), "best-known/single-quad");
    window_.emplace(gpu::test_device(), *session_, size, scale);
    window_->press(Key::letter_n);
    window_->texts();
  }
  const DrawnItem& item(const std::string& name) {
    const auto& items = window_->texts().items();
    const auto found = std::ranges::find(items, name, &DrawnItem::name);
    if (found == items.end()) throw std::runtime_error("no item " + name);
    return *found;
  }
  void click(const std::string& name) {
    const DrawnItem& at = item(name);
    window_->move_mouse(0.5f * (at.low.x + at.high.x), 0.5f * (at.low.y + at.high.y));
    window_->click();
    window_->move_mouse(2, 2);
  }
  bool says(const std::string& text) {
    const auto& texts = window_->texts().texts();
    return std::ranges::any_of(texts, [&](const DrawnText& one) { return contains(one.whole, text); });
  }
  Bench bench() {
    const DrawnItem& at = item("bench");
    return {network_editor().design(), {at.low, at.high}, 40};
  }
  ImVec2 middle_of(const NetworkEditor::Spot& spot) {
    const Bench where = bench();
    const Comparator& c = network_editor().at(spot);
    return {where.x_of(spot), 0.5f * (where.wire_y(c.low) + where.wire_y(c.high))};
  }
  void drag(ImVec2 from, ImVec2 to) {
    window_->move_mouse(from.x, from.y);
    window_->drag(to.x, to.y);
    window_->move_mouse(2, 2);
  }
  NetworkEditor& network_editor() { return workspace<NetworkEditor>(*session_); }

  std::optional<Session> session_;
  std::optional<OffscreenWindow> window_;
};

TEST_F(NetworkEditorWindow, ShowsAnUnsortedInputWhenAComparatorIsDeleted) {
  TEXELSORT_NEED_GL();
  open();
  EXPECT_TRUE(says("Sorts all 256 inputs"));
  const std::string whole = written(network_editor());
  const ImVec2 at = middle_of({4, 1});
  window_->move_mouse(at.x, at.y);
  window_->click();
  click("Delete");
  EXPECT_EQ(network_editor().size(), 18u);
  EXPECT_FALSE(says("Sorts all"));
  const auto failing = network_editor().result()->failing();
  EXPECT_GT(failing, 0u);
  EXPECT_TRUE(says(fmt::format("Does not sort: {} of 256 inputs fail", failing)));
  EXPECT_TRUE(says("Smallest counterexample"));

  click("Run this input");
  EXPECT_EQ(session_->look.workspace, "");
  EXPECT_EQ(session_->problem().n(), 8u);
  EXPECT_FALSE(says("Not sorted")) << "not before its end";
  window_->press(Key::end);
  EXPECT_TRUE(says("Not sorted"));
  EXPECT_TRUE(says("still unsorted")) << "the last claim says what has become true";
  EXPECT_FALSE(says("all keys are sorted"));
  ASSERT_NE(session_->player().result(), nullptr);
  EXPECT_FALSE(session_->player().result()->holds());

  window_->press(Key::letter_n);
  click("Undo");
  EXPECT_EQ(written(network_editor()), whole);
  EXPECT_TRUE(says("Sorts all 256 inputs"));
  click("Redo");
  EXPECT_TRUE(says("Does not sort"));
  window_->press(Key::letter_n);
  EXPECT_FALSE(says("Does not sort")) << "the run's views are back";
}

TEST_F(NetworkEditorWindow, AddsMovesAndRemovesComparatorsByMouse) {
  TEXELSORT_NEED_GL();
  open({1280, 720}, 1, 4);
  ASSERT_EQ(written(network_editor()), "0:2,1:3;0:1,2:3;1:2");
  Bench where = bench();
  // Drags a comparator off the network, which removes it.
  drag(middle_of({2, 0}), {where.body.low.x + 200, where.body.low.y - 60});
  EXPECT_EQ(written(network_editor()), "0:2,1:3;0:1,2:3");
  EXPECT_TRUE(says("Does not sort: 2 of 16 inputs fail"));
  // Draws a new comparator after the last step.
  where = bench();
  const float behind = where.steps.back().end + 0.5f * where.room;
  drag({behind, where.wire_y(1)}, {behind, where.wire_y(2)});
  EXPECT_EQ(written(network_editor()), "0:2,1:3;0:1,2:3;1:2");
  EXPECT_TRUE(says("Sorts all 16 inputs"));
  // Drags a whole comparator into a new first step.
  drag(middle_of({2, 0}), {where.body.low.x + 0.5f * where.room, where.wire_y(1) + 0.5f * where.pitch});
  EXPECT_EQ(written(network_editor()), "1:2;0:2,1:3;0:1,2:3");
  // Drags one end of a comparator to another wire.
  where = bench();
  drag({where.x_of({0, 0}), where.wire_y(2) - 2}, {where.x_of({0, 0}), where.wire_y(3)});
  EXPECT_EQ(written(network_editor()), "1:3;0:2,1:3;0:1,2:3");
  click("Undo");
  EXPECT_EQ(written(network_editor()), "1:2;0:2,1:3;0:1,2:3");
}

TEST_F(NetworkEditorWindow, RejectsInvalidChangesWithAMessage) {
  TEXELSORT_NEED_GL();
  open({1280, 720}, 1, 4);
  const std::string whole = written(network_editor());
  const Bench where = bench();
  const float first = 0.5f * (where.steps[1].begin + where.steps[1].end), gap = where.steps[1].end + 0.5f * where.room;
  // Drags an end to its own wire, far enough sideways to count as a drag.
  drag({gap, where.wire_y(3)}, {gap + 20, where.wire_y(3)});
  EXPECT_TRUE(says("not place 3 twice"));
  // Drag a new comparator into a step whose places are occupied, starting next to the step's comparators.
  drag({first - 14, where.wire_y(1) + 0.4f * where.pitch}, {first - 14, where.wire_y(3)});
  EXPECT_TRUE(says("already belongs to a comparator of step 2"));
  EXPECT_EQ(written(network_editor()), whole);
  EXPECT_TRUE(says("Sorts all 16 inputs")) << "the session is as it was";
}

TEST_F(NetworkEditorWindow, ShowsTheOutputOfAClickedInput) {
  TEXELSORT_NEED_GL();
  open({1280, 720}, 1, 4);
  const DrawnItem at = item("inputs");
  // Click the cell of input 0111, which is in the second of four rows. This input has ones at positions 0, 1 and 2.
  window_->move_mouse(at.low.x + 0.875f * (at.high.x - at.low.x), at.low.y + 0.375f * (at.high.y - at.low.y));
  window_->click();
  EXPECT_TRUE(says("1 1 1 0 becomes 0 1 1 1"));
  window_->move_mouse(2, 2);
  EXPECT_TRUE(says("Chosen input"));
  click("Run this input");
  EXPECT_EQ(session_->spec().values, "1,1,1,0");
}

TEST_F(NetworkEditorWindow, NeitherCutsNorOverlapsTexts) {
  TEXELSORT_NEED_GL();
  struct Case {
    gpu::Extent size;
    float scale;
    std::uint64_t n;
  };
  // Draw the editor alone in areas of several sizes and scales, and then the whole window.
  for (const Case& one : {Case{{400, 330}, 1, 8}, Case{{560, 400}, 1, 16}, Case{{700, 520}, 1, 4},
                          Case{{1250, 600}, 1, 8}, Case{{1250, 600}, 2, 12}, Case{{1250, 900}, 3, 4}}) {
    session_.emplace(&gpu::test_device());
    session_->open(uniform(one.n), "best-known/single-quad");
    workspace<NetworkEditor>(*session_).remove({1, 0});
    workspace<NetworkEditor>(*session_).add({0, false}, 1, 1);
    OffscreenWindow stage(gpu::test_device(), *session_, one.size, one.scale, "network-editor");
    EXPECT_EQ(listed_faults(stage.texts()), "") << one.size.width << " scale " << one.scale << " n " << one.n;
  }
  open({1280, 720}, 1, 8);
  EXPECT_EQ(listed_faults(window_->texts()), "");
}

TEST(NetworkEditorBench, DrawsNeighboursOnCloseWiresSideBySide) {
  NetworkEditor::Design design{16, {{}}};
  for (std::uint64_t wire = 0; wire < 16; wire += 2) design.steps[0].push_back({wire, wire + 1});
  const Bench close(design, {{0, 0}, {400, 100}}, 40), apart(design, {{0, 0}, {400, 400}}, 40);
  EXPECT_EQ(apart.steps[0].columns.size(), 1u);
  ASSERT_EQ(close.steps[0].columns.size(), 2u);
  EXPECT_EQ(close.steps[0].columns[0].comparators, (std::vector<std::size_t>{0, 2, 4, 6}));
  EXPECT_LT(close.x_of({0, 0}) + 2 * close.mark_radius(100), close.x_of({0, 1}));
}

TEST_F(NetworkEditorWindow, KeepsTheMarksOfNeighbouringComparatorsApart) {
  TEXELSORT_NEED_GL();
  struct Size {
    gpu::Extent pixels;
    float least;  ///< least distance of two wires in pixels
  };
  for (const auto& [pixels, least] : {Size{{900, 600}, 8}, Size{{1280, 720}, 10}, Size{{1920, 1080}, 15}}) {
    for (const std::uint64_t n : {8u, 16u}) {
      SCOPED_TRACE(fmt::format("{} wires, {}x{}", n, pixels.width, pixels.height));
      open(pixels, 1, n);
      session_->look.presenter = true;
      const Bench where = bench();
      const float radius = where.mark_radius(1e9f);
      EXPECT_GE(where.pitch, least);
      EXPECT_LE(2 * radius, 0.6f * where.pitch) << "marks on neighbouring wires";
      EXPECT_LE(2 * radius, 0.8f * where.room) << "marks in neighbouring columns";
      EXPECT_EQ(listed_faults(window_->texts()), "");
    }
  }
}

TEST_F(NetworkEditorWindow, OffersOnlyNetworksThatFit) {
  TEXELSORT_NEED_GL();
  session_.emplace(&gpu::test_device());
  session_->open(uniform(64), "odd-even-merge/single-quad");
  EXPECT_EQ(network_editor().design().n, NetworkEditor::most_places);
  EXPECT_EQ(written(network_editor()),
            written(NetworkEditor(nullptr, network::find_family("odd-even-merge").generate(16))));
  window_.emplace(gpu::test_device(), *session_, gpu::Extent{1280, 720}, 1.0f);
  window_->press(Key::letter_n);
  click("##start from");
  EXPECT_FALSE(says("the run's network")) << "it has 64 places";
  EXPECT_TRUE(says("Bitonic merge sort"));
}

TEST_F(NetworkEditorWindow, KeepsTheNumberOfKeysWhenKeysAreGeneratedForAnEditedNetwork) {
  TEXELSORT_NEED_GL();
  open();
  ASSERT_TRUE(network_editor().remove({4, 1}));
  click("Run this input");
  ASSERT_EQ(session_->problem().n(), 8u);
  click("Generated");
  EXPECT_EQ(session_->message(), "");
  EXPECT_EQ(session_->problem().n(), 8u);
  EXPECT_EQ(session_->spec().values, "");
}

TEST(NetworkEditorSession, OpensTheEditorWhenAListOfNetworksIsDropped) {
  const TemporaryFolder folder;
  write_file(folder / "list.txt", "Two:\n[(0,1)]\nThree:\n[(0,2)] [(0,1)] [(1,2)]\n");
  Session session(nullptr);
  session.open(uniform(8), "best-known/reference@cpu");
  EXPECT_TRUE(take_file(session, folder / "list.txt"));
  EXPECT_EQ(session.look.workspace, "network-editor");
  EXPECT_EQ(written(workspace<NetworkEditor>(session)), "0:1");
  EXPECT_TRUE(workspace<NetworkEditor>(session).run_in_stepper(session, 1));
  EXPECT_EQ(session.algorithm().info().id, "0:1/reference@cpu");
  ASSERT_TRUE(workspace<NetworkEditor>(session).remove({0, 0}));
  EXPECT_FALSE(workspace<NetworkEditor>(session).run_in_stepper(session, 1));
  EXPECT_TRUE(contains(workspace<NetworkEditor>(session).message(), "no comparators"));
}

}  // namespace
}  // namespace texelsort::app
