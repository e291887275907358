#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Workspaces ("stages") that replace the run's views while they are chosen.
namespace texelsort::app {

struct WorkspaceView {
  const char* name;                         ///< name for Look::workspace and `render --view`
  const char* title;                        ///< displayed name
  void (*draw)(Ui&, Session&, const Box&);  ///< draws cards that fill the box
  bool whole_window = false;                ///< fills the window, without panels
};

/// Returns all stages.
const std::vector<WorkspaceView>& workspace_views();

/// Returns the stage that the session's look names; null while the run's own views are shown.
const WorkspaceView* chosen_workspace(const Session& session);

/// Opens the stage, or returns to the run's views if it is already open.
void toggle_workspace(Session& session, const std::string& name);

/// Handles a key on the start page: arrows choose a lesson, Enter opens it, Tab goes to the fields, Esc leaves. Returns
/// false for all other keys.
bool press_in_start_page(Ui& ui, Session& session, Key key);

}  // namespace texelsort::app
