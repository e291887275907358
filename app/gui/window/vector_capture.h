#pragma once

#include <functional>

#include <imgui.h>

#include "app/export/drawing.h"
#include "app/gui/window/fonts.h"

namespace texelsort::app {

/// Converts a frame that ImGui has built, with shapes as outlines, to lines, texts and pixels. Letters are identified
/// by their position in the font texture. `drawn` returns the pixels of the frame's present draw lists on a transparent
/// background. It is called for each command that samples another texture, and all other commands are removed during
/// the call.
Drawing record(ImDrawData& frame, const Fonts& fonts, ImU32 background, const std::function<Picture()>& drawn);

}  // namespace texelsort::app
