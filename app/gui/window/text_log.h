#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace texelsort::app {

/// A text of a frame, where it was laid out.
struct DrawnText {
  std::string whole;           ///< what it says
  std::string shown;           ///< what of it is drawn
  ImVec2 low, high;            ///< of what is drawn, pixels
  ImVec2 clip_low, clip_high;  ///< nothing is drawn outside
  float height = 0;            ///< of the font, pixels
  bool told = false;           ///< pointing at it tells the whole
  bool scrolls = false;        ///< what is above or below the clip rectangle can be scrolled to
  unsigned layer = 0;          ///< texts of other layers may lie above or below it
  unsigned card = 0;           ///< on which it is drawn
};

/// Something to click on, or a field to type in.
struct DrawnItem {
  std::string name;
  ImVec2 low, high, clip_low, clip_high;
  bool scrolls = false;
  bool field = false;  ///< draws text of its own, which scrolls within it
  unsigned layer = 0;
};

/// The area of a view or of a panel.
struct DrawnCard {
  std::string name;
  ImVec2 low, high;
  unsigned layer = 0;
};

/// What the frame has for people to read and to click on. Whoever draws notes it here; tests walk it. It also lets a
/// text that had to be shortened tell its whole to who points at it.
class TextLog {
 public:
  /// Between ImGui's NewFrame and Render; `keeps`: for somebody who looks at it afterwards.
  void begin_frame(bool keeps);

  /// A text with its low corner at `at`, into the current window of ImGui.
  void text(ImFont* font, ImVec2 at, ImVec2 size, std::string_view whole, std::string_view shown);
  void item(std::string_view name, ImVec2 low, ImVec2 high, bool field = false);
  void card(std::string_view name, ImVec2 low, ImVec2 high);

  /// What is to be said about what the mouse points at, if nothing else says something.
  void tell(std::string_view whole) { told_ = whole; }
  void told_otherwise() { other_told_ = true; }
  std::string_view told() const { return other_told_ ? std::string_view() : std::string_view(told_); }

  /// From now on, until it is false: what is drawn stands in an area that can be scrolled, whatever cards are in it.
  void within_scrolled(bool scrolled) { within_scrolled_ = scrolled; }

  /// What is drawn until the matching lower() lies over everything that is there.
  void raise();
  void lower();

  const std::vector<DrawnText>& texts() const { return texts_; }
  const std::vector<DrawnItem>& items() const { return items_; }
  const std::vector<DrawnCard>& cards() const { return cards_; }

 private:
  bool keeps_ = false, other_told_ = false, within_scrolled_ = false;
  std::string told_;
  unsigned last_layer_ = 0;
  std::vector<unsigned> layers_{0};
  std::vector<DrawnText> texts_;
  std::vector<DrawnItem> items_;
  std::vector<DrawnCard> cards_;
};

/// That of the current ImGui context, which its owner has put into io.UserData; null if it keeps none.
TextLog* text_log();

/// As long as it lives, what is drawn lies over everything else: a list, a tooltip, a page.
class OverAll {
 public:
  OverAll() {
    if (TextLog* log = text_log()) log->raise();
  }
  ~OverAll() {
    if (TextLog* log = text_log()) log->lower();
  }
  OverAll(const OverAll&) = delete;
  OverAll& operator=(const OverAll&) = delete;
};

}  // namespace texelsort::app
