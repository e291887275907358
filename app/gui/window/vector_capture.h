#pragma once

#include <functional>

#include <imgui.h>

#include "app/export/drawing.h"
#include "app/gui/window/fonts.h"

namespace texelsort::app {

/// A frame that ImGui has built, with outlines alone, as lines, texts and pixels: letters are told by where the font's
/// texture has them. `drawn`: the pixels that the frame's draw lists give now, on nothing; called for each
/// part that samples another texture, with all others left out.
Drawing record(ImDrawData& frame, const Fonts& fonts, ImU32 background, const std::function<Picture()>& drawn);

}  // namespace texelsort::app
