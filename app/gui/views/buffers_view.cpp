#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/compat.h"
#include "app/playback/models/buffer_words.h"

namespace texelsort::app {

namespace {

/// Greatest number of buffers whose names are buttons. More buffers are a drop-down list.
constexpr std::size_t most_buttons = 5;

/// Words of the visible rows of a buffer.
struct VisibleWords {
  std::uint64_t first = 0;
  std::vector<std::uint64_t> words;
};

const VisibleWords& visible_words(const Player& player, const ShownBuffer& buffer, std::uint64_t first,
                                  std::uint64_t count) {
  return player.of_state().get(std::tuple(buffer, first, count), [&] {
    return VisibleWords{first, buffer_words(player, buffer.name, first, count)};
  });
}

/// Returns the index of the buffer that the user has chosen. Returns 0 if the run does not show this buffer.
std::size_t chosen_buffer(const Session& session, const std::vector<ShownBuffer>& buffers) {
  const auto found = std::ranges::find(buffers, std::string_view(session.look.buffer), &ShownBuffer::name);
  return found == buffers.end() ? 0 : static_cast<std::size_t>(found - buffers.begin());
}

/// Draws the names of the buffers, of which the user chooses one. Returns the index of the chosen buffer.
std::size_t choose_buffer(const Ui& ui, Session& session, const std::vector<ShownBuffer>& buffers, Box& body) {
  std::size_t now = chosen_buffer(session, buffers);
  if (buffers.size() < 2) return now;
  ImGui::SetCursorScreenPos(body.low);
  if (buffers.size() <= most_buttons) {
    std::vector<std::string> names;
    for (const ShownBuffer& buffer : buffers) names.emplace_back(buffer.name);
    std::vector<const char*> texts;
    for (const std::string& name : names) texts.push_back(name.c_str());
    auto chosen = static_cast<int>(now);
    if (segmented(ui, "buffers", texts, chosen, body.width())) {
      now = static_cast<std::size_t>(chosen);
      session.look.buffer = names[now];
    }
  } else {
    ImGui::SetNextItemWidth(std::min(body.width(), ui.px(280)));
    if (begin_combo(ui, "##buffer", std::string(buffers[now].name))) {
      for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (!selectable(ui, std::string(buffers[i].name), i == now)) continue;
        now = i;
        session.look.buffer = buffers[i].name;
      }
      end_combo(ui);
    }
  }
  body.low.y += ImGui::GetFrameHeight() + ui.px(6);
  return now;
}

/// Sizes of a table of numbers, in pixels.
struct NumberGrid {
  ImVec2 origin;  ///< upper left corner of the first cell, which scrolling moves
  float tall = 1, wide = 1;
  std::uint64_t width = 1;  ///< number of words per row
  Box cell(std::uint64_t word) const {
    const std::uint64_t row = word / width;
    return Box::at({origin.x + wide * static_cast<float>(word % width), origin.y + tall * static_cast<float>(row)},
                   {wide, tall});
  }
};

/// Draws the numbers of the visible rows whose cells lie completely between `left` and `right`.
void draw_numbers(const Ui& ui, const ShownBuffer& buffer, const VisibleWords& visible, const NumberGrid& grid,
                  float left, float right) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool hovered = ImGui::IsWindowHovered();
  for (std::size_t i = 0; i < visible.words.size(); ++i) {
    const std::uint64_t word = visible.first + i, value = visible.words[i];
    const Box cell = grid.cell(word);
    if (cell.low.x < left - 1 || cell.high.x > right) continue;
    const bool pointed = hovered && cell.contains(mouse);
    if (pointed) draw_box(cell, ui.theme.hovered, ui.px(2));
    draw_text_before(ui.fonts.mono_small, {cell.high.x - ui.px(6), cell.low.y + ui.px(1)},
                     value == 0 ? ui.theme.faint : ui.theme.text, fmt::format("{}", value));
    if (pointed) show_tooltip(ui, fmt::format("{}[{}] = {} (0x{:x})", buffer.name, word, value, value));
  }
}

/// Draws the rows of a buffer, each after the index of its first word. Scrolling to the side moves by whole columns.
void draw_buffer(const Ui& ui, const Session& session, const ShownBuffer& buffer, const Box& body) {
  ImFont* const font = ui.fonts.mono_small;
  const std::uint64_t rows = (buffer.words + buffer.width - 1) / buffer.width;
  const float heads = text_width(font, fmt::format("{}", (rows - 1) * buffer.width)) + ui.px(12);
  ImGui::SetCursorScreenPos(body.low);
  compat::begin_child("words", body.size(), false, ImGuiWindowFlags_HorizontalScrollbar);
  const ImVec2 top = ImGui::GetCursorScreenPos();
  NumberGrid grid{.origin = top, .tall = line_height(font) + ui.px(3), .width = buffer.width};
  const auto above = static_cast<std::uint64_t>(std::max(0.0f, (body.low.y - top.y) / grid.tall));
  const std::uint64_t first_row = std::min(above, rows - 1);
  const std::uint64_t seen = static_cast<std::uint64_t>(body.height() / grid.tall) + 2;
  const VisibleWords& visible = visible_words(session.player(), buffer, first_row * buffer.width, seen * buffer.width);
  const std::uint64_t most = visible.words.empty() ? 0 : *std::ranges::max_element(visible.words);
  grid.wide = text_width(font, fmt::format("{}", std::max<std::uint64_t>(most, 999))) + ui.px(12);
  const float left = body.low.x + heads;
  grid.origin.x = left - grid.wide * std::floor((body.low.x - top.x) / grid.wide);
  draw_numbers(ui, buffer, visible, grid, left, body.high.x - ui.px(14));
  for (std::uint64_t row = first_row; row < std::min(rows, first_row + seen); ++row) {
    draw_text_before(font, {left - ui.px(8), grid.cell(row * buffer.width).low.y + ui.px(1)}, ui.theme.dim,
                     fmt::format("{}", row * buffer.width));
  }
  ImGui::SetCursorScreenPos(top);
  ImGui::Dummy({heads + grid.wide * static_cast<float>(buffer.width), grid.tall * static_cast<float>(rows)});
  ImGui::EndChild();
}

std::string why_no_buffers(const Session& session) {
  if (!shown_buffers(session.player()).empty()) return "";
  return session.player().position() == 0 ? "No pass has filled a buffer yet." : "The sort shows no buffer here.";
}

void draw_buffers_diagram(Ui& ui, Session& session, const Box& box) {
  const std::vector<ShownBuffer> buffers = shown_buffers(session.player());
  const ShownBuffer& named = buffers[chosen_buffer(session, buffers)];
  const bool missing = !session.look.buffer.empty() && session.look.buffer != named.name;
  const std::string caption =
      fmt::format("{}{}: {} words, {} per row", missing ? "no buffer " + session.look.buffer + " here; " : "",
                  named.name, grouped(named.words), grouped(named.width));
  Box body = view_header(ui, box, "Buffers", caption);
  const ShownBuffer& chosen = buffers[choose_buffer(ui, session, buffers, body)];
  if (body.height() < line_height(ui.fonts.mono_small) || body.width() < ui.px(40) || chosen.words == 0) return;
  draw_buffer(ui, session, chosen, body);
}

}  // namespace

/// Returns the diagram of the buffers of a user's sort: their words as numbers.
Diagram buffers_diagram() {
  return {.name = "buffers",
          .title = "Buffers",
          .absent = " shows no buffers.",
          .tables = {algorithms::tables::Numbers{}},
          .reason = why_no_buffers,
          .draw = draw_buffers_diagram,
          .pointing = "Point at a number to see its index and its hexadecimal form.",
          .share = 0.5f};
}

}  // namespace texelsort::app
