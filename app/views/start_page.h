#pragma once

#include "app/session.h"
#include "app/window/shortcuts.h"
#include "app/window/ui.h"

namespace texelsort::app {

/// While the start page is shown: arrows choose a lesson, Enter opens it, Tab goes to the fields, Esc leaves. False for all other keys.
bool press_in_start_page(Ui& ui, Session& session, Key key);

}  // namespace texelsort::app
