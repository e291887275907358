#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Workspaces that replace the run's views while they are chosen.
namespace texelsort::app {

struct WorkspaceView {
  const char* name;                         ///< name for Look::workspace and `render --view`
  const char* title;                        ///< displayed name
  void (*draw)(Ui&, Session&, const Box&);  ///< draws cards that fill the box
  bool whole_window = false;                ///< true if it fills the window, without panels
};

/// Returns all workspaces.
const std::vector<WorkspaceView>& workspace_views();

/// Returns the workspace that the session's look names. Null while the run's own views are shown.
const WorkspaceView* chosen_workspace(const Session& session);

/// Opens the workspace, or returns to the run's views if it is already open.
void toggle_workspace(Session& session, const std::string& name);

/// Handles a key on the start page: arrows choose a lesson, Enter opens it, Tab moves to the fields, Esc closes the
/// page. Returns false for all other keys.
bool press_in_start_page(Ui& ui, Session& session, Key key);

}  // namespace texelsort::app
