#pragma once

#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"
#include "app/session/threshold_text.h"

/// Functions that draw the threshold m of a selection's present pass in views of keys. Keys that pass the threshold are
/// bright, all other keys are dimmed.
namespace texelsort::app {

/// Factor that dims keys that do not pass the threshold.
inline constexpr float dimmed = 0.3f;

/// Passes the threshold to a display shader, which dims the keys that do not pass. Does nothing unless the present pass
/// of a selection has counted keys.
void bind_threshold(const Session& session, gpu::DrawCall& call, gpu::Defines& defines);

/// Returns the position of an encoded key on the scale from the lowest key (0) to the highest key (1). Returns -1 below
/// the lowest and 2 above the highest key.
double unit_of_code(const Session& session, std::uint64_t code);

/// Scale of the bars view, which converts the value of a key to the height of its bar.
struct BarHeights {
  Box body;
  float foot = 0;  ///< height of the bar of the lowest key in pixels
  float head = 0;  ///< space above the bar of the highest key in pixels

  /// Returns a height in pixels above the lower edge of the bars. `unit` is a result of unit_of_code().
  float height(double unit) const;
  float y(double unit) const { return body.high.y - height(unit); }
};

/// Draws the threshold m as a plane across the bars, and a band for the values that an answer can still have. If
/// `named` is true, labels them, unless the labels would hide bars.
void draw_threshold_plane(const Ui& ui, const Session& session, const BarHeights& heights, bool named);

/// Describes in words the threshold and the values that answers can still have: "m = 1010 (line); possible answers 10
/// to 11 (shaded)". Returns an empty string before the first pass.
std::string threshold_caption(const Session& session);

}  // namespace texelsort::app
