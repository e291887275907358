#pragma once

#include "app/gui/window/shortcuts.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Handles a key on the start page: arrows choose a lesson, Enter opens it, Tab goes to the fields, Esc leaves. Returns
/// false for all other keys.
bool press_in_start_page(Ui& ui, Session& session, Key key);

}  // namespace texelsort::app
