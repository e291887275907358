#include "app/gui/views/workspaces.h"

#include <algorithm>

namespace texelsort::app {

// Functions that return the workspaces. Each is defined in the source file of its workspace.
WorkspaceView external_workspace();
WorkspaceView fold_workspace();
WorkspaceView network_editor_workspace();
WorkspaceView race_workspace();
WorkspaceView shader_workspace();
WorkspaceView start_workspace();
WorkspaceView tuning_workspace();

const std::vector<WorkspaceView>& workspace_views() {
  static const std::vector<WorkspaceView> all{external_workspace(), fold_workspace(),   network_editor_workspace(),
                                              race_workspace(),     shader_workspace(), start_workspace(),
                                              tuning_workspace()};
  return all;
}

const WorkspaceView* chosen_workspace(const Session& session) {
  const auto found = std::ranges::find(workspace_views(), session.look.workspace, &WorkspaceView::name);
  return found == workspace_views().end() ? nullptr : &*found;
}

void toggle_workspace(Session& session, const std::string& name) {
  session.look.workspace = session.look.workspace == name ? std::string() : name;
}

}  // namespace texelsort::app
