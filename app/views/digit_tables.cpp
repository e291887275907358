#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/digit_drawing.h"
#include "app/views/group_colours.h"

namespace texelsort::app {

namespace {

/// Cells that can be told apart, pixels before scaling.
constexpr float lowest_row = 4, narrowest_column = 3, lowest_written_row = 20, highest_row = 34, widest_column = 110;

/// Where one table's cells are on the screen.
struct Grid {
  Box body;
  std::uint64_t rows = 1, columns = 1;
  float width = 1, height = 1;  ///< of a cell

  Box cell(std::uint64_t row, std::uint64_t column) const {
    const ImVec2 at{body.low.x + width * static_cast<float>(column), body.low.y + height * static_cast<float>(row)};
    return {at, {at.x + width, at.y + height}};
  }
};

float heads_height(const Ui& ui) {
  return 2 * line_height(ui.fonts.small) + ui.px(11);
}

std::string row_name(const DigitPicture& picture, const DigitTable& table, std::uint64_t row) {
  const std::uint64_t first = row * table.tiles_a_row;
  if (table.tiles_a_row == 1) return fmt::format("{} {}", picture.part, first);
  return fmt::format("{}s {}\u2013{}", picture.part, first,
                     std::min(picture.table.rows, first + table.tiles_a_row) - 1);
}

/// In binary, or as a number.
std::string column_name(const DigitTable& table, std::uint64_t column, bool binary) {
  const std::uint64_t digits = std::uint64_t{1} << table.pass.bits, first = column * table.digits_a_column;
  if (table.digits_a_column == 1) return binary ? digit_name(first, table.pass.bits) : fmt::format("{}", first);
  return fmt::format("{}\u2013{}", first, std::min(digits, first + table.digits_a_column) - 1);
}

/// How columns of this width are named: in binary, or as numbers, or not all of them.
enum class Naming : std::uint8_t { binary, number, ends };

Naming naming_of(const Ui& ui, const DigitTable& table, float width) {
  const auto fits = [&](bool binary) {
    const float widest = std::max(text_width(ui.fonts.small, column_name(table, 0, binary)),
                                  text_width(ui.fonts.small, column_name(table, table.columns - 1, binary)));
    return widest + ui.px(5) <= width;
  };
  return fits(true) ? Naming::binary : fits(false) ? Naming::number : Naming::ends;
}

Grid lay_out(const Ui& ui, const DigitTable& table, const Box& box, float names) {
  Grid grid{{{box.low.x + names, box.low.y + heads_height(ui)}, box.high}, table.rows, table.columns};
  grid.width = std::min(grid.body.width() / static_cast<float>(table.columns), ui.px(widest_column));
  grid.height = std::min(grid.body.height() / static_cast<float>(table.rows), ui.px(highest_row));
  if (grid.width >= 8) grid.width = std::floor(grid.width);
  if (grid.height >= 8) grid.height = std::floor(grid.height);
  grid.body.high = {grid.body.low.x + grid.width * static_cast<float>(table.columns),
                    grid.body.low.y + grid.height * static_cast<float>(table.rows)};
  return grid;
}

/// The digits over the columns with their colours, which are the legend of all colours of digits; the rows' names.
void draw_heads(const Ui& ui, const Session& session, const DigitPicture& picture, const DigitTable& table,
                const Grid& grid) {
  auto& draw = *ImGui::GetWindowDrawList();
  const float tall = line_height(ui.fonts.small), bar = grid.body.low.y - ui.px(5);
  const Naming naming = naming_of(ui, table, grid.width);
  for (std::uint64_t column = 0; column < grid.columns; ++column) {
    const Box cell = grid.cell(0, column);
    const glm::vec3 colour = group_colour(session.look, Grouping::digits, std::uint64_t{1} << table.pass.bits,
                                          column * table.digits_a_column);
    const float gap = grid.width >= 6 ? 1.0f : 0.0f;
    draw.AddRectFilled({cell.low.x, bar}, {cell.high.x - gap, bar + ui.px(4)}, to_color(colour));
    if (naming == Naming::ends) continue;
    draw_text_centred(ui.fonts.small, {0.5f * (cell.low.x + cell.high.x), bar - 0.5f * tall - ui.px(1)}, ui.theme.text,
                      column_name(table, column, naming == Naming::binary));
  }
  if (naming == Naming::ends) {
    const std::string last = column_name(table, table.columns - 1, false);
    draw_text(ui.fonts.small, {grid.body.low.x, bar - tall - ui.px(1)}, ui.theme.text, column_name(table, 0, false));
    draw_text(ui.fonts.small, {grid.body.high.x - text_width(ui.fonts.small, last), bar - tall - ui.px(1)},
              ui.theme.text, last);
  }
  // Of rows that are lower than letters only some are named.
  const auto every = static_cast<std::uint64_t>(std::max(1.0f, std::ceil(tall / grid.height)));
  for (std::uint64_t row = 0; row < grid.rows; row += every) {
    const std::string name = row_name(picture, table, row);
    const Box cell = grid.cell(row, 0);
    const float top = every > 1 ? cell.low.y : 0.5f * (cell.low.y + cell.high.y - tall);
    if (top + tall > grid.body.high.y + ui.px(6)) break;
    draw_text(ui.fonts.small, {grid.body.low.x - ui.px(8) - text_width(ui.fonts.small, name), top}, ui.theme.dim, name);
  }
}

void draw_cells(const Ui& ui, const std::vector<std::uint64_t>& numbers, const Grid& grid, ImU32 heat) {
  auto& draw = *ImGui::GetWindowDrawList();
  const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(numbers));
  const std::string longest = fmt::format("{}", most);
  const auto fits = [&](ImFont* font) {
    return text_width(font, longest) + ui.px(4) <= grid.width && line_height(font) <= grid.height + 1;
  };
  ImFont* font = fits(ui.fonts.mono_large) ? ui.fonts.mono_large
                 : fits(ui.fonts.mono)     ? ui.fonts.mono
                                           : ui.fonts.mono_small;
  const bool written = fits(font);
  const float gap = std::min(grid.width, grid.height) >= 6 ? 1.0f : 0.0f;
  for (std::uint64_t row = 0; row < grid.rows; ++row) {
    for (std::uint64_t column = 0; column < grid.columns; ++column) {
      const Box cell = grid.cell(row, column);
      const std::uint64_t number = numbers[row * grid.columns + column];
      const float share = static_cast<float>(static_cast<double>(number) / static_cast<double>(most));
      const ImU32 back = blend(ui.theme.raised, heat, 0.9f * share);
      draw.AddRectFilled(cell.low, {cell.high.x - gap, cell.high.y - gap}, back);
      if (!written) continue;
      draw_text_centred(font, {0.5f * (cell.low.x + cell.high.x - gap), 0.5f * (cell.low.y + cell.high.y - gap)},
                        number == 0 ? ui.theme.dim : readable_on(glm::vec3(to_vec4(back))), fmt::format("{}", number));
    }
  }
}

void draw_selected(const Ui& ui, const DigitPicture& picture, const DigitTable& table, const Grid& grid) {
  if (!picture.selected) return;
  const std::uint64_t row = picture.selected->from / table.pass.column_keys / table.tiles_a_row;
  const Box cell = grid.cell(row, picture.selected->digit / table.digits_a_column);
  ImGui::GetWindowDrawList()->AddRect({cell.low.x - 2, cell.low.y - 2}, {cell.high.x + 1, cell.high.y + 1},
                                      ui.theme.selected, ui.px(2), 0, ui.px(2));
}

void point_at_cell(const Ui& ui, const DigitPicture& picture, const DigitTable& table, const Grid& grid) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !grid.body.contains(mouse)) return;
  const auto row = std::min(grid.rows - 1, static_cast<std::uint64_t>((mouse.y - grid.body.low.y) / grid.height));
  const auto column = std::min(grid.columns - 1, static_cast<std::uint64_t>((mouse.x - grid.body.low.x) / grid.width));
  const std::uint64_t keys = table.count(row, column);
  std::string text = fmt::format("{}, digit {}: {} {}", row_name(picture, table, row), column_name(table, column, true),
                                 grouped(keys), keys == 1 ? "key" : "keys");
  if (!table.offsets.empty())
    text += fmt::format("; the first place for them is {}", grouped(table.offset(row, column)));
  show_tooltip(ui, text);
}

std::string fold_text(const DigitPicture& picture, const DigitTable& table) {
  std::string text;
  if (table.tiles_a_row > 1) text += fmt::format("; a row is {} {}s", table.tiles_a_row, picture.part);
  if (table.digits_a_column > 1) text += fmt::format("; a column is {} digits", table.digits_a_column);
  return text;
}

float names_width(const Ui& ui, const DigitPicture& picture, const DigitTable& table) {
  return std::max(text_width(ui.fonts.small, row_name(picture, table, table.rows - 1)),
                  text_width(ui.fonts.small, row_name(picture, table, 0))) +
         ui.px(10);
}

}  // namespace

float digit_tables_height(const Ui& ui, const DigitPicture& picture, float height) {
  const auto rows = static_cast<float>(picture.table.rows);
  const float row = std::clamp(height / (3 * rows), ui.px(lowest_written_row), ui.px(highest_row));
  return std::min(heads_height(ui) + rows * row, 0.52f * height);
}

void draw_digit_tables(const Ui& ui, const Session& session, const DigitPicture& picture, const Box& box) {
  const float gap = ui.px(30), half = 0.5f * (box.width() - gap);
  const auto fitting = [&](float names) {
    return folded(picture.table, static_cast<std::uint64_t>((box.height() - heads_height(ui)) / ui.px(lowest_row)),
                  static_cast<std::uint64_t>((half - names) / ui.px(narrowest_column)));
  };
  const float names = names_width(ui, picture, fitting(ui.px(80)));
  const DigitTable table = fitting(names);
  const Box left{box.low, {box.low.x + half, box.high.y}}, right{{box.high.x - half, box.low.y}, box.high};
  const Grid counts = lay_out(ui, table, left, names), sums = lay_out(ui, table, right, names);
  draw_text_elided(ui.fonts.small, left.low, ui.theme.dim,
                   fmt::format("histogram: keys of each {} by digit{}", picture.part, fold_text(picture, table)), half);
  draw_heads(ui, session, picture, table, counts);
  draw_cells(ui, table.counts, counts, ui.theme.minimum);
  draw_selected(ui, picture, table, counts);
  point_at_cell(ui, picture, table, counts);
  draw_text_elided(ui.fonts.small, right.low, ui.theme.dim,
                   "exclusive scan, down the columns: where the first of them goes", half);
  draw_heads(ui, session, picture, table, sums);
  if (!table.offsets.empty()) {
    draw_cells(ui, table.offsets, sums, ui.theme.maximum);
    draw_selected(ui, picture, table, sums);
    point_at_cell(ui, picture, table, sums);
    return;
  }
  ImGui::GetWindowDrawList()->AddRect(sums.body.low, sums.body.high, ui.theme.line);
  draw_text_centred(ui.fonts.small,
                    {0.5f * (sums.body.low.x + sums.body.high.x), 0.5f * (sums.body.low.y + sums.body.high.y)},
                    ui.theme.dim, elided(ui.fonts.small, "the next pass sums the counts up", sums.body.width()));
}

}  // namespace texelsort::app
