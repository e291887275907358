#pragma once

#include <array>
#include <functional>
#include <string>

#include "app/export/plots/plot.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// What the workplaces with plots and a panel share.
namespace texelsort::app {

/// A part of a workspace: cards that fill the box.
using WorkplacePart = void (*)(Ui&, Session&, const Box&);

/// The plots with the panel beside them, below them where the box is high and narrow; one of both, which `names`
/// choose, where there is little room.
void plots_and_panel(Ui& ui, Session& session, const Box& box, const std::array<const char*, 2>& names,
                     bool& shows_panel, WorkplacePart plots, WorkplacePart panel);

/// A line of text that is typed, below its title.
void typed_field(const Ui& ui, const char* title, const char* id, std::string& text, const std::string& help);

/// Draws a plot into the box, in which it scrolls if it is higher. `pointed` is called with the plot's corner, whether
/// the mouse is over it, and whether it scrolls; the plot is the last item then.
void plot_area(const Ui& ui, const Plot& plot, const Box& box,
               const std::function<void(ImVec2 origin, bool hovered, bool scrolls)>& pointed);

/// Shows what a hit covers.
void outline_hit(const Ui& ui, const Hit& hit, ImVec2 origin, ImU32 colour);

}  // namespace texelsort::app
