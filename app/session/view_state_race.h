#pragma once

#include "app/session/view_state.h"

namespace texelsort::app {

/// Who runs in the lanes of the view state's race, and how far they are: to its pass, or half way. Throws UsageError
/// for lanes or a clock without a race, and for who cannot run.
void set_race(Session& session, const ViewState& view_state);

/// The race that the session shows, if it shows one, as a part of the view state.
void note_race(Session& session, ViewState& view_state);

}  // namespace texelsort::app
