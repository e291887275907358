#pragma once

#include <functional>

#include <imgui.h>

#include "app/export/drawing.h"
#include "app/gui/window/fonts.h"

namespace texelsort::app {

/// Converts a frame that ImGui has built with outlines to lines, texts and pixels. Letters are recognised by their
/// positions in the font texture. For each command that uses another texture, calls `drawn` while all other commands
/// are removed. `drawn` returns the pixels of the frame's draw lists on a transparent background.
Drawing record(ImDrawData& frame, const Fonts& fonts, ImU32 background, const std::function<Picture()>& drawn);

}  // namespace texelsort::app
