#pragma once

#include "app/panels/panels.h"
#include "app/session.h"
#include "app/window/ui.h"

namespace texelsort::app {

/// What a picture shows: everything, or one view or panel filling it.
enum class Part : std::uint8_t {
  window,
  texture,
  network,
  bars,
  bits,
  histogram,
  digits,
  splitters,
  buckets,
  records,
  sequences,
  timing
};

/// Lays out and draws one frame of `size` pixels with everything in its place. Between ImGui's NewFrame and Render.
void draw_frame(Ui& ui, Session& session, SetupDraft& draft, Part part, ImVec2 size);

}  // namespace texelsort::app
