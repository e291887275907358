#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace texelsort::app {

/// A text of a frame, with its position on the screen.
struct DrawnText {
  std::string whole;           ///< text before shortening
  std::string shown;           ///< the text as drawn, which may be shortened
  ImVec2 low, high;            ///< bounds of the drawn text in pixels
  ImVec2 clip_low, clip_high;  ///< corners in pixels of the rectangle outside which the text is clipped
  float height = 0;            ///< height of the font in pixels
  bool told = false;           ///< true if pointing at the text shows the whole text
  bool scrolls = false;        ///< true if scrolling can make the text visible
  unsigned layer = 0;          ///< number of the layer; texts in different layers may overlap without being an error
  unsigned card = 0;           ///< number of the card on which the text is drawn
};

/// A clickable item or a text field of a frame.
struct DrawnItem {
  std::string name;
  ImVec2 low, high, clip_low, clip_high;
  bool scrolls = false;
  bool field = false;  ///< true for a text field, which draws and scrolls its own text
  unsigned layer = 0;
};

/// Area of a view or panel in a frame.
struct DrawnCard {
  std::string name;
  ImVec2 low, high;
  unsigned layer = 0;
};

/// Log of all texts and clickable items that a frame draws. Tests inspect the log to find overlapping texts. The log
/// also provides tooltips for shortened texts.
class TextLog {
 public:
  /// Starts a frame. Must be called between ImGui's NewFrame and Render. If `keeps` is true, the entries remain for
  /// inspection.
  void begin_frame(bool keeps);

  /// Records a text whose upper left corner is `at`, in ImGui's current window.
  void text(ImFont* font, ImVec2 at, ImVec2 size, std::string_view whole, std::string_view shown);
  void item(std::string_view name, ImVec2 low, ImVec2 high, bool field = false);
  void card(std::string_view name, ImVec2 low, ImVec2 high);

  /// Sets the tooltip for the item under the mouse, unless another tooltip is shown.
  void tell(std::string_view whole) { told_ = whole; }
  void told_otherwise() { other_told_ = true; }
  std::string_view told() const { return other_told_ ? std::string_view() : std::string_view(told_); }

  /// Sets whether the following entries count as scrollable, even if their card does not scroll.
  void within_scrolled(bool scrolled) { within_scrolled_ = scrolled; }

  /// raise() puts the following entries into a new layer above all earlier entries. lower() ends this layer.
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

/// Returns the log of the current ImGui context, or null if the context has none. Its owner stores the log in
/// io.UserData.
TextLog* text_log();

/// Scope guard for drawing a list, a tooltip or a page above everything else. Entries within the scope are in a layer
/// above all earlier entries.
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
