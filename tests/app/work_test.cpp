#include "app/playback/models/work.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/patterns.h"
#include "app/gui/window/offscreen.h"
#include "app/playback/models/key_groups.h"
#include "app/playback/thread_lookup.h"
#include "app/session/session.h"
#include "compute/data/keys/order.h"
#include "tests/app/diagram_names.h"
#include "tests/app/pixels.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

/// Tests of the views that show which warp or block works on which part of the keys, and of their pictures.
namespace texelsort::app {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// Checks that the key at each position after a pass came from one position before it. No two keys may have come from
/// the same position.
void expect_matched(const WorkState& state) {
  EXPECT_EQ(std::set(state.came_from.begin(), state.came_from.end()).size(), state.after.size());
  for (std::size_t place = 0; place < state.after.size(); ++place) {
    EXPECT_EQ(state.after[place], state.before[state.came_from[place]]) << place;
  }
}

Numbers pieces_after(Session& session) {
  Numbers counts;
  while (session.player().step_forward()) {
    const WorkState* state = work_state(session.player());
    counts.push_back(state == nullptr ? 0 : state->pieces.size());
    if (state != nullptr && state->moves) expect_matched(*state);
  }
  return counts;
}

TEST(PartsView, ShowsThePartitionsOfQuicksortWithTheirPivots) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(uniform(64), "quick/parallel@cuda");
  EXPECT_EQ(names_of_diagrams(session), std::vector<std::string>{"parts"});
  EXPECT_EQ(work_state(session.player()), nullptr) << "no pass has been made";
  std::uint64_t counted = 0, moved = 0;
  while (session.player().step_forward()) {
    const auto& label = session.player().record()->header.label;
    const WorkState& state = *work_state(session.player());
    ASSERT_EQ(state.pass.pivoted, !session.player().at_end());
    if (!state.pass.pivoted) continue;
    ASSERT_EQ(state.pivots.size(), state.pieces.back().part + 1);
    const KeyGroups& groups = *key_groups(session.player());
    for (std::size_t i = 0; i < state.pieces.size(); ++i) {
      const auto& piece = state.pieces[i];
      Numbers classes(3);
      for (std::uint64_t place = piece.from[0].first; place < piece.from[0].last; ++place) {
        ++classes[state.class_of(state.before[place], piece.part)];
      }
      if (label == "counts") {
        EXPECT_EQ(classes, Numbers(state.counts.begin() + 3 * i, state.counts.begin() + 3 * (i + 1)));
        ++counted;
      }
      if (label != "move") continue;
      ++moved;
      ASSERT_EQ(piece.to.size(), 3u);
      for (std::uint32_t kind = 0; kind < 3; ++kind) {
        EXPECT_EQ(piece.to[kind].last - piece.to[kind].first, classes[kind]);
        for (std::uint64_t place = piece.to[kind].first; place < piece.to[kind].last; ++place) {
          EXPECT_EQ(groups.of_key[place], kind);
        }
      }
    }
    if (label == "move") expect_matched(state);
  }
  EXPECT_GT(counted, 3u) << "64 keys are split again and again";
  EXPECT_EQ(counted, moved);
}

TEST(PartsView, ShowsTheTilesSequencesAndPartsOfWarpsort) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(uniform(1024), "merge/warpsort@cuda");
  session.player().seek(4);
  const WorkState& cut = *work_state(session.player());
  ASSERT_EQ(cut.parts(), 4u);
  EXPECT_EQ(work_text(cut), "4 sequences, 3 splitters");
  for (const auto& piece : cut.pieces) {
    for (std::uint64_t place = piece.from[0].first; place < piece.from[0].last; ++place) {
      const std::uint32_t part = cut.group_after(place);
      EXPECT_TRUE(part == 0 || cut.after[place] > cut.splitters[part - 1]);
      EXPECT_TRUE(part + 1 == cut.parts() || cut.after[place] <= cut.splitters[part]);
    }
  }
  session.player().seek(0);
  EXPECT_EQ(pieces_after(session), (Numbers{8, 4, 4, 4, 4, 8, 4}))
      << "tiles, pairs of them, three passes that look at sequences, then two rounds in four parts";
}

TEST(PartsView, ShowsFewerPartsAfterEachRoundOfMergeSort) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(uniform(64), "merge/sort@cuda");
  EXPECT_EQ(names_of_diagrams(session), (std::vector<std::string>{"parts", "sequences"}));
  EXPECT_EQ(pieces_after(session), (Numbers{8, 0, 4, 0, 2, 0, 1}));
  EXPECT_EQ(worker_name(*work_state(session.player()), work_state(session.player())->pieces[0]), "merger 0");
}

/// Checks the ranges that blocks sort in the prefix sort: each range consists of the keys with the same first digits,
/// and the view assigns it to the block that really writes its keys. Returns the largest number of keys of a block.
std::uint64_t expect_ranges(Session& session, std::uint64_t n, unsigned prefix) {
  session.open(uniform(n), "radix/prefix@cuda", {{"digit", "8"}, {"prefix", std::to_string(prefix)}});
  EXPECT_EQ(names_of_diagrams(session), (std::vector<std::string>{"digits", "parts"}));
  while (session.player().step_forward()) {
  }
  const WorkState& state = *work_state(session.player());
  expect_matched(state);
  const auto codes = data::codes(session.player().state()->keys, data::Order::ascending);
  const auto prefix_at = [&](std::uint64_t place) { return codes[place] >> (32 - 8 * prefix); };
  std::map<std::uint64_t, std::uint64_t> keys_of_block;
  std::uint64_t next = 0;
  for (const auto& piece : state.pieces) {
    EXPECT_EQ(piece.from, piece.to);
    const auto& range = piece.from.at(0);
    EXPECT_EQ(range.first, next) << "no key is left out";
    next = range.last;
    EXPECT_EQ(prefix_at(range.first), prefix_at(next - 1));
    EXPECT_TRUE(next == n || prefix_at(next) > prefix_at(range.first));
    keys_of_block[piece.worker] += next - range.first;
    if (piece.part * 16 % state.pieces.size() >= 16) continue;  // 16 of the ranges
    const auto thread = find_thread(session.player(), range.first, state.came_from[range.first]);
    if (!thread) {
      ADD_FAILURE() << "no thread wrote position " << range.first;
      continue;
    }
    EXPECT_TRUE(thread->wrote);
    EXPECT_EQ(thread->block, piece.worker) << thread->kernel;
  }
  EXPECT_EQ(next, n);
  std::uint64_t most = 0;
  for (const auto& [block, keys] : keys_of_block) most = std::max(most, keys);
  return most;
}

/// By one digit, each value has a block, also if some values have no keys. By two digits, each block sorts as many
/// whole ranges as fit.
TEST(PartsView, ShowsTheRangesThatBlocksSortInPrefixSort) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  expect_ranges(session, 800, 1);
  EXPECT_LT(work_state(session.player())->pieces.size(), 256u);
  const std::uint64_t most = expect_ranges(session, 10'000, 2);
  EXPECT_EQ(work_text(*work_state(session.player())).substr(0, 12), "3 blocks on ");
  EXPECT_GT(most, 2048u);
  EXPECT_LE(most, 4608u);
}

TEST(PartsView, ShowsEachPassDifferentlyAndTheSameWhenYouGoBack) {
  TEXELSORT_NEED_GL();
  for (const auto& [id, n] :
       {std::pair("quick/parallel@cuda", 40), {"merge/warpsort@cuda", 600}, {"merge/sort@cuda", 50}}) {
    Session session(&gpu::test_device(), cpu_kernels);
    session.open(uniform(n), id);
    OffscreenWindow window(gpu::test_device(), session, {900, 500}, 1, FramePart("parts"));
    std::vector<Picture> pictures{window.picture()};
    while (!session.player().at_end()) {
      window.press(Key::right);
      pictures.push_back(window.picture());
      EXPECT_NE(pictures.back(), pictures[pictures.size() - 2]) << id << ", pass " << session.player().position();
    }
    for (std::size_t pass = pictures.size() - 1; pass-- > 0;) {
      window.press(Key::left);
      EXPECT_EQ(window.picture(), pictures[pass]) << id;
    }
  }
}

/// The mouse over a bar after the pass must mark this bar, and the bar of the same key before the pass.
TEST(PartsView, PinsTheKeyOfAClickedBar) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(uniform(64), "quick/parallel@cuda");
  session.player().seek(4);
  OffscreenWindow window(gpu::test_device(), session, {900, 500}, 1, FramePart("parts"));
  window.picture();
  window.move_mouse(868, 465);
  window.click();
  ASSERT_TRUE(session.pinned());
  EXPECT_EQ(session.pinned()->index, 63u);
  session.pin(std::nullopt);
  // Clicking a key's position before the pass pins the key at its current position.
  const WorkState& state = *work_state(session.player());
  window.move_mouse(868, 100);
  window.click();
  ASSERT_TRUE(session.pinned());
  EXPECT_EQ(state.came_from[session.pinned()->index], 63u);
}

TEST(GroupPatterns, DistinguishGroupsWithoutColour) {
  std::set<std::pair<std::uint64_t, Pattern>> looks;
  for (std::uint64_t group = 0; group < 56; ++group) looks.emplace(group % 7, group_pattern(group));
  EXPECT_EQ(looks.size(), 56u) << "a colour returns with another pattern";
  const auto grey = [](std::uint64_t group) {
    const glm::vec3 c = palette_colour(group);
    return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b;
  };
  for (std::uint64_t a = 0; a < 7; ++a) {
    for (std::uint64_t b = 0; b < a; ++b) {
      if (std::abs(grey(a) - grey(b)) > 0.1f) continue;
      EXPECT_NE(group_pattern(a), group_pattern(b)) << a << " and " << b;
    }
  }
}

/// The views draw patterns of lines over the colours of groups. The pixels of these lines have neither the group's
/// colour nor a colour of the view by value.
TEST(PartsView, DrawsGroupPatternsInTheTextureAndInTheBars) {
  TEXELSORT_NEED_GL();
  for (const char* part : {"texture", "bars"}) {
    Session session(&gpu::test_device(), cpu_kernels);
    session.open(uniform(64), "quick/parallel@cuda");
    session.player().seek(3);
    const Picture picture = OffscreenWindow(gpu::test_device(), session, {600, 600}, 1, FramePart(part)).picture();
    const glm::vec3 greater = palette_colour(WorkState::greater);
    EXPECT_GT(pixels_of(picture, greater), 1000u) << part;
    EXPECT_GT(pixels_of(picture, greater * 0.55f), 100u) << part << ": the dots of the third group";
  }
}

}  // namespace
}  // namespace texelsort::app
