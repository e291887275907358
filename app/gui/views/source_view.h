#pragma once

#include "app/gui/panels/widgets.h"

namespace texelsort::app {

/// The text of the program that made the present pass, with what it includes: constants and uniforms with their values,
/// and the lines that find the partner of the chosen key, read, compare and write it, with values in them.
void source_view(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
