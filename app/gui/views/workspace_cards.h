#pragma once

#include <array>
#include <functional>
#include <string>

#include "app/export/plots/plot.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Functions that the workspaces with plots and a panel share.
namespace texelsort::app {

/// Function that draws a part of a workspace as cards that fill a box.
using WorkspacePart = void (*)(Ui&, Session&, const Box&);

/// Draws the plots and the panel side by side or, in a tall narrow box, the panel below. If there is space for only one
/// of them, tabs called `names` choose it.
void plots_and_panel(Ui& ui, Session& session, const Box& box, const std::array<const char*, 2>& names,
                     bool& shows_panel, WorkspacePart plots, WorkspacePart panel);

/// Draws a text field below its title.
void typed_field(const Ui& ui, const char* title, const char* id, std::string& text, const std::string& help);

/// Draws a plot into a box that scrolls if necessary. Then calls `pointed` with the plot's corner, whether the mouse is
/// over the plot, and whether the box scrolls. During this call, the plot is ImGui's last item.
void plot_area(const Ui& ui, const Plot& plot, const Box& box,
               const std::function<void(ImVec2 origin, bool hovered, bool scrolls)>& pointed);

/// Outlines the area of a plot that reacts to the mouse.
void outline_hit(const Ui& ui, const Hit& hit, ImVec2 origin, ImU32 colour);

}  // namespace texelsort::app
