#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"

namespace texelsort::app {

/// Draws the meaning of the present pass's marks at the right of the network card's header.
void draw_network_legend(const Ui& ui, const Box& box);

}  // namespace texelsort::app
