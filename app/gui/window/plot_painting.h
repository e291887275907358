#pragma once

#include <imgui.h>

#include "app/export/plots/plot.h"
#include "app/gui/window/ui.h"

namespace texelsort::app {

/// Plots in the colours of a theme, for files; `em` pixels high text.
PlotStyle plot_style(ThemeName theme, ColormapName colormap, float em);

/// The same for the window: of that size, with its fonts and at its scale.
PlotStyle plot_style(const Ui& ui, ThemeName theme, ColormapName colormap, ImVec2 size);

/// Draws a plot into the current window of ImGui with its upper left corner there. Its texts are texts of the window.
void paint(const Ui& ui, const Plot& plot, ImVec2 origin);

}  // namespace texelsort::app
