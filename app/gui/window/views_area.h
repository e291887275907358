#pragma once

#include <string>
#include <vector>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// The views of a run in their area: arranged, moved, enlarged and put back.
namespace texelsort::app {

struct RunView {
  Focus focus = Focus::texture;
  const Diagram* diagram = nullptr;  ///< of Focus::diagram
  std::string title;
};

/// Those that have something to show, in the order in which show_next_view() goes through them.
std::vector<RunView> run_views(const Session& session);

/// Enlarges the next one; after the last of them all are shown again where they have room.
void show_next_view(const Ui& ui, Session& session);

/// Shows the views in the next way of sharing the area.
void arrange_next(Session& session);

void draw_views(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
