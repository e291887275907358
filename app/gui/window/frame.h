#pragma once

#include <string>
#include <string_view>

#include "app/gui/panels/panels.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

namespace texelsort::app {

/// What a picture shows: "window" is everything; a view, a diagram or a panel by its name fills it.
using Part = std::string_view;

/// The window in presenter mode without what can be pressed: for paper and films.
constexpr Part slide = "slide";

/// Lays out and draws one frame of `size` pixels with everything in its place. Between ImGui's NewFrame and Render.
void draw_frame(Ui& ui, Session& session, SetupDraft& draft, Part part, ImVec2 size);

}  // namespace texelsort::app
