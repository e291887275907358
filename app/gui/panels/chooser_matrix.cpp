#include <algorithm>
#include <array>

#include "app/gui/panels/chooser_frame.h"
#include "app/gui/window/compat.h"

namespace texelsort::app {

namespace {

/// Screen positions of the rows and columns of the matrix of networks and methods.
struct MatrixLayout {
  MatrixLayout(const Ui& ui, std::size_t column_count) : columns(static_cast<float>(column_count)) {
    const float room = compat::room().x;
    pitch = std::clamp((room - ui.px(170)) / columns, ui.px(22), ui.px(34));
    label = room - columns * pitch;
    line = line_height(ui.fonts.small) + ui.px(2);
    row_height = std::max(ui.px(26), line_height(ui.fonts.body) + ui.px(8));
    corner = ImGui::GetCursorScreenPos();
    rows_top = corner.y + columns * line + ui.px(6);
    names_height = rows_top - corner.y;
  }
  /// Returns the upper edge of the names of the columns. They stay visible as long as one of `rows` rows is visible.
  float names_top(std::size_t rows) const {
    return std::clamp(ImGui::GetWindowPos().y, corner.y, corner.y + static_cast<float>(rows - 1) * row_height);
  }
  Box cell(std::size_t row, std::size_t column) const {
    return Box::at({corner.x + label + pitch * static_cast<float>(column), row_low(row)}, {pitch, row_height});
  }
  float row_low(std::size_t row) const { return rows_top + row_height * static_cast<float>(row); }

  float columns, pitch = 0, label = 0, line = 0, row_height = 0, rows_top = 0, names_height = 0;
  ImVec2 corner{};
};

/// Draws the names of the methods above the matrix, on different lines like a staircase. Each name is to the left of a
/// line that leads down to its column.
void draw_methods(const ChooserFrame& frame, const NetworkMatrix& matrix, const MatrixLayout& layout,
                  std::optional<std::size_t> lit) {
  const Ui& ui = frame.ui;
  const float top = layout.names_top(matrix.networks.size()), bottom = top + layout.names_height - ui.px(3);
  for (std::size_t column = 0; column < matrix.methods.size(); ++column) {
    const float x = layout.cell(0, column).middle().x;
    const float y = top + layout.line * (layout.columns - 1 - static_cast<float>(column));
    const ImU32 color = lit == column ? ui.theme.text : ui.theme.dim;
    const float middle = y + 0.5f * layout.line;
    draw_line({x, middle}, {x, bottom}, lit == column ? ui.theme.accent : ui.theme.line, ui.px(1.5f));
    draw_line({x - ui.px(5), middle}, {x, middle}, lit == column ? ui.theme.accent : ui.theme.line, ui.px(1.5f));
    const std::string& title = matrix.methods[column]->title;
    const float width = std::min(text_width(ui.fonts.small, title), x - ui.px(8) - layout.corner.x);
    draw_text_before(ui.fonts.small, {x - ui.px(8), y}, color, title, width);
    ImGui::SetCursorScreenPos({x - ui.px(8) - width, y});
    ImGui::Dummy({width, layout.line});
    tooltip(ui, matrix.methods[column]->summary);
  }
}

void draw_networks(const ChooserFrame& frame, const NetworkMatrix& matrix, const MatrixLayout& layout,
                   std::optional<std::size_t> lit) {
  const Ui& ui = frame.ui;
  for (std::size_t row = 0; row < matrix.networks.size(); ++row) {
    const network::Family& family = *matrix.networks[row];
    const ImVec2 at{layout.corner.x, layout.row_low(row)};
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({layout.label - ui.px(6), layout.row_height});
    tooltip(ui, family.title + "\n" + network::text(family.citation));
    draw_text_elided(ui.fonts.body, {at.x, at.y + 0.5f * (layout.row_height - line_height(ui.fonts.body))},
                     lit == row ? ui.theme.text : ui.theme.dim, family.title, layout.label - ui.px(6));
  }
}

/// Draws a legend of the marks that occur in the matrix.
void draw_legend(const ChooserFrame& frame, const std::array<bool, 4>& seen) {
  const Ui& ui = frame.ui;
  constexpr std::array words{"runs now", "runs", "does not accept this input", "cannot run here"};
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right = start.x + compat::room().x, line = line_height(ui.fonts.small) + ui.px(4);
  ImVec2 at = start;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!seen[i]) continue;
    const float width = ui.px(20) + text_width(ui.fonts.small, words[i]);
    if (at.x > start.x && at.x + width > right) at = {start.x, at.y + line};
    frame.draw_mark(static_cast<ChoiceMark>(i), {at.x + ui.px(7), at.y + 0.5f * line_height(ui.fonts.small)}, ui.px(4));
    draw_text_elided(ui.fonts.small, {at.x + ui.px(18), at.y}, ui.theme.dim, words[i], right - at.x - ui.px(18));
    at.x += width + ui.px(14);
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({right - start.x, at.y + line - start.y});
}

}  // namespace

void chooser_matrix(ChooserFrame& frame) {
  const Ui& ui = frame.ui;
  const NetworkMatrix& matrix = frame.state.menu.matrix;
  if (matrix.cells.empty()) return;
  text_item(ui.fonts.title, ui.theme.text, "Networks and methods");
  const MatrixLayout layout(ui, matrix.methods.size());
  std::optional<std::size_t> lit_row, lit_column;
  std::array<bool, 4> seen{};
  frame.names_height = layout.names_height;
  // Rows that are scrolled past the names of the columns can be neither seen nor clicked.
  const float top = layout.names_top(matrix.networks.size()) + layout.names_height;
  ImGui::PushClipRect({layout.corner.x, top}, {layout.corner.x + compat::room().x, 1e6f}, true);
  for (std::size_t row = 0; row < matrix.networks.size(); ++row) {
    frame.begin_row();
    for (std::size_t column = 0; column < matrix.methods.size(); ++column) {
      const algorithms::Algorithm* algorithm = matrix.at(row, column);
      const Box cell = layout.cell(row, column);
      draw_box(cell.grown(-ui.px(1.5f)), ui.theme.raised, ui.px(4));
      if (algorithm == nullptr) {
        ImGui::SetCursorScreenPos(cell.low);
        ImGui::Dummy(cell.size());
        tooltip(ui, matrix.networks[row]->title + " does not support this method.");
        continue;
      }
      const bool hovered = frame.stop(*algorithm, cell.grown(-ui.px(1.5f)));
      const ChoiceMark mark = frame.mark_of(*algorithm);
      seen[static_cast<std::size_t>(mark)] = true;
      frame.draw_mark(mark, cell.middle(), ui.px(5));
      if (hovered || (frame.looked_at() == algorithm && !lit_row)) {
        lit_row = row;
        lit_column = column;
      }
    }
  }
  frame.names_height = 0;
  draw_networks(frame, matrix, layout, lit_row);
  ImGui::PopClipRect();
  draw_methods(frame, matrix, layout, lit_column);
  ImGui::SetCursorScreenPos({layout.corner.x, layout.row_low(matrix.networks.size()) + ui.px(6)});
  draw_legend(frame, seen);
}

}  // namespace texelsort::app
