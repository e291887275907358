#pragma once

#include <glm/vec2.hpp>
#include <optional>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Positions of all parts of the window at any size. If there is no space for a panel next to the views, a key opens
/// it.
namespace texelsort::app {

/// Size of the smallest window that fits everything, in pixels at scale 1.
inline constexpr glm::vec2 least_window{450, 300};

/// Gap between panels and between views, in pixels at scale 1.
inline constexpr float margin_length = 10;

/// Window widths, in pixels at scale 1, below which one of the side panels, or both, are hidden next to the views.
inline constexpr float both_sides_width = 960, one_side_width = 760;

/// Returns the requested scale, or the largest one that fits everything into the window, in steps of 0.05.
float fitted_scale(float asked, ImVec2 window);

/// Returns the scale that fills the window in presenter mode: the smallest text has 27 pixels at 1280 x 720.
float presenter_scale(float asked, ImVec2 window);

/// Returns whether a side panel is visible in a window of this width (in pixels at scale 1).
bool is_shown(const SidePanels& panels, Side side, float width);

/// Opens or closes a side panel.
void toggle(SidePanels& panels, Side side, float width);

struct Layout {
  Box transport, views;
  std::optional<Box> chooser, setup, pass, inspector, strip, timing, status, lesson, notes, quiz;
  float panels_width = 0;      ///< width for panels in pixels at scale 1, without the lesson's width
  bool one_view = false;       ///< true if the area fits only one view at a time
  bool page = false;           ///< true if a side panel replaces the views
  bool chooser_alone = false;  ///< true if the list of algorithms replaces everything
};

Layout lay_out_window(const Ui& ui, Session& session, ImVec2 size);

}  // namespace texelsort::app
