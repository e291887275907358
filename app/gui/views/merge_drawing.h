#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/merge_state.h"
#include "app/session/session.h"

/// Functions that draw the merge buffers in the diagram of a merge.
namespace texelsort::app {

/// Return the height in pixels of the merge buffers of one part, and draw these buffers.
float buffers_height(const Ui& ui, const MergeState& state);
void draw_buffers(const Ui& ui, Session& session, const MergeState& state, std::uint64_t part, const Box& box);

}  // namespace texelsort::app
