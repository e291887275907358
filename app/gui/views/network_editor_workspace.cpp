#include <algorithm>

#include "app/gui/views/network_editor_views.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/compat.h"
#include "app/session/network_editor.h"

namespace texelsort::app {

namespace {

/// Ctrl+Z, Ctrl+Y and Delete, unless somebody types.
void handle_keys(Ui& ui, NetworkEditor& network_editor) {
  if (ImGui::GetIO().WantTextInput) return;
  if (compat::control_and('Z')) network_editor.undo();
  if (compat::control_and('Y')) network_editor.redo();
  if (compat::delete_pressed() && ui.network_editor.selected) network_editor.remove(*ui.network_editor.selected);
}

/// What was selected or dragged may not be there any more.
void follow(Ui& ui, const NetworkEditor& network_editor) {
  if (ui.network_editor.revision == network_editor.revision()) return;
  ui.network_editor.revision = network_editor.revision();
  ui.network_editor.selected.reset();
  ui.network_editor.pinned.reset();
  ui.network_editor.hovered.reset();
  ui.network_editor.drag.reset();
}

/// The network and its inputs above each other, the panel beside them; below them where the box is high and narrow.
void draw_network_editor(Ui& ui, Session& session, const Box& box) {
  NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  handle_keys(ui, network_editor);
  follow(ui, network_editor);
  const float margin = ui.px(10), side = ui.px(270);
  const bool beside = box.width() >= 2 * side || box.width() > box.height();
  const float panel = beside ? std::min(side, 0.45f * box.width()) : 0.4f * box.height();
  const Box views{box.low, beside ? ImVec2{box.high.x - panel - margin, box.high.y}
                                  : ImVec2{box.high.x, box.high.y - panel - margin}};
  const float split = views.low.y + 0.56f * views.height();
  // The panel comes last: what it changes is drawn in the next frame, with a selection that fits.
  network_editor_diagram(ui, session, {views.low, {views.high.x, split}});
  follow(ui, network_editor);
  network_editor_pictures(ui, session, {{views.low.x, split + margin}, views.high});
  network_editor_panel(
      ui, session, {beside ? ImVec2{box.high.x - panel, box.low.y} : ImVec2{box.low.x, box.high.y - panel}, box.high});
}

}  // namespace

/// The 0-1 network editor.
Stage network_editor_workspace() {
  return {"network-editor", "network editor", draw_network_editor};
}

}  // namespace texelsort::app
