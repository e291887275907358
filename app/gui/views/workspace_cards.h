#pragma once

#include <array>
#include <functional>
#include <string>

#include "app/export/plots/plot.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Functions for workspaces that consist of plots and a panel.
namespace texelsort::app {

/// Function that draws one part of a workspace, its plots or its panel, into a box.
using WorkspacePart = void (*)(Ui&, Session&, const Box&);

/// Draws the plots and the panel of a workspace side by side. In a tall narrow box, the panel is below the plots. If
/// only one of them fits, and in presenter mode, shows tabs called `names` for choosing it.
void plots_and_panel(Ui& ui, Session& session, const Box& box, const std::array<const char*, 2>& names,
                     bool& shows_panel, WorkspacePart plots, WorkspacePart panel);

/// Draws a text field below its title.
void typed_field(const Ui& ui, const char* title, const char* id, std::string& text, const std::string& help);

/// Draws a plot into a box, which scrolls if the plot is larger. Then calls `pointed` to handle the mouse, with the
/// plot as ImGui's last item. Its arguments are the plot's upper left corner, whether the mouse is over the plot, and
/// whether the box scrolls.
void plot_area(const Ui& ui, const Plot& plot, const Box& box,
               const std::function<void(ImVec2 origin, bool hovered, bool scrolls)>& pointed);

/// Outlines the area of a plot that reacts to the mouse.
void outline_hit(const Ui& ui, const Hit& hit, ImVec2 origin, ImU32 colour);

}  // namespace texelsort::app
