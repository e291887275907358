#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/gui/window/shortcuts.h"
#include "app/session/inspection.h"
#include "app/session/shader_watch.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/app/window_items.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::app {
namespace {

/// Window in which the user types and presses keys.
class TypingWindow : public testing::Test {
 protected:
  void SetUp() override { TEXELSORT_NEED_GL(); }
  void open(gpu::Extent size = {1280, 720}) {
    session_ = std::make_unique<Session>(&gpu::test_device());
    session_->open(uniform(16), "bitonic/grouped-quads");
    window_ = std::make_unique<OffscreenWindow>(gpu::test_device(), *session_, size);
    window_->texts();
  }
  bool says(std::string_view words) {
    return std::ranges::any_of(window_->texts().texts(), [&](const DrawnText& text) {
      return std::string_view(text.whole).find(words) != std::string_view::npos;
    });
  }
  /// Takes the caret from the search of the algorithm chooser, which stays open.
  void open_chooser_without_caret() {
    window_->press(Key::letter_a);
    const DrawnItem* item = item_of(window_->texts(), "keep open");
    ASSERT_NE(item, nullptr);
    window_->move_mouse(0.5f * (item->low.x + item->high.x), 0.5f * (item->low.y + item->high.y));
    window_->click();
    window_->texts();
  }
  std::unique_ptr<Session> session_;
  std::unique_ptr<OffscreenWindow> window_;
};

TEST_F(TypingWindow, LettersGoToTheSearchOfAnOpenChooserAndFireNoCommand) {
  open();
  open_chooser_without_caret();
  window_->press(Key::letter_p);
  EXPECT_FALSE(session_->look.presenter);
  window_->type("r");
  window_->texts();
  window_->type("adix");
  EXPECT_TRUE(says("radix/srts@compute"));
  EXPECT_FALSE(says("Networks and methods")) << "the chooser shows what it found";
}

TEST_F(TypingWindow, KeysWithoutACharacterWorkBesideAnOpenChooser) {
  open();
  open_chooser_without_caret();
  window_->press(Key::right);
  EXPECT_EQ(session_->player().target(), 1u);
}

TEST_F(TypingWindow, CtrlQClosesTheWindowFromAField) {
  Session session(&gpu::test_device());
  session.open(uniform(16), "bitonic/grouped-quads");
  Interface interface(gpu::test_device(), 1);
  interface.io().DisplaySize = {1280, 720};
  interface.io().DeltaTime = 0.02f;
  interface.press(session, Key::control_p);
  for (int frame = 0; frame < 4; ++frame) interface.build(session, FramePart("window"));
  ASSERT_TRUE(interface.takes_text());
  interface.press(session, Key::letter_p);
  EXPECT_FALSE(session.look.presenter);
  EXPECT_FALSE(interface.closes());
  interface.press(session, Key::control_q);
  EXPECT_TRUE(interface.closes());
}

TEST_F(TypingWindow, HasACharacterExactlyForKeysThatPrintOne) {
  for (const Key key : {Key::letter_a, Key::letter_y, Key::digit_3, Key::plus, Key::bracket_left}) {
    EXPECT_TRUE(has_character(key));
  }
  for (const Key key : {Key::space, Key::left, Key::escape, Key::f1, Key::control_q, Key::enter}) {
    EXPECT_FALSE(has_character(key));
  }
}

TEST_F(TypingWindow, HelpShowsEachKeyInAGroupWithoutFaults) {
  for (const gpu::Extent size : {gpu::Extent{900, 600}, gpu::Extent{1280, 720}, gpu::Extent{1920, 1080}}) {
    for (const bool presenter : {false, true}) {
      SCOPED_TRACE(std::to_string(size.width) + (presenter ? " in presenter mode" : ""));
      open(size);
      session_->look.presenter = presenter;
      // In presenter mode, each press of F1 shows the next page, and nothing has to be scrolled.
      std::set<std::string> shown;
      const auto is_open = [&] {
        const auto& cards = window_->texts().cards();
        return std::ranges::find(cards, "keys", &DrawnCard::name) != cards.end();
      };
      window_->press(Key::f1);
      for (int page = 0; page < 10 && is_open(); ++page) {
        EXPECT_EQ(listed_faults(window_->texts()), "");
        for (const DrawnText& text : window_->texts().texts()) {
          if (text.layer == 0) continue;
          shown.insert(text.shown);
          EXPECT_TRUE(!presenter || ink_of(text).bottom <= text.clip_high.y + 1) << text.shown << " is scrolled";
        }
        window_->press(Key::f1);
      }
      EXPECT_FALSE(is_open());
      for (const char* group :
           {"Playing", "Selecting", "Views", "Lessons and questions", "Files and window", "Mouse"}) {
        EXPECT_TRUE(shown.contains(group)) << group;
      }
      for (const Shortcut& key : shortcuts()) EXPECT_TRUE(shown.contains(key.help)) << key.shown;
    }
  }
}

TEST_F(TypingWindow, ChooserOpensWithTheColumnNamesOfItsMatrix) {
  for (const char* algorithm : {"bitonic/grouped-quads", "odd-even-merge/fused"}) {
    open({900, 600});
    session_->open(uniform(16), algorithm);
    window_->press(Key::letter_a);
    const TextLog& log = window_->texts(6);
    const auto name = std::ranges::find(log.texts(), "compute shader", &DrawnText::whole);
    ASSERT_NE(name, log.texts().end());
    EXPECT_GE(name->low.y, name->clip_low.y) << algorithm;
    const DrawnItem* item = item_of(log, algorithm);
    ASSERT_NE(item, nullptr) << algorithm;
    EXPECT_LE(item->high.y, item->clip_high.y) << algorithm;
  }
}

/// Returns the number of pixels that have exactly a colour.
std::ptrdiff_t pixels_in(const Picture& picture, ImU32 colour) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = 0; at + 3 < picture.rgba.size(); at += 4) {
    count += picture.rgba[at] == (colour & 0xff) && picture.rgba[at + 1] == (colour >> 8 & 0xff) &&
             picture.rgba[at + 2] == (colour >> 16 & 0xff);
  }
  return count;
}

/// Window on a device whose shaders are read from a folder of the test.
class FaultyShaderWindow : public testing::Test {
 protected:
  static constexpr const char* shader = "networks/single_quad.frag";
  void SetUp() override {
    TEXELSORT_NEED_GL();
    std::filesystem::create_directories(folder_.path() / "networks");
    good_ = gpu::ShaderLibrary(std::nullopt).read(shader);
  }
  void TearDown() override {
    session_.reset();
    device_.reset();
    if (tests::device() != nullptr) tests::device()->make_current();
  }
  void start() {
    gpu::DeviceOptions options;
    options.shader_directory = folder_.path();
    device_ = gpu::Device::headless(options);
    session_ = std::make_unique<Session>(device_.get());
    watch_shaders(*session_);
    session_->open(uniform(16), "bitonic/single-quad");
    seek_to(*session_, "1");
    session_->player().test_claim();
  }
  void write(const std::string& text) const { std::ofstream(folder_.path() / shader) << text; }

  const tests::TemporaryFolder folder_;
  std::string good_;
  std::unique_ptr<gpu::Device> device_;
  std::unique_ptr<Session> session_;
};

TEST_F(FaultyShaderWindow, MarksTheWrongTexelAndBar) {
  const std::string right = "gets_smaller ? precedes(other, own) : precedes(own, other)";
  ASSERT_NE(good_.find(right), std::string::npos);
  for (const bool faulty : {false, true}) {
    std::string text = good_;
    if (faulty)
      text.replace(good_.find(right), right.size(), "gets_smaller ? precedes(own, other) : precedes(other, own)");
    write(text);
    start();
    EXPECT_EQ(wrong_place(*session_).has_value(), faulty);
    for (const char* view : {"texture", "bars"}) {
      OffscreenWindow window(*device_, *session_, {640, 480}, 1, FramePart(view));
      EXPECT_EQ(pixels_in(window.picture(), theme(ThemeName::dark).warning) > 20, faulty) << view;
    }
    TearDown();
  }
}

TEST_F(FaultyShaderWindow, BringsTheWrongLineIntoView) {
  std::string text = good_;
  for (int line = 0; line < 200; ++line) text += "// a line that moves the end away\n";
  const auto wrong_line = static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 1;
  write(good_);
  start();
  session_->look.workspace = "shader";
  OffscreenWindow window(*device_, *session_, {1280, 720});
  window.picture();
  write(text + "float wrong = ;\n");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (live_shaders(*session_)->complaints(shader).empty() && std::chrono::steady_clock::now() < end) {
    window.texts(1);
  }
  ASSERT_FALSE(live_shaders(*session_)->complaints(shader).empty());
  ASSERT_EQ(live_shaders(*session_)->complaints(shader).front().line, wrong_line);
  live_shaders(*session_)->read_again();
  const TextLog& log = window.texts(6);
  const auto number = std::ranges::find(log.texts(), std::to_string(wrong_line), &DrawnText::whole);
  ASSERT_NE(number, log.texts().end());
  EXPECT_GE(number->low.y, number->clip_low.y);
  EXPECT_LE(number->high.y, number->clip_high.y);
}

}  // namespace
}  // namespace texelsort::app
