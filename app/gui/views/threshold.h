#pragma once

#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"
#include "app/session/threshold_text.h"

/// Drawing of the threshold m of a selection's present pass in views of keys. Keys that pass are bright, the others
/// dimmed.
namespace texelsort::app {

/// Factor for the brightness of keys that do not pass.
inline constexpr float dimmed = 0.3f;

/// Gives a display shader the threshold, so that it can test which keys pass. Does so only if the present pass has
/// counted keys.
void bind_threshold(const Session& session, gpu::DrawCall& call, gpu::Defines& defines);

/// Returns an encoded key's position between the lowest key (0) and the highest (1). Returns -1 below all keys, 2 above
/// all.
double unit_of_code(const Session& session, std::uint64_t code);

/// Heights of the bars view, from which the height of a key follows.
struct BarHeights {
  Box body;
  float foot = 0;  ///< height of the lowest key's bar in pixels
  float head = 0;  ///< space above the highest key's bar in pixels

  /// Returns the height above the floor of a position that unit_of_code() returned.
  float height(double unit) const;
  float y(double unit) const { return body.high.y - height(unit); }
};

/// Draws the threshold as a plane at the height of m, and the band of values that are still possible. Adds names if
/// these hide no bars.
void draw_threshold_plane(const Ui& ui, const Session& session, const BarHeights& heights, bool named);

/// Returns the threshold and the possible values in words: "line: m = 1010; shaded: possible 10 to 11". Empty at the
/// input.
std::string threshold_caption(const Session& session);

}  // namespace texelsort::app
