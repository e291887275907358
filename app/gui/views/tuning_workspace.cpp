#include "app/gui/views/tuning_panel_state.h"
#include "app/gui/views/workspace_cards.h"
#include "app/gui/views/workspaces.h"

namespace texelsort::app {

namespace {

void draw_tuning(Ui& ui, Session& session, const Box& box) {
  plots_and_panel(ui, session, box, {"plots", "sweep"}, tuning_sight(ui).shows_panel, tuning_plots, tuning_panel);
}

}  // namespace

TuningPanelState& tuning_sight(Ui& ui) {
  if (!ui.tuning) ui.tuning = std::make_shared<TuningPanelState>();
  return *ui.tuning;
}

/// Returns the workspace that runs sweeps and plots their results.
WorkspaceView tuning_workspace() {
  return {"tuning", "Tuning", draw_tuning};
}

}  // namespace texelsort::app
