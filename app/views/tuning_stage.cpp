#include <algorithm>
#include <array>

#include "app/views/stages.h"
#include "app/views/tuning_sight.h"

namespace texelsort::app {

namespace {

/// Pixels before scaling: in a smaller box there is room for one of the two at a time.
constexpr float width_for_both = 520, height_for_both = 400;

/// The panel or the plots, and what chooses between them.
void draw_one_of_both(Ui& ui, Session& session, const Box& box) {
  TuningSight& sight = tuning_sight(ui);
  constexpr std::array names{"plots", "sweep"};
  ImGui::SetCursorScreenPos(box.low);
  int shown = sight.shows_panel ? 1 : 0;
  if (segmented(ui, "plots or sweep", names, shown, box.width())) sight.shows_panel = shown == 1;
  const Box rest{{box.low.x, box.low.y + ImGui::GetFrameHeight() + ui.px(6)}, box.high};
  (sight.shows_panel ? tuning_panel : tuning_plots)(ui, session, rest);
}

/// The plots with the panel beside them, below them where the box is high and narrow.
void draw_tuning(Ui& ui, Session& session, const Box& box) {
  if (box.width() < ui.px(width_for_both) && box.height() < ui.px(height_for_both)) {
    return draw_one_of_both(ui, session, box);
  }
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
  return {"tuning", "Tuning", draw_tuning};
}

}  // namespace texelsort::app
