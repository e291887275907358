#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/digit_drawing.h"
#include "app/gui/views/fitting.h"
#include "app/gui/views/patterns.h"
#include "compute/data/keys/order.h"

namespace texelsort::app {

namespace {

/// Draws the state of a tile in the look-back. Without colour, a frame means no state, and hatching means the tile's
/// own count. Returns the background colour for a text on top.
ImU32 draw_state(const Ui& ui, const Box& box, TileState state, float share) {
  if (state == TileState::nothing) {
    draw_box(box, ui.theme.raised);
    if (box.height() >= ui.px(8)) draw_outline(box, ui.theme.faint);
    return ui.theme.raised;
  }
  const ImU32 color = state == TileState::counted ? ui.theme.maximum : ui.theme.kept;
  const ImU32 back = blend(ui.theme.raised, color, 0.3f + 0.5f * share);
  draw_box(box, back);
  if (state == TileState::counted) draw_hatch(box, true, ui.px(6), ui.px(1.5f), color);
  return back;
}

/// Screen positions of the cells of a table of counts or sums.
struct CellGrid {
  Box body;
  std::uint64_t rows = 1, columns = 1;
  float width = 1, height = 1;  ///< size of a cell in pixels

  Box cell(std::uint64_t row, std::uint64_t column) const {
    const ImVec2 at{body.low.x + width * static_cast<float>(column), body.low.y + height * static_cast<float>(row)};
    return Box::at(at, {width, height});
  }
};

/// Returns the largest font in which numbers up to `most` fit into a cell, or null if there is none.
ImFont* fitting_font(const Ui& ui, std::uint64_t most, const CellGrid& grid) {
  const std::string longest = fmt::format("{}", most);
  for (ImFont* font : {ui.fonts.mono_large, ui.fonts.mono, ui.fonts.mono_small}) {
    if (text_width(font, longest) + ui.px(4) <= grid.width && line_height(font) <= grid.height + 1) return font;
  }
  return nullptr;
}

/// Draws the cells of a table. `paint` fills a cell, given the ratio `share` of its number to the largest number. It
/// returns the colour for the number, or 0 to omit it. Numbers appear only if `written` is true and all of them fit.
template <class Paint>
void draw_cells(const Ui& ui, const std::vector<std::uint64_t>& numbers, const CellGrid& grid, bool written,
                const Paint& paint) {
  const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(numbers));
  ImFont* font = written ? fitting_font(ui, most, grid) : nullptr;
  const float gap = std::min(grid.width, grid.height) >= 6 ? 1.0f : 0.0f;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Box cell = grid.cell(i / grid.columns, i % grid.columns);
    const Box filled{cell.low, {cell.high.x - gap, cell.high.y - gap}};
    const ImU32 color =
        paint(filled, i, static_cast<float>(static_cast<double>(numbers[i]) / static_cast<double>(most)));
    if (font != nullptr && color != 0) draw_text_centred(font, filled.middle(), color, fmt::format("{}", numbers[i]));
  }
}

/// Draws the look-back state of each tile for each digit. If `written` is true and there is space, adds the published
/// number.
void draw_look_back(const Ui& ui, const LookBack& status, const CellGrid& grid, bool written) {
  draw_cells(ui, status.numbers, grid, written, [&](const Box& cell, std::size_t i, float share) -> ImU32 {
    const ImU32 back = draw_state(ui, cell, status.states[i], share);
    return status.states[i] == TileState::nothing ? 0 : readable_on(glm::vec3(to_vec4(back)));
  });
}

/// Draws the legend of the look-back states: the colour or hatch of each state, and the number of status words in it.
void draw_look_back_legend(const Ui& ui, const LookBack& status, ImVec2 at, float width) {
  const float tall = line_height(ui.fonts.small), side = ui.px(13), end = at.x + width;
  constexpr std::array names{"not counted yet", "count of the tile", "sum up to the tile"};
  const std::string lead = "look-back status:";
  const float gap = ui.px(12), mark = side + ui.px(5);
  float wanted = text_width(ui.fonts.small, lead) + gap;
  std::array<std::string, names.size()> entries;
  for (std::size_t i = 0; i < names.size(); ++i) {
    entries[i] = fmt::format("{}: {}", names[i], grouped(status.count(static_cast<TileState>(i))));
    wanted += mark + text_width(ui.fonts.small, entries[i]) + gap;
  }
  const auto text = [&](const std::string& shown) {
    draw_text_elided(ui.fonts.small, at, ui.theme.dim, shown, end - at.x);
    at.x += text_width(ui.fonts.small, shown) + gap;
  };
  if (wanted <= width) text(lead);
  for (std::size_t i = 0; i < names.size(); ++i) {
    // Omit entries for which there is no space, because the table itself shows the states.
    if (at.x + mark + text_width(ui.fonts.small, entries[i]) > end) break;
    const auto state = static_cast<TileState>(i);
    const float y = at.y + 0.5f * (tall - side);
    draw_state(ui, {{at.x, y}, {at.x + side, y + side}}, state, 1);
    at.x += mark;
    text(entries[i]);
  }
}

/// Smallest and greatest sizes of a table's cells, in pixels at scale 1. Numbers need rows of at least
/// `lowest_written_row`.
constexpr float lowest_row = 4, narrowest_column = 3, lowest_written_row = 20, highest_row = 34, widest_column = 110;
/// Limits of bars in pixels at scale 1, for the bar chart in which each row counts one digit of all keys.
constexpr float highest_bars = 130, lowest_bars = 24, narrowest_bar = 1.3f;

float heads_height(const Ui& ui) {
  return 2 * line_height(ui.fonts.small) + ui.px(11);
}

std::string row_name(const DigitPicture& picture, const DigitTable& table, std::uint64_t row) {
  const std::uint64_t first = row * table.tiles_a_row;
  if (picture.at_once()) {
    const std::uint64_t low = first * table.pass.bits, high = low + table.tiles_a_row * table.pass.bits;
    return fmt::format("bits {}-{}", low, std::min<std::uint64_t>(high, picture.key_bits) - 1);
  }
  if (table.tiles_a_row == 1) return fmt::format("{} {}", picture.part, first);
  return fmt::format("{}s {}-{}", picture.part, first, std::min(picture.table.rows, first + table.tiles_a_row) - 1);
}

/// Returns the text above a column of a digit table: the value of the digit, in binary or decimal.
std::string column_name(const DigitTable& table, std::uint64_t column, bool binary) {
  const std::uint64_t digits = std::uint64_t{1} << table.pass.bits, first = column * table.digits_a_column;
  if (table.digits_a_column == 1) return binary ? digit_name(first, table.pass.bits) : fmt::format("{}", first);
  return fmt::format("{}-{}", first, std::min(digits, first + table.digits_a_column) - 1);
}

/// Form of the texts above the columns, chosen by their width: binary, decimal, or decimal above only the first and
/// last column.
enum class Naming : std::uint8_t { binary, number, ends };

Naming naming_of(const Ui& ui, const DigitTable& table, float width) {
  const auto fits = [&](bool binary) {
    const float widest = std::max(text_width(ui.fonts.small, column_name(table, 0, binary)),
                                  text_width(ui.fonts.small, column_name(table, table.columns - 1, binary)));
    return widest + ui.px(5) <= width;
  };
  return fits(true) ? Naming::binary : fits(false) ? Naming::number : Naming::ends;
}

CellGrid lay_out(const Ui& ui, const DigitPicture& picture, const DigitTable& table, const Box& box, float names) {
  CellGrid grid{{{box.low.x + names, box.low.y + heads_height(ui)}, box.high}, table.rows, table.columns};
  grid.width = std::min(grid.body.width() / static_cast<float>(table.columns), ui.px(widest_column));
  grid.height = std::min(grid.body.height() / static_cast<float>(table.rows),
                         ui.px(picture.at_once() ? highest_bars : highest_row));
  if (grid.width >= 8) grid.width = std::floor(grid.width);
  if (grid.height >= 8) grid.height = std::floor(grid.height);
  grid.body.high = {grid.body.low.x + grid.width * static_cast<float>(table.columns),
                    grid.body.low.y + grid.height * static_cast<float>(table.rows)};
  return grid;
}

/// Draws names to the left of the rows and above the columns. The digits above the columns have their colours, which
/// serves as the legend.
void draw_heads(const Ui& ui, const Session& session, const DigitPicture& picture, const DigitTable& table,
                const CellGrid& grid, bool named = true) {
  const float tall = line_height(ui.fonts.small), bar = grid.body.low.y - ui.px(5);
  const Naming naming = naming_of(ui, table, grid.width);
  for (std::uint64_t column = 0; column < grid.columns; ++column) {
    const Box cell = grid.cell(0, column);
    const glm::vec3 colour =
        scale_colour(session.look, std::uint64_t{1} << table.pass.bits, column * table.digits_a_column);
    const float gap = grid.width >= 6 ? 1.0f : 0.0f;
    draw_group_box(ui, {{cell.low.x, bar - ui.px(1)}, {cell.high.x - gap, bar + ui.px(5)}}, colour,
                   column * table.digits_a_column);
    if (naming == Naming::ends) continue;
    draw_text_centred(ui.fonts.small, {0.5f * (cell.low.x + cell.high.x), bar - 0.5f * tall - ui.px(1)}, ui.theme.text,
                      column_name(table, column, naming == Naming::binary));
  }
  if (naming == Naming::ends) {
    const std::string first = column_name(table, 0, false), last = column_name(table, table.columns - 1, false);
    const float both = text_width(ui.fonts.small, first) + text_width(ui.fonts.small, last) + ui.px(8);
    draw_text(ui.fonts.small, {grid.body.low.x, bar - tall - ui.px(1)}, ui.theme.text, first);
    if (both <= grid.body.width()) {
      draw_text_before(ui.fonts.small, {grid.body.high.x, bar - tall - ui.px(1)}, ui.theme.text, last);
    }
  }
  // Omit some names if the rows are lower than the text.
  const auto every = static_cast<std::uint64_t>(std::max(1.0f, std::ceil(tall / grid.height)));
  for (std::uint64_t row = 0; row < grid.rows && named; row += every) {
    const std::string name = row_name(picture, table, row);
    const Box cell = grid.cell(row, 0);
    const float top = every > 1 ? cell.low.y : 0.5f * (cell.low.y + cell.high.y - tall);
    if (top + tall > grid.body.high.y + ui.px(6)) break;
    draw_text_before(ui.fonts.small, {grid.body.low.x - ui.px(8), top}, ui.theme.dim, name);
  }
}

/// Draws each row of a table as a bar chart. The highest bar of each row has the full height.
void draw_bars(const Ui& ui, const std::vector<std::uint64_t>& numbers, const CellGrid& grid, ImU32 color) {
  const float gap = grid.width >= 6 ? 1.0f : 0.0f;
  for (std::uint64_t row = 0; row < grid.rows; ++row) {
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(row * grid.columns);
    const std::uint64_t most =
        std::max<std::uint64_t>(1, *std::max_element(first, first + static_cast<std::ptrdiff_t>(grid.columns)));
    draw_box({{grid.body.low.x, grid.cell(row, 0).low.y}, {grid.body.high.x, grid.cell(row, 0).high.y - 3}},
             ui.theme.raised);
    for (std::uint64_t column = 0; column < grid.columns; ++column) {
      const Box cell = grid.cell(row, column);
      const double share = static_cast<double>(first[static_cast<std::ptrdiff_t>(column)]) / static_cast<double>(most);
      const float height = static_cast<float>(share) * (grid.height - ui.px(5));
      draw_box({{cell.low.x, cell.high.y - 3 - height}, {cell.high.x - gap, cell.high.y - 3}}, color);
    }
  }
}

void draw_heat(const Ui& ui, const std::vector<std::uint64_t>& numbers, const CellGrid& grid, ImU32 heat) {
  draw_cells(ui, numbers, grid, true, [&](const Box& cell, std::size_t i, float share) {
    const ImU32 back = blend(ui.theme.raised, heat, 0.9f * share);
    draw_box(cell, back);
    return numbers[i] == 0 ? ui.theme.dim : readable_on(glm::vec3(to_vec4(back)));
  });
}

void mark_cell(const Ui& ui, const CellGrid& grid, std::uint64_t row, std::uint64_t column) {
  const Box cell = grid.cell(row, column);
  draw_outline({{cell.low.x - 2, cell.low.y - 2}, {cell.high.x + 1, cell.high.y + 1}}, ui.theme.selected, ui.px(2),
               ui.px(2));
}

void draw_selected(const Ui& ui, const DigitPicture& picture, const DigitTable& table, const CellGrid& grid) {
  if (picture.selected) {
    const std::uint64_t row = picture.selected->from / table.pass.column_keys / table.tiles_a_row;
    mark_cell(ui, grid, row, picture.selected->digit / table.digits_a_column);
  }
  for (std::uint64_t row = 0; picture.code && row < table.rows; ++row) {
    algorithms::DigitPass digit = table.pass;
    digit.shift = static_cast<std::uint32_t>(row * table.tiles_a_row * digit.bits);
    mark_cell(ui, grid, row, digit.digit(*picture.code) / table.digits_a_column);
  }
}

/// Returns the present position of the first key that a cell of a table counts, or nothing if the cell counts none.
std::optional<std::uint64_t> key_of_cell(const Session& session, const DigitPicture& picture, const DigitTable& table,
                                         std::uint64_t row, std::uint64_t column) {
  const data::State* state = session.player().state();
  if (state == nullptr) return std::nullopt;
  algorithms::DigitPass digit = table.pass;
  if (picture.at_once()) digit.shift = static_cast<std::uint32_t>(row * table.tiles_a_row * digit.bits);
  const auto codes = data::codes(state->keys, session.problem().order);
  for (std::uint64_t before = 0; before < codes.size(); ++before) {
    const std::uint64_t place = picture.place_now(before);
    const bool in_row = picture.at_once() || before / digit.column_keys / table.tiles_a_row == row;
    if (in_row && digit.digit(codes[place]) / table.digits_a_column == column) return place;
  }
  return std::nullopt;
}

/// Shows a tooltip for the cell under the mouse, and selects the first key that the cell counts.
void point_at_cell(const Ui& ui, Session& session, const DigitPicture& picture, const DigitTable& table,
                   const CellGrid& grid) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !grid.body.contains(mouse) || table.counts.empty()) return;
  const auto row = std::min(grid.rows - 1, static_cast<std::uint64_t>((mouse.y - grid.body.low.y) / grid.height));
  const auto column = std::min(grid.columns - 1, static_cast<std::uint64_t>((mouse.x - grid.body.low.x) / grid.width));
  std::string text = fmt::format("{}, digit {}: {}", row_name(picture, table, row), column_name(table, column, true),
                                 keys_text(table.count(row, column)));
  if (!table.offsets.empty()) text += fmt::format("; their first index is {}", grouped(table.offset(row, column)));
  show_tooltip(ui, text);
  if (const auto key = key_of_cell(session, picture, table, row, column))
    point_at(session, pair_of(session.player(), *key));
}

std::string fold_text(const DigitPicture& picture, const DigitTable& table) {
  std::string text;
  if (table.tiles_a_row > 1) text += fmt::format("; {} {}s per row", table.tiles_a_row, picture.part);
  if (table.digits_a_column > 1) {
    text += fmt::format("; {} {} per column", table.digits_a_column, picture.at_once() ? "values" : "digits");
  }
  return text;
}

float names_width(const Ui& ui, const DigitPicture& picture, const DigitTable& table) {
  return std::max(text_width(ui.fonts.small, row_name(picture, table, table.rows - 1)),
                  text_width(ui.fonts.small, row_name(picture, table, 0))) +
         ui.px(10);
}

/// Draws a table as a heat map, with numbers if they fit. If each row counts a digit, the rows are high enough, and the
/// numbers do not fit, draws bar charts instead.
void draw_numbers(const Ui& ui, const DigitPicture& picture, const std::vector<std::uint64_t>& numbers,
                  const CellGrid& grid, ImU32 color) {
  const bool bars = picture.at_once() && grid.height >= ui.px(lowest_bars) &&
                    fitting_font(ui, *std::ranges::max_element(numbers), grid) == nullptr;
  bars ? draw_bars(ui, numbers, grid, color) : draw_heat(ui, numbers, grid, color);
}

/// Draws the table on the left: the counts, or the look-back status that tiles publish.
void draw_left(const Ui& ui, const DigitPicture& picture, const DigitTable& table, const CellGrid& grid,
               const Box& box) {
  if (picture.status) {
    const bool whole = table.rows == picture.table.rows && table.columns == picture.table.columns;
    draw_look_back_legend(ui, *picture.status, box.low, box.width());
    return draw_look_back(ui, folded(*picture.status, table), grid, whole);
  }
  const std::string what = picture.at_once()
                               ? "histogram: number of keys per value of each digit"
                               : fmt::format("histogram: number of keys per digit in each {}", picture.part);
  draw_text_or_clause(ui.fonts.small, box.low, ui.theme.dim, what + fold_text(picture, table), box.width());
  draw_numbers(ui, picture, table.counts, grid, ui.theme.minimum);
}

/// Returns the longest description of the table on the right that fits into the width.
std::string sums_text(const Ui& ui, const DigitPicture& picture, const DigitTable& table, float width) {
  const auto fitting = [&](std::initializer_list<std::string> ways) {
    return fitting_text(ui.fonts.small, ways, width);
  };
  if (picture.status) {
    const std::string text = "index of the first key";
    return fitting({text + ", from the sums" + fold_text(picture, table), text});
  }
  if (picture.at_once()) {
    return fitting({"exclusive scan along the rows: number of keys with smaller digits", "exclusive scan by row",
                    "exclusive scan"});
  }
  return fitting(
      {"exclusive scan down the columns: index of the first key", "exclusive scan by column", "exclusive scan"});
}

}  // namespace

float digit_tables_height(const Ui& ui, const DigitPicture& picture, float height) {
  const auto rows = static_cast<float>(picture.table.rows);
  const float row = std::clamp(height / (3 * rows), ui.px(lowest_written_row), ui.px(highest_row));
  return std::min(heads_height(ui) + rows * row, 0.52f * height);
}

bool has_digit_numbers(const Ui& ui, const DigitPicture& picture, float height) {
  const float rows = static_cast<float>(picture.table.rows) * ui.px(lowest_written_row);
  return heads_height(ui) + rows <= digit_tables_height(ui, picture, height) + 1;
}

void draw_digit_tables(const Ui& ui, Session& session, const DigitPicture& picture, const Box& box) {
  constexpr float least_table = 90;
  bool named_twice = true;
  const auto gap = [&] { return ui.px(named_twice ? 30.0f : 20.0f); };
  const auto table_width = [&](float names) {
    return 0.5f * (box.width() - gap() - (named_twice ? 2 * names : names));
  };
  const auto fitting = [&](float names) {
    const float narrowest = ui.px(picture.at_once() ? narrowest_bar : narrowest_column);
    const auto columns = static_cast<std::uint64_t>(std::max(1.0f, table_width(names) / narrowest));
    // Fold the same number of digit values into each bar. A last bar with fewer values would make these values seem
    // rare.
    return folded(picture.table, static_cast<std::uint64_t>((box.height() - heads_height(ui)) / ui.px(lowest_row)),
                  picture.at_once() ? std::bit_floor(columns) : columns);
  };
  const float names = names_width(ui, picture, fitting(ui.px(80)));
  // In a narrow view, the names of the rows on the left also serve the table on the right.
  named_twice = table_width(names) >= ui.px(least_table);
  const DigitTable table = fitting(names);
  const float right_names = named_twice ? names : 0, width = table_width(names);
  const Box left{box.low, {box.low.x + names + width, box.high.y}};
  const Box right{{box.high.x - right_names - width, box.low.y}, box.high};
  const CellGrid counts = lay_out(ui, picture, table, left, names);
  const CellGrid sums = lay_out(ui, picture, table, right, right_names);
  draw_left(ui, picture, table, counts, left);
  draw_heads(ui, session, picture, table, counts);
  draw_selected(ui, picture, table, counts);
  point_at_cell(ui, session, picture, table, counts);
  draw_text_elided(ui.fonts.small, right.low, ui.theme.dim, sums_text(ui, picture, table, right.width()),
                   right.width());
  draw_heads(ui, session, picture, table, sums, named_twice);
  if (!table.offsets.empty()) {
    draw_numbers(ui, picture, table.offsets, sums, ui.theme.maximum);
    draw_selected(ui, picture, table, sums);
    point_at_cell(ui, session, picture, table, sums);
    return;
  }
  const std::string missing =
      picture.status
          ? fitting_text(ui.fonts.small,
                         {"the sums are not complete yet, or cover only parts of the array", "no complete sums yet"},
                         sums.body.width())
          : fitting_text(ui.fonts.small, {"the next pass computes the sums", "no sums yet"}, sums.body.width());
  draw_outline(sums.body, ui.theme.line);
  draw_text_centred(ui.fonts.small, sums.body.middle(), ui.theme.dim, missing, sums.body.width());
}

}  // namespace texelsort::app
