#pragma once

#include <glm/vec2.hpp>
#include <optional>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Where everything of the window is, whatever its size: what has no room beside the views is a key away.
namespace texelsort::app {

/// The smallest window, in pixels of scale 1, in which everything has its place.
inline constexpr glm::vec2 least_window{450, 300};

/// Between panels, and between views, in pixels of scale 1.
inline constexpr float margin_length = 10;

/// Lengths in pixels of scale 1: narrower windows have one side panel, then none beside the views.
inline constexpr float both_sides_width = 960, one_side_width = 760;

/// The scale that is asked for, or the largest at which a window of that size is not too small, 0.05 to 0.05.
float fitted_scale(float asked, ImVec2 window);

/// Presenter mode fills the window: 27 pixels for the smallest text at 1280 x 720.
float presenter_scale(float asked, ImVec2 window);

/// Whether a side panel can be seen in a window that wide (in pixels of scale 1).
bool is_shown(const SidePanels& panels, Side side, float width);

/// Opens or closes it.
void toggle(SidePanels& panels, Side side, float width);

struct Layout {
  Box transport, views;
  std::optional<Box> chooser, setup, pass, inspector, strip, timing, status, lesson, notes, quiz;
  float panels_width = 0;      ///< before scaling: what the lesson leaves for all others
  bool one_view = false;       ///< the views have room for one at a time
  bool page = false;           ///< a side panel takes the place of the views
  bool chooser_alone = false;  ///< the list of algorithms takes the place of everything
};

Layout lay_out_window(const Ui& ui, Session& session, ImVec2 size);

}  // namespace texelsort::app
