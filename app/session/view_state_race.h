#pragma once

#include "app/session/view_state.h"

namespace texelsort::app {

/// Sets up the lanes of the view state's race and seeks its pass, or half of the race. Throws UsageError for lanes or a
/// clock without a race, and for lanes that cannot run.
void set_race(Session& session, const ViewState& view_state);

/// Stores the race in the view state if the session shows one.
void note_race(Session& session, ViewState& view_state);

}  // namespace texelsort::app
