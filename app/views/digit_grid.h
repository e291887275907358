#pragma once

#include "app/look_back.h"
#include "app/panels/widgets.h"
#include "app/window/ui.h"

/// The cells of the digits view's tables.
namespace texelsort::app {

/// Where one table's cells are on the screen.
struct CellGrid {
  Box body;
  std::uint64_t rows = 1, columns = 1;
  float width = 1, height = 1;  ///< of a cell

  Box cell(std::uint64_t row, std::uint64_t column) const {
    const ImVec2 at{body.low.x + width * static_cast<float>(column), body.low.y + height * static_cast<float>(row)};
    return {at, {at.x + width, at.y + height}};
  }
};

/// The largest font in which numbers up to this one fit in the cells; null if none does.
ImFont* fitting_font(const Ui& ui, std::uint64_t most, const CellGrid& grid);

/// The state of every tile for every digit; its number too where that is asked for and fits.
void draw_look_back(const Ui& ui, const LookBack& status, const CellGrid& grid, bool written);

/// The states with their colours and hatches, and how many words have them.
void draw_look_back_legend(const Ui& ui, const LookBack& status, ImVec2 at, float width);

}  // namespace texelsort::app
