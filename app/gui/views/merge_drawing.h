#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/merge_state.h"
#include "app/session/session.h"

/// The merge buffers in the picture of a merge.
namespace texelsort::app {

/// The pixels that the merge buffers of one part want, and their picture.
float buffers_height(const Ui& ui, const MergeState& state);
void draw_buffers(const Ui& ui, Session& session, const MergeState& state, std::uint64_t part, const Box& box);

}  // namespace texelsort::app
