#pragma once

#include "app/panels/widgets.h"
#include "app/session.h"
#include "app/window/ui.h"

/// Pictures of the present state. Each fills a card at a fixed place; selecting in one selects in all.
namespace texelsort::app {

/// Keys as coloured texels, with what the present pass draws.
void texture_view(Ui& ui, Session& session, const Box& box);

/// Keys as bars.
void bars_view(Ui& ui, Session& session, const Box& box);

/// The network's diagram with the keys on its wires.
void network_view(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
