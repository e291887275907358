#pragma once

#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"
#include "app/session/threshold_text.h"

/// Functions that draw the threshold m of a selection's present pass in views of keys. Keys that pass the threshold are
/// bright, all other keys are dimmed.
namespace texelsort::app {

/// Factor for the brightness of keys that do not pass the threshold.
inline constexpr float dimmed = 0.3f;

/// Passes the threshold to a display shader, so that the shader can test which keys pass. Has no effect unless the
/// present pass has counted keys.
void bind_threshold(const Session& session, gpu::DrawCall& call, gpu::Defines& defines);

/// Returns the position of an encoded key between the lowest key (0) and the highest key (1). Returns -1 below all
/// keys, and 2 above all keys.
double unit_of_code(const Session& session, std::uint64_t code);

/// Heights in the bars view, from which the height of a key follows.
struct BarHeights {
  Box body;
  float foot = 0;  ///< height of the bar of the lowest key in pixels
  float head = 0;  ///< space above the bar of the highest key in pixels

  /// Returns the height above the bars' lower edge, in pixels, for a position that unit_of_code() returned.
  float height(double unit) const;
  float y(double unit) const { return body.high.y - height(unit); }
};

/// Draws the threshold as a plane at the height of m, and the band of values that are still possible. If `named` is
/// true, draws names, unless they hide bars.
void draw_threshold_plane(const Ui& ui, const Session& session, const BarHeights& heights, bool named);

/// Describes the threshold and the possible values in words: "line: m = 1010; shaded: possible 10 to 11". Returns an
/// empty string at the input.
std::string threshold_caption(const Session& session);

}  // namespace texelsort::app
