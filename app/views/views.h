#pragma once

#include "app/panels/widgets.h"
#include "app/session.h"
#include "app/window/ui.h"

/// Pictures of the present keys, whatever the algorithm. Each fills a card at a fixed place; selecting in one selects
/// in all. What goes with some algorithms is in diagrams.h.
namespace texelsort::app {

/// Keys as coloured texels, with what the present pass draws.
void texture_view(Ui& ui, Session& session, const Box& box);

/// Keys as bars.
void bars_view(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
