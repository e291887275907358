#include <algorithm>

#include "app/gui/views/laboratory_views.h"
#include "app/gui/views/stages.h"
#include "app/gui/window/compat.h"
#include "app/session/laboratory.h"

namespace texelsort::app {

namespace {

/// Ctrl+Z, Ctrl+Y and Delete, unless somebody types.
void handle_keys(Ui& ui, Laboratory& laboratory) {
  if (ImGui::GetIO().WantTextInput) return;
  if (compat::control_and('Z')) laboratory.undo();
  if (compat::control_and('Y')) laboratory.redo();
  if (compat::delete_pressed() && ui.laboratory.selected) laboratory.remove(*ui.laboratory.selected);
}

/// What was selected or dragged may not be there any more.
void follow(Ui& ui, const Laboratory& laboratory) {
  if (ui.laboratory.revision == laboratory.revision()) return;
  ui.laboratory.revision = laboratory.revision();
  ui.laboratory.selected.reset();
  ui.laboratory.pinned.reset();
  ui.laboratory.hovered.reset();
  ui.laboratory.drag.reset();
}

/// The network and its inputs above each other, the panel beside them; below them where the box is high and narrow.
void draw_laboratory(Ui& ui, Session& session, const Box& box) {
  Laboratory& laboratory = workspace<Laboratory>(session);
  handle_keys(ui, laboratory);
  follow(ui, laboratory);
  const float margin = ui.px(10), side = ui.px(270);
  const bool beside = box.width() >= 2 * side || box.width() > box.height();
  const float panel = beside ? std::min(side, 0.45f * box.width()) : 0.4f * box.height();
  const Box views{box.low, beside ? ImVec2{box.high.x - panel - margin, box.high.y}
                                  : ImVec2{box.high.x, box.high.y - panel - margin}};
  const float split = views.low.y + 0.56f * views.height();
  // The panel comes last: what it changes is drawn in the next frame, with a selection that fits.
  laboratory_diagram(ui, session, {views.low, {views.high.x, split}});
  follow(ui, laboratory);
  laboratory_pictures(ui, session, {{views.low.x, split + margin}, views.high});
  laboratory_panel(ui, session,
                   {beside ? ImVec2{box.high.x - panel, box.low.y} : ImVec2{box.low.x, box.high.y - panel}, box.high});
}

}  // namespace

/// The 0-1 laboratory.
Stage laboratory_stage() {
  return {"laboratory", "0-1 laboratory", draw_laboratory};
}

}  // namespace texelsort::app
