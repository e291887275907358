#include "app/session/motion.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/session/session.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

/// Tests of the motion of keys from their places before a pass to their places after it.
namespace texelsort::app {
namespace {

constexpr const char* reference = "bitonic/reference@cpu";

void open_with_motion(Session& session, std::uint64_t n, const char* algorithm = reference) {
  session.open(uniform(n), algorithm);
  session.look.motion = true;
  session.look.motion_seconds = 1;
}

/// Executes the requested passes, and does the work of the frame in which their motion starts.
void settle(Session& session) {
  while (session.player().advance(std::chrono::hours(1))) {
  }
  session.update(0);
}

/// Returns the picture of a view after some passes, in the middle of the motion of the last of them.
Picture drawn(const char* algorithm, std::uint64_t n, const char* view, gpu::Extent size, std::uint64_t passes,
              double fraction) {
  Session session(&gpu::test_device());
  session.open(uniform(n), algorithm);
  session.player().seek(passes);
  session.hold_motion(fraction);
  OffscreenWindow window(gpu::test_device(), session, size, 1, FramePart(view));
  return window.picture();
}

TEST(Motion, TravelsFromTheOldToThePresentPlacesInTheGivenTime) {
  Session session(nullptr);
  open_with_motion(session, 64);
  const data::Keys input = session.player().state()->keys;
  session.step(1);
  settle(session);
  const Motion* motion = session.motion();
  ASSERT_NE(motion, nullptr);
  EXPECT_EQ(motion->fraction, 0);
  EXPECT_FALSE(motion->backwards);
  EXPECT_TRUE(session.busy());
  const data::Keys& sorted = session.player().state()->keys;
  bool any = false;
  for (std::uint64_t place = 0; place < 64; ++place) {
    EXPECT_EQ(data::text(input, motion->moves.from[place]), data::text(sorted, place)) << place;
    EXPECT_EQ(motion->between(static_cast<double>(motion->moves.from[place]), static_cast<double>(place)),
              static_cast<double>(motion->moves.from[place]));
    any |= motion->moves_key(place);
  }
  EXPECT_TRUE(any);
  session.update(0.5);
  motion = session.motion();
  ASSERT_NE(motion, nullptr);
  EXPECT_DOUBLE_EQ(motion->fraction, 0.5);
  for (std::uint64_t place = 0; place < 64; ++place) {
    const auto old = static_cast<double>(motion->moves.from[place]), present = static_cast<double>(place);
    const double now = motion->between(old, present);
    if (motion->moves_key(place)) {
      EXPECT_GT(now, std::min(old, present));
      EXPECT_LT(now, std::max(old, present));
    } else {
      EXPECT_EQ(now, present);
    }
  }
  session.update(0.5);
  EXPECT_EQ(session.motion(), nullptr);
  EXPECT_FALSE(session.busy());
}

TEST(Motion, ReturnsTheKeysWhenTheRunGoesBack) {
  Session session(nullptr);
  open_with_motion(session, 64);
  session.seek(5);
  settle(session);
  const data::Keys later = session.player().state()->keys;
  session.step(-1);
  settle(session);
  ASSERT_EQ(session.player().position(), 4u);
  const Motion* motion = session.motion();
  ASSERT_NE(motion, nullptr);
  EXPECT_TRUE(motion->backwards);
  for (std::uint64_t place = 0; place < 64; ++place) {
    EXPECT_EQ(data::text(later, motion->moves.from[place]), data::text(session.player().state()->keys, place));
  }
}

TEST(Motion, IsShorterThanAPassWhileTheRunPlays) {
  Session session(nullptr);
  open_with_motion(session, 64);
  session.speed = 4;
  session.set_playing(true);
  session.update(0.25);
  ASSERT_EQ(session.player().position(), 1u);
  ASSERT_NE(session.motion(), nullptr);
  session.update(0.1);
  ASSERT_NE(session.motion(), nullptr);
  session.update(0.1);
  EXPECT_EQ(session.motion(), nullptr);
  EXPECT_EQ(session.player().position(), 1u);
}

TEST(Motion, IsSkippedByJumpsAndFastPlayback) {
  Session session(nullptr);
  open_with_motion(session, 64);
  const auto jumps = [&session] {
    settle(session);
    return session.motion() == nullptr && !session.busy();
  };
  session.seek(1);
  EXPECT_TRUE(jumps()) << "scrubbing";
  session.to_end();
  EXPECT_TRUE(jumps()) << "the end";
  session.step(1);
  EXPECT_TRUE(jumps()) << "no pass is left";
  session.seek(0);
  EXPECT_TRUE(jumps()) << "the input";
  session.step_stage(1);
  session.step_stage(1);
  EXPECT_TRUE(jumps()) << "a stage of several passes";
  session.seek(0);
  settle(session);
  session.speed = 16;
  session.set_playing(true);
  session.update(1.0 / 16);
  EXPECT_EQ(session.player().position(), 1u);
  EXPECT_EQ(session.motion(), nullptr) << "a pass lasts 62 ms";
  session.set_playing(false);
  session.look.motion = false;
  session.step(1);
  EXPECT_TRUE(jumps()) << "turned off";
}

TEST(Motion, EndsAtTheNextCommandOrIfNoViewShowsIt) {
  Session session(nullptr);
  open_with_motion(session, 64);
  session.step(1);
  settle(session);
  ASSERT_NE(session.motion(), nullptr);
  const std::uint64_t first = session.motion()->number;
  session.update(0.25);
  session.step(1);
  EXPECT_EQ(session.motion(), nullptr);
  settle(session);
  ASSERT_NE(session.motion(), nullptr);
  EXPECT_NE(session.motion()->number, first);
  EXPECT_EQ(session.motion()->fraction, 0);
  session.change_problem(uniform(32));
  EXPECT_EQ(session.motion(), nullptr);
  session.step(1);
  settle(session);
  session.update(0.01);
  session.update(0.01);
  EXPECT_FALSE(session.busy()) << "no view has asked for the motion";
}

TEST(Motion, DoesNotExistForMoreKeysThanThePlayerReadsBack) {
  Session session(nullptr);
  open_with_motion(session, Player::small_n + 1);
  session.step(1);
  settle(session);
  EXPECT_EQ(session.player().position(), 1u);
  EXPECT_EQ(session.motion(), nullptr);
}

/// Views whose picture contains only keys, so that pictures of two passes differ only by their keys: few pixels per key
/// leave out values and marks.
TEST(Motion, BeginsAndEndsAtThePicturesOfThePasses) {
  TEXELSORT_NEED_GL();
  struct Case {
    const char* algorithm;
    std::uint64_t n;
    const char* view;
    gpu::Extent size;
  };
  for (const auto& [algorithm, n, view, size] :
       {Case{"bitonic/compute", 1024, "texture", {301, 330}}, Case{"bitonic/compute", 1024, "texture", {190, 210}},
        Case{"radix/grs@compute", 1024, "texture", {301, 330}}, Case{"bitonic/compute", 300, "bars", {900, 320}},
        Case{"bitonic/compute", 300, "bars", {1600, 320}},
        Case{"bitonic/grouped-quads", 1 << 14, "bars", {700, 320}}}) {
    const auto picture = [&](std::uint64_t passes, double fraction) {
      Picture drawn_now = drawn(algorithm, n, view, size, passes, fraction);
      // The header may describe the pass, so compare only the keys below it.
      drawn_now.rgba.erase(drawn_now.rgba.begin(), drawn_now.rgba.begin() + std::ptrdiff_t{4} * 60 * size.width);
      return drawn_now.rgba;
    };
    // Passes of the radix sort change the colours of digits, so look at its first pass that moves keys.
    Session session(&gpu::test_device());
    session.open(uniform(n), algorithm);
    std::uint64_t pass = 0;
    do {
      ASSERT_TRUE(session.player().step_forward());
      pass = session.player().position();
      session.hold_motion(0.5);
    } while (session.motion() == nullptr || pass < 5);
    const bool coloured = std::string_view(algorithm).starts_with("radix");
    const auto before = picture(pass - 1, 1), after = picture(pass, 1), middle = picture(pass, 0.5);
    EXPECT_NE(before, after) << algorithm << ' ' << view;
    EXPECT_NE(middle, before) << algorithm << ' ' << view;
    EXPECT_NE(middle, after) << algorithm << ' ' << view;
    EXPECT_TRUE(coloured || picture(pass, 0) == before) << algorithm << ' ' << view << ' ' << n;
  }
}

TEST(Motion, TakesValuesAlongTheWiresOfTheNetwork) {
  TEXELSORT_NEED_GL();
  const auto picture = [](double fraction) { return drawn("bitonic/compute", 8, "network", {900, 500}, 4, fraction); };
  const Picture start = picture(0), early = picture(0.3), late = picture(0.7), end = picture(1);
  EXPECT_NE(start, early);
  EXPECT_NE(early, late);
  EXPECT_NE(late, end);
}

TEST(Motion, IsTurnedOnAndOffByAKey) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(64), "bitonic/compute");
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const Picture input = window.picture();
  EXPECT_FALSE(session.look.motion);
  window.press(Key::letter_j);
  ASSERT_TRUE(session.look.motion);
  window.press(Key::right);
  EXPECT_TRUE(session.busy());
  const Picture first = window.picture();
  session.update(0.25);
  EXPECT_NE(window.picture(), first);
  session.update(0.25);
  EXPECT_FALSE(session.busy());
  window.press(Key::letter_j);
  window.press(Key::left);
  EXPECT_FALSE(session.busy());
  EXPECT_EQ(window.picture(), input);
}

}  // namespace
}  // namespace texelsort::app
