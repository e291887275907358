#pragma once

#include "app/panels/panels.h"

namespace texelsort::app {

/// What a selection is to find: the kind, k or quantiles, the interpolation. Nothing if the algorithm sorts.
void question_section(const Ui& ui, Session& session, SetupDraft& draft);

}  // namespace texelsort::app
