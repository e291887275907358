#include <algorithm>

#include "app/views/stages.h"
#include "app/views/tuning_sight.h"

namespace texelsort::app {

namespace {

/// The plots with the panel beside them, below them where the box is high and narrow.
void draw_tuning(Ui& ui, Session& session, const Box& box) {
  const float margin = ui.px(10), side = ui.px(280);
  const bool beside = box.width() >= 2 * side || box.width() > box.height();
  const float panel = beside ? std::min(side, 0.45f * box.width()) : 0.4f * box.height();
  const ImVec2 corner = beside ? ImVec2{box.high.x - panel, box.low.y} : ImVec2{box.low.x, box.high.y - panel};
  // The panel comes first: its results are those that the plots show.
  tuning_panel(ui, session, {corner, box.high});
  tuning_plots(ui, session,
               {box.low, beside ? ImVec2{corner.x - margin, box.high.y} : ImVec2{box.high.x, corner.y - margin}});
}

}  // namespace

TuningSight& tuning_sight(Ui& ui) {
  if (!ui.tuning) ui.tuning = std::make_shared<TuningSight>();
  return *ui.tuning;
}

/// Sweeps, and plots of their results.
Stage tuning_stage() {
  return {"tuning", "tuning", draw_tuning};
}

}  // namespace texelsort::app
