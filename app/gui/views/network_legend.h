#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"

namespace texelsort::app {

/// What the marks of the present pass mean, at the right of the header of the network's card.
void draw_network_legend(const Ui& ui, const Box& box);

}  // namespace texelsort::app
