#pragma once

#include <string>
#include <string_view>

#include "app/gui/panels/panels.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Part of the window that a picture shows: "window" for everything, or the name of a view, diagram or panel that fills
/// it.
using FramePart = std::string_view;

/// The part that shows the window in presenter mode without buttons, for print and films.
constexpr FramePart slide = "slide";

/// Lays out and draws one frame of `size` pixels. Call it between ImGui's NewFrame and Render.
void draw_frame(Ui& ui, Session& session, SetupDraft& draft, FramePart part, ImVec2 size);

}  // namespace texelsort::app
