#pragma once

#include <string>
#include <vector>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Functions for the area with the views of a run. The user can arrange, move, enlarge and restore the views.
namespace texelsort::app {

struct RunView {
  Focus focus = Focus::texture;
  const Diagram* diagram = nullptr;  ///< diagram that this view shows; null for views of the keys
  std::string title;
};

/// Returns the views of the run that have something to show. show_next_view() enlarges them in this order.
std::vector<RunView> run_views(const Session& session);

/// Returns whether the window is wide enough for the pseudocode next to a single view.
bool has_room_beside(const Ui& ui, const Look& look);

/// Enlarges the next view of the run. After the last one, shows all views again if there is space.
void show_next_view(const Ui& ui, Session& session);

/// Switches to the next arrangement of the views.
void arrange_next(Session& session);

void draw_views(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
