#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/merge_state.h"
#include "app/session/session.h"

/// Functions that draw the merge buffers in the diagram of a merge.
namespace texelsort::app {

/// buffers_height() returns the height in pixels that draw_buffers() needs. draw_buffers() draws the merge buffers of
/// one part.
float buffers_height(const Ui& ui, const MergeState& state);
void draw_buffers(const Ui& ui, Session& session, const MergeState& state, std::uint64_t part, const Box& box);

}  // namespace texelsort::app
