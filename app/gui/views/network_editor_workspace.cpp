#include <algorithm>

#include "app/gui/views/network_editor_views.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/compat.h"
#include "app/session/network_editor.h"

namespace texelsort::app {

namespace {

/// Handles Ctrl+Z, Ctrl+Y and Delete, unless a text field has the keyboard focus.
void handle_keys(Ui& ui, NetworkEditor& network_editor) {
  if (ImGui::GetIO().WantTextInput) return;
  if (compat::control_and('Z')) network_editor.undo();
  if (compat::control_and('Y')) network_editor.redo();
  if (compat::delete_pressed() && ui.network_editor.selected) network_editor.remove(*ui.network_editor.selected);
}

/// Resets the selection and the drag if the network has changed.
void follow(Ui& ui, const NetworkEditor& network_editor) {
  if (ui.network_editor.revision == network_editor.revision()) return;
  ui.network_editor.revision = network_editor.revision();
  ui.network_editor.selected.reset();
  ui.network_editor.pinned.reset();
  ui.network_editor.hovered.reset();
  ui.network_editor.drag.reset();
}

struct Parts {
  Box diagram, pictures, panel;
};

/// Divides the workspace: the network, and below it the pictures of its inputs. The panel is to the right, or at the
/// bottom of a tall narrow box. In presenter mode, the network has the full width, and the panel is next to the
/// pictures.
Parts lay_out_editor(const Ui& ui, const Box& box, bool presenter) {
  const float margin = ui.px(10), side = ui.px(270);
  if (presenter && box.width() > box.height()) {
    const float split = box.low.y + 0.6f * box.height(), middle = box.low.x + 0.5f * box.width();
    return {{box.low, {box.high.x, split}},
            {{middle + 0.5f * margin, split + margin}, box.high},
            {{box.low.x, split + margin}, {middle - 0.5f * margin, box.high.y}}};
  }
  const bool beside = box.width() >= 2 * side || box.width() > box.height();
  const float panel = beside ? std::min(side, 0.45f * box.width()) : 0.4f * box.height();
  const Box views{box.low, beside ? ImVec2{box.high.x - panel - margin, box.high.y}
                                  : ImVec2{box.high.x, box.high.y - panel - margin}};
  const float split = views.low.y + 0.56f * views.height();
  return {{views.low, {views.high.x, split}},
          {{views.low.x, split + margin}, views.high},
          {beside ? ImVec2{box.high.x - panel, box.low.y} : ImVec2{box.low.x, box.high.y - panel}, box.high}};
}

void draw_network_editor(Ui& ui, Session& session, const Box& box) {
  NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  handle_keys(ui, network_editor);
  follow(ui, network_editor);
  const Parts parts = lay_out_editor(ui, box, session.look.presenter);
  // Draw the panel last. If it changes the network, the next frame first resets the selection and then shows the
  // change.
  network_editor_diagram(ui, session, parts.diagram);
  follow(ui, network_editor);
  network_editor_pictures(ui, session, parts.pictures);
  network_editor_panel(ui, session, parts.panel);
}

}  // namespace

WorkspaceView network_editor_workspace() {
  return {"network-editor", "Network editor", draw_network_editor};
}

}  // namespace texelsort::app
