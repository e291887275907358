#pragma once

#include "app/panels/panels.h"

namespace texelsort::app {

/// A widget for each of the algorithm's parameters, built from its spec, and buttons for the tuned and the paper's
/// values. Nothing if it has none.
void parameter_section(const Ui& ui, Session& session, SetupDraft& draft);

}  // namespace texelsort::app
