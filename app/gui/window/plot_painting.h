#pragma once

#include <imgui.h>

#include "app/export/plots/plot.h"
#include "app/gui/window/ui.h"

namespace texelsort::app {

/// Returns the style for plots that are written to files, with the colours of a theme and a text size of `em` pixels.
PlotStyle plot_style(ThemeName theme, ColormapName colormap, float em);

/// Returns the style for a plot of `size` pixels in the window, which uses the window's fonts and scale.
PlotStyle plot_style(const Ui& ui, ThemeName theme, ColormapName colormap, ImVec2 size);

/// Draws a plot into ImGui's current window, with the upper left corner at `origin`. The TextLog records the texts of
/// the plot.
void paint(const Ui& ui, const Plot& plot, ImVec2 origin);

}  // namespace texelsort::app
