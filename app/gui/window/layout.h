#pragma once

#include <glm/vec2.hpp>
#include <optional>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Positions of all parts of the window for any window size. If there is no space for a panel next to the views, a key
/// opens the panel.
namespace texelsort::app {

/// Smallest size of a window that has space for all necessary parts, in pixels at scale 1.
inline constexpr glm::vec2 least_window{450, 300};

/// Gap between two panels or views, in pixels at scale 1.
inline constexpr float margin_length = 10;

/// Smallest widths of a window, in pixels at scale 1, at which both side panels, or one of them, are next to the views.
inline constexpr float both_sides_width = 960, one_side_width = 760;

/// Returns the scale `asked` if the window then has space for all necessary parts. Otherwise, returns the greatest
/// smaller multiple of 0.05 at which it has.
float fitted_scale(float asked, ImVec2 window);

/// Returns the scale at which the content fills the window in presenter mode. In a window of 1280 x 720 pixels, the
/// smallest text then has 27 pixels.
float presenter_scale(float asked, ImVec2 window);

/// Returns the scale of the teacher's window, at which its text is readable from a lectern.
float teacher_scale(float asked, ImVec2 window);

/// Returns whether a side panel is visible in a window of width `width`, in pixels at scale 1.
bool is_shown(const SidePanels& panels, Side side, float width);

void toggle(SidePanels& panels, Side side, float width);

struct Layout {
  Box transport, views;
  std::optional<Box> chooser, setup, pass, inspector, strip, timing, status, lesson, notes, quiz;
  float panels_width = 0;      ///< width of the window without the lesson's panel, in pixels at scale 1
  bool one_view = false;       ///< true if there is space for only one view at a time
  bool page = false;           ///< true if a side panel replaces the views because there is no space for both
  bool chooser_alone = false;  ///< true if the list of algorithms replaces all other parts of the window
};

Layout lay_out_window(const Ui& ui, Session& session, ImVec2 size);

}  // namespace texelsort::app
