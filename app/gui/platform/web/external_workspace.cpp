#include "app/gui/panels/widgets.h"
#include "app/gui/views/workspaces.h"

namespace texelsort::app {

namespace {

void draw_absence(Ui& ui, Session&, const Box& box) {
  constexpr auto reason = "File sorts need the desktop program, because a web page has no access to files.";
  draw_text_wrapped(ui.fonts.small, box.low, ui.theme.dim, reason, box.width());
}

}  // namespace

WorkspaceView external_workspace() {
  return {"external", "File sort", draw_absence};
}

}  // namespace texelsort::app
