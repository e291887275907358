#pragma once

#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"
#include "app/session/threshold_text.h"

/// The threshold m of a selection's present pass in the views of keys: keys that pass are bright, the others dimmed.
namespace texelsort::app {

/// Factor on the colour of keys that do not pass.
inline constexpr float dimmed = 0.3f;

/// Lets a display shader test which keys pass, if the present pass has counted keys.
void bind_threshold(const Session& session, gpu::DrawCall& call, gpu::Defines& defines);

/// Returns an encoded key's position between the lowest key (0) and the highest (1). Returns -1 below all keys, 2 above
/// all.
double unit_of_code(const Session& session, std::uint64_t code);

/// Heights in a bars view.
struct BarHeights {
  Box body;
  float foot = 0;  ///< height of the lowest key's bar, pixels
  float head = 0;  ///< space above the highest key's bar, pixels

  /// Returns the height above the floor of a unit_of_code() value.
  float height(double unit) const;
  float y(double unit) const { return body.high.y - height(unit); }
};

/// Draws the depth plane at m and the band of values still possible, with names if these hide no bars.
void draw_threshold_plane(const Ui& ui, const Session& session, const BarHeights& heights, bool named);

/// Returns both in words: "line: m = 1010; shaded: possible 10 to 11". Empty at the input.
std::string threshold_caption(const Session& session);

}  // namespace texelsort::app
