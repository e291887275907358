#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// What takes the place of the run's views while it is chosen: a workspace of its own.
namespace texelsort::app {

struct Stage {
  const char* name;                         ///< as Look::stage and `render --view` have it
  const char* title;                        ///< what people call it
  void (*draw)(Ui&, Session&, const Box&);  ///< cards that fill the box
  bool whole_window = false;                ///< nothing else is shown beside it
};

/// All there are.
const std::vector<Stage>& stages();

/// The one that the session's look names; null while the run's own views are shown.
const Stage* chosen_stage(const Session& session);

/// Goes there, or back to the run's views from there.
void toggle_stage(Session& session, const std::string& name);

}  // namespace texelsort::app
