#pragma once

#include <string>
#include <string_view>

#include "app/gui/panels/panels.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

namespace texelsort::app {

/// What a picture shows: "window" is everything; a view, a diagram or a panel by its name fills it.
using FramePart = std::string_view;

/// The window in presenter mode without what can be pressed: for paper and films.
constexpr FramePart slide = "slide";

/// Lays out and draws one frame of `size` pixels with everything in its place. Between ImGui's NewFrame and Render.
void draw_frame(Ui& ui, Session& session, SetupDraft& draft, FramePart part, ImVec2 size);

}  // namespace texelsort::app
