#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Workspaces of the window, such as the race or the network editor. An open workspace replaces the views of the run.
namespace texelsort::app {

struct WorkspaceView {
  const char* name;                         ///< name of the workspace in files and in `render --view`
  const char* title;                        ///< name of the workspace on the screen
  void (*draw)(Ui&, Session&, const Box&);  ///< function that draws the workspace into a box
  bool whole_window = false;                ///< true if the workspace fills the whole window, without panels
};

const std::vector<WorkspaceView>& workspace_views();

/// Returns the open workspace, or null while the window shows the views of the run.
const WorkspaceView* chosen_workspace(const Session& session);

/// Opens a workspace. If it is already open, returns to the views of the run.
void toggle_workspace(Session& session, const std::string& name);

/// Handles a key on the start page. Arrow keys choose a lesson, Enter opens it, Tab moves to the text fields, and Esc
/// closes the page. Returns false for all other keys.
bool press_in_start_page(Ui& ui, Session& session, Key key);

}  // namespace texelsort::app
