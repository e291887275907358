#pragma once

#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"
#include "app/session/threshold_text.h"

/// The threshold m of a selection's present pass in the pictures of the keys: what passes is lit, the rest dimmed.
namespace texelsort::app {

/// What is left of the colour of a key that does not pass.
inline constexpr float dimmed = 0.3f;

/// Lets a display shader ask which keys pass, if the present pass has counted.
void bind_threshold(const Session& session, gpu::DrawCall& call, gpu::Defines& defines);

/// Where a code stands between the lowest key, 0, and the highest, 1; -1 below all keys and 2 above all.
double unit_of_code(const Session& session, std::uint64_t code);

/// Heights in a bars view.
struct BarHeights {
  Box body;
  float foot = 0;  ///< height of the lowest key's bar, pixels
  float head = 0;  ///< room above the highest one's

  /// Over the floor, of unit_of_code().
  float height(double unit) const;
  float y(double unit) const { return body.high.y - height(unit); }
};

/// The depth plane at m and the band of what is still possible; with their names beside them where they hide no bars.
void draw_threshold_plane(const Ui& ui, const Session& session, const BarHeights& heights, bool named);

/// Both in words: "line: m = 1010; shaded: possible 10 to 11". Empty at the input.
std::string threshold_caption(const Session& session);

}  // namespace texelsort::app
