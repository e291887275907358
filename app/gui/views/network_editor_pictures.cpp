#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/views/fitting.h"
#include "app/gui/views/network_editor_views.h"
#include "app/session/network_editor.h"

namespace texelsort::app {

namespace {

/// Grid with one cell per input of a network. The upper bits of the input's number select the row, and the lower bits
/// select the column.
struct InputGrid {
  Box body;
  std::uint64_t columns, rows;

  InputGrid(const Box& box, std::uint64_t n)
      : body(box), columns(std::uint64_t{1} << (n + 1) / 2), rows(std::uint64_t{1} << n / 2) {
    // Make the cells square. The side is a whole number of pixels if it is at least one pixel.
    float side = std::min(box.width() / static_cast<float>(columns), box.height() / static_cast<float>(rows));
    if (side >= 1) side = std::floor(side);
    body.high = {body.low.x + side * static_cast<float>(columns), body.low.y + side * static_cast<float>(rows)};
  }
  std::uint64_t input_at(float x, float y) const {
    const auto slot = [](float at, float low, float length, std::uint64_t count) {
      const float share = (at - low) / length * static_cast<float>(count);
      return std::min(count - 1, static_cast<std::uint64_t>(std::max(share, 0.0f)));
    };
    return slot(y, body.low.y, body.height(), rows) * columns + slot(x, body.low.x, body.width(), columns);
  }
  Box cell(std::uint64_t input) const {
    const float side = body.width() / static_cast<float>(columns), tall = body.height() / static_cast<float>(rows);
    const std::uint64_t column = input % columns, row = input / columns;
    const ImVec2 low{body.low.x + side * static_cast<float>(column), body.low.y + tall * static_cast<float>(row)};
    return Box::at(low, {side, tall});
  }
};

/// Returns all inputs, sorted by their number of ones. In this order, the outputs of a network that sorts form a
/// staircase.
std::vector<std::uint32_t> by_ones(std::uint64_t n) {
  std::vector<std::uint32_t> inputs(std::uint64_t{1} << n);
  for (std::uint32_t x = 0; x < inputs.size(); ++x) inputs[x] = x;
  std::ranges::stable_sort(inputs, {}, [](std::uint32_t x) { return std::popcount(x); });
  return inputs;
}

class CellPixels {
 public:
  explicit CellPixels(const Box& box)
      : extent_{static_cast<std::uint32_t>(std::max(1.0f, box.width())),
                static_cast<std::uint32_t>(std::max(1.0f, box.height()))},
        texels_(std::size_t{extent_.width} * extent_.height) {}
  /// Sets each texel of the texture to `colour(x, y)`, with y downwards.
  template <class Colour>
  void fill(Colour&& colour) {
    for (std::uint32_t y = 0; y < extent_.height; ++y) {
      for (std::uint32_t x = 0; x < extent_.width; ++x) texels_[std::size_t{y} * extent_.width + x] = colour(x, y);
    }
  }
  void show(gpu::Texture& texture, const char* label) const {
    fit_picture(texture, extent_, gpu::TexelFormat::rgba8, label);
    texture.write({0, 0, extent_.width, extent_.height}, std::as_bytes(std::span(texels_)));
  }

 private:
  gpu::Extent extent_;
  std::vector<ImU32> texels_;
};

/// Draws one cell per input. Cells of unsorted inputs are bright with a dark diagonal, which is visible without colour.
void paint_grid(Ui& ui, const ZeroOneResult& result, const InputGrid& grid) {
  CellPixels pixels(grid.body);
  const float side = grid.body.width() / static_cast<float>(grid.columns);
  pixels.fill([&](std::uint32_t x, std::uint32_t y) {
    const float px = grid.body.low.x + static_cast<float>(x), py = grid.body.low.y + static_cast<float>(y);
    // A pixel may represent several inputs. Mark it if at least one of them stays unsorted.
    const std::uint64_t first = grid.input_at(px, py), last = grid.input_at(px + 0.99f, py + 0.99f);
    bool fails = false;
    for (std::uint64_t row = first / grid.columns; row <= last / grid.columns; ++row) {
      for (std::uint64_t c = first % grid.columns; c <= last % grid.columns; ++c) {
        fails |= result.fails(row * grid.columns + c);
      }
    }
    const float in_x = std::fmod(static_cast<float>(x), side), in_y = std::fmod(static_cast<float>(y), side);
    if (side >= 4 && (in_x < 1 || in_y < 1)) return ui.theme.panel;
    if (!fails) return ((first ^ first / grid.columns) & 1) != 0 ? ui.theme.raised : ui.theme.hovered;
    return side >= 6 && std::abs(in_x - in_y) < 1.5f ? ui.theme.panel : ui.theme.warning;
  });
  pixels.show(ui.network_editor.failing, "failing inputs");
}

/// Draws the outputs of a network as a picture: one row per place, one column per input. If several inputs share a
/// pixel column, its brightness is the fraction of ones.
void paint_outputs(Ui& ui, const ZeroOneResult& result, const Box& box) {
  const std::vector<std::uint32_t> inputs = by_ones(result.n);
  const auto columns = static_cast<std::uint64_t>(std::max(1.0f, box.width()));
  const auto column_of = [&](std::uint64_t x) { return x * inputs.size() / columns; };
  std::vector<std::vector<float>> ones(result.n, std::vector<float>(columns));
  std::vector<bool> fails(columns);
  for (std::uint64_t x = 0; x < columns; ++x) {
    const std::uint64_t first = column_of(x), last = std::max(column_of(x + 1), first + 1);
    for (std::uint64_t at = first; at < last; ++at) {
      const std::uint32_t output = result.outputs[inputs[at]];
      if (result.fails(inputs[at])) fails[x] = true;
      for (std::uint64_t place = 0; place < result.n; ++place) {
        ones[place][x] += static_cast<float>(output >> place & 1) / static_cast<float>(last - first);
      }
    }
  }
  CellPixels pixels(box);
  const float pitch = box.height() / static_cast<float>(result.n + 1);
  pixels.fill([&](std::uint32_t x, std::uint32_t y) {
    const auto row = static_cast<std::uint64_t>(static_cast<float>(y) / pitch);
    const float within = static_cast<float>(y) - static_cast<float>(row) * pitch;
    if (row >= result.n) {  // draw a dashed line below the columns of unsorted inputs
      return fails[x] && within > 2 && (x + y) % 4 < 3 ? ui.theme.warning : ui.theme.panel;
    }
    if (pitch >= 5 && within < 1) return ui.theme.panel;
    return blend(ui.theme.raised, ui.theme.accent, ones[row][x]);
  });
  pixels.show(ui.network_editor.outputs, "what became of all inputs");
}

void draw_mark(const Ui& ui, const InputGrid& grid, std::optional<std::uint32_t> input, ImU32 colour) {
  if (input && *input < grid.columns * grid.rows) {
    draw_outline(grid.cell(*input).grown(ui.px(1.5f)), colour, ui.px(2));
  }
}

void handle_mouse(Ui& ui, const ZeroOneResult& result, const InputGrid& grid) {
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto input = static_cast<std::uint32_t>(grid.input_at(mouse.x, mouse.y));
  ui.network_editor.hovered = input;
  if (ImGui::IsMouseClicked(0)) {
    ui.network_editor.pinned = ui.network_editor.pinned == input ? std::nullopt : std::optional(input);
  }
  show_tooltip(
      ui, fmt::format("{} becomes {}{}", zero_one_text(input, result.n), zero_one_text(result.outputs[input], result.n),
                      result.fails(input) ? ": not sorted" : ""));
}

}  // namespace

std::string zero_one_text(std::uint32_t bits, std::uint64_t n) {
  std::string text;
  for (std::uint64_t i = 0; i < n; ++i) text += fmt::format("{}{}", i > 0 ? " " : "", bits >> i & 1);
  return text;
}

std::optional<std::uint32_t> shown_input(const Ui& ui, Session& session) {
  const NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  const std::uint64_t inputs = std::uint64_t{1} << network_editor.design().n;
  const NetworkEditorDraft& draft = ui.network_editor;
  if (draft.hovered && *draft.hovered < inputs) return draft.hovered;
  if (draft.pinned && *draft.pinned < inputs) return draft.pinned;
  return network_editor.result() != nullptr ? network_editor.result()->smallest_failing : std::nullopt;
}

void network_editor_pictures(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "network editor inputs", box, false);
  NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  const std::string title = fmt::format("All {} inputs", grouped(std::uint64_t{1} << network_editor.design().n));
  const Box body =
      view_header(ui, box, title,
                  fitting_caption(ui, box, title,
                                  {"left: one cell per input, crossed out if it stays unsorted; right: outputs of the "
                                   "shader, ordered by number of ones",
                                   "left: crossed out if unsorted; right: outputs, by number of ones",
                                   "left: inputs; right: outputs", ""}))
          .floored();
  ui.network_editor.hovered.reset();
  const ZeroOneResult* result = network_editor.result();
  if (result != nullptr && body.width() >= 40 && body.height() >= 20) {
    const InputGrid grid({body.low, {body.low.x + 0.5f * body.width() - ui.px(8), body.high.y}}, result->n);
    const Box outputs = Box{{grid.body.high.x + ui.px(16), body.low.y}, body.high}.floored();
    const std::string made = fmt::format("{} {} {} {} {} {}", network_editor.revision(), grid.body.width(),
                                         outputs.width(), outputs.height(), ui.theme.panel, ui.theme.warning);
    if (made != ui.network_editor.pictures_of) {
      paint_grid(ui, *result, grid);
      paint_outputs(ui, *result, outputs);
      ui.network_editor.pictures_of = made;
    }
    draw_picture(ui.network_editor.failing, grid.body.low);
    draw_picture(ui.network_editor.outputs, outputs.low);
    ImGui::SetCursorScreenPos(grid.body.low);
    ImGui::InvisibleButton("inputs", grid.body.size());
    note_item("inputs");
    handle_mouse(ui, *result, grid);
    draw_mark(ui, grid, ui.network_editor.pinned, ui.theme.selected);
    if (!ui.network_editor.pinned) draw_mark(ui, grid, result->smallest_failing, ui.theme.selected);
  } else if (body.height() >= line_height(ui.fonts.small)) {
    draw_text_elided(ui.fonts.small, body.low, ui.theme.dim, "The network sorts the inputs.", body.width());
  }
  end_card();
}

}  // namespace texelsort::app
