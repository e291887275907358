#pragma once

#include <string>
#include <vector>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Functions for the area that shows the views of a run. Views can be arranged, moved, enlarged and restored.
namespace texelsort::app {

struct RunView {
  Focus focus = Focus::texture;
  const Diagram* diagram = nullptr;  ///< the diagram to show; set only for Focus::diagram
  std::string title;
};

/// Returns the views that have content, in the order of show_next_view().
std::vector<RunView> run_views(const Session& session);

/// Enlarges the next view. After the last one, shows all views again if they fit.
void show_next_view(const Ui& ui, Session& session);

/// Switches to the next arrangement of the views.
void arrange_next(Session& session);

void draw_views(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
