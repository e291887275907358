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

/// A selection's thresholds and what their counts have decided, a row for each pass so far.
void bits_view(Ui& ui, Session& session, const Box& box);

/// The present digit's histograms in a selection by digits, one for each prefix.
void histogram_view(Ui& ui, Session& session, const Box& box);

/// The one of the three that goes with the algorithm.
void diagram_view(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
