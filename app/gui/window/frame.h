#pragma once

#include <string>
#include <string_view>

#include "app/gui/panels/panels.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Part of the window that a picture shows. It is "window", or the name of a view, diagram or panel.
using FramePart = std::string_view;

/// Part "slide": the whole window in presenter mode, without buttons. It is for print and films.
constexpr FramePart slide = "slide";

/// Part "teacher": the contents of the teacher's window. Drawing it uses no OpenGL object of the session.
constexpr FramePart teacher = "teacher";

/// Lays out and draws one frame of `size` pixels. Must be called between ImGui's NewFrame and Render.
void draw_frame(Ui& ui, Session& session, SetupDraft& draft, FramePart part, ImVec2 size);

}  // namespace texelsort::app
