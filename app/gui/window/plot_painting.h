#pragma once

#include <imgui.h>

#include "app/export/plots/plot.h"
#include "app/gui/window/ui.h"

namespace texelsort::app {

/// Returns the style of plots in files, in the colours of a theme, with text `em` pixels high.
PlotStyle plot_style(ThemeName theme, ColormapName colormap, float em);

/// Returns the style of plots in the window, for a plot of `size` pixels with the window's fonts and scale.
PlotStyle plot_style(const Ui& ui, ThemeName theme, ColormapName colormap, ImVec2 size);

/// Draws a plot into ImGui's current window, with its upper left corner at `origin`. The TextLog records its texts.
void paint(const Ui& ui, const Plot& plot, ImVec2 origin);

}  // namespace texelsort::app
