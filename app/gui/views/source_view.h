#pragma once

#include "app/gui/panels/widgets.h"

namespace texelsort::app {

/// Draws the source of the present pass's program and its includes, with values of constants and uniforms. The lines
/// that find the chosen key's partner, read, compare and write it are marked, and show the values.
void source_view(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
