#pragma once

#include "app/panels/widgets.h"
#include "app/session.h"
#include "app/views/merge_state.h"
#include "app/window/ui.h"

/// The merge buffers in the picture of a merge.
namespace texelsort::app {

/// The pixels that the merge buffers of one part want, and their picture.
float buffers_height(const Ui& ui, const MergeState& state);
void draw_buffers(const Ui& ui, Session& session, const MergeState& state, std::uint64_t part, const Box& box);

}  // namespace texelsort::app
