#include <algorithm>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/fitting.h"
#include "app/gui/views/patterns.h"
#include "app/playback/models/exchange.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

/// A sender and a receiver of data, as rank numbers.
struct Way {
  std::uint64_t from = 0, to = 0;
  bool operator==(const Way&) const = default;
};

/// Layout of the diagram of streams between ranks. Senders with their shares are on the left, receivers with their
/// parts on the right. All heights are proportional to bytes.
struct Streams {
  Box left, right;          ///< areas of the senders' and of the receivers' bars
  float pixels_a_byte = 0;  ///< height in pixels that represents a byte
  float gap = 0;            ///< space in pixels between the bars of two adjacent ranks

  float share_top(const ExchangeState& state, std::uint64_t rank) const {
    float top = left.low.y;
    for (std::uint64_t i = 0; i < rank; ++i) top += height(state.sent(i)) + gap;
    return top;
  }
  float part_top(const ExchangeState& state, std::uint64_t rank) const {
    float top = right.low.y;
    for (std::uint64_t i = 0; i < rank; ++i) top += height(state.received(i)) + gap;
    return top;
  }
  float height(std::uint64_t bytes) const { return pixels_a_byte * static_cast<float>(bytes); }

  /// Return the upper end of a stream at its sender, and at its receiver.
  ImVec2 source(const ExchangeState& state, const Way& way) const {
    float top = share_top(state, way.from);
    for (std::uint64_t to = 0; to < way.to; ++to) top += height(state.from_to(way.from, to));
    return {left.high.x, top};
  }
  ImVec2 target(const ExchangeState& state, const Way& way) const {
    float top = part_top(state, way.to);
    for (std::uint64_t from = 0; from < way.from; ++from) top += height(state.from_to(from, way.to));
    return {right.low.x, top};
  }
  /// Returns a point on the upper edge of a stream, for `part` from 0 at the sender to 1 at the receiver.
  ImVec2 at(const ExchangeState& state, const Way& way, float part) const {
    const ImVec2 one = source(state, way), other = target(state, way);
    const float rise = part * part * (3 - 2 * part);
    return {one.x + part * (other.x - one.x), one.y + rise * (other.y - one.y)};
  }
};

constexpr float bar_width = 22;  ///< width of a bar in pixels at scale 1

/// Returns the name of a rank with its keys or bytes, shortened to `room` pixels.
std::string text_of_rank(const Ui& ui, std::uint64_t rank, std::uint64_t keys, std::uint64_t bytes, float room) {
  return fitting_text(
      ui.fonts.body,
      {fmt::format("rank {}: {}", rank, keys_text(keys)), fmt::format("rank {}: {}", rank, data::size_text(bytes)),
       fmt::format("rank {}", rank), fmt::format("{}", rank)},
      room);
}

float name_room(const Ui& ui, const ExchangeState& state, float width) {
  float room = 0;
  for (std::uint64_t rank = 0; rank < state.ranks; ++rank) {
    for (const std::uint64_t bytes : {state.sent(rank), state.received(rank)}) {
      const std::string name = fmt::format("rank {}: {}", rank, keys_text(state.keys(bytes)));
      room = std::max(room, text_width(ui.fonts.body, name));
    }
  }
  return std::min(room, 0.22f * width) + ui.px(10);
}

Streams lay_out_streams(const Ui& ui, const ExchangeState& state, const Box& box) {
  const float names = name_room(ui, state, box.width()), bar = ui.px(bar_width);
  const float heading = line_height(ui.fonts.body) + ui.px(6);
  Streams streams;
  const float top = box.low.y + heading;
  const auto gaps = static_cast<float>(state.ranks - 1);
  // Keep a gap of one line of text, because even an empty share needs space for its name.
  streams.gap = std::min(line_height(ui.fonts.body) + ui.px(4), 0.5f * (box.high.y - top) / std::max(gaps, 1.0f));
  streams.pixels_a_byte = (box.high.y - top - gaps * streams.gap) / static_cast<float>(state.all());
  streams.left = {{box.low.x + names, top}, {box.low.x + names + bar, box.high.y}};
  streams.right = {{box.high.x - names - bar, top}, {box.high.x - names, box.high.y}};
  return streams;
}

std::optional<Way> pointed_stream(const ExchangeState& state, const Streams& streams) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float part = (mouse.x - streams.left.high.x) / (streams.right.low.x - streams.left.high.x);
  if (!ImGui::IsWindowHovered() || part < 0 || part > 1) return std::nullopt;
  for (std::uint64_t from = state.ranks; from-- > 0;) {
    for (std::uint64_t to = state.ranks; to-- > 0;) {
      const float top = streams.at(state, {from, to}, part).y;
      if (mouse.y >= top && mouse.y < top + streams.height(state.from_to(from, to))) return Way{from, to};
    }
  }
  return std::nullopt;
}

/// Draws a stream as adjacent slices. Antialiasing is off, because it would make the borders of slices visible.
void draw_stream(const ExchangeState& state, const Streams& streams, const Way& way, ImU32 fill, ImU32 edge) {
  constexpr int slices = 32;
  auto& draw = *ImGui::GetWindowDrawList();
  const float tall = streams.height(state.from_to(way.from, way.to));
  const ImDrawListFlags flags = draw.Flags;
  draw.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  ImVec2 before = streams.at(state, way, 0);
  std::vector<ImVec2> above{before}, below{{before.x, before.y + tall}};
  for (int i = 1; i <= slices; ++i) {
    const ImVec2 now = streams.at(state, way, static_cast<float>(i) / slices);
    draw.AddQuadFilled(before, now, {now.x, now.y + tall}, {before.x, before.y + tall}, fill);
    before = now;
    above.push_back(now);
    below.push_back({now.x, now.y + tall});
  }
  draw.Flags = flags;
  for (const auto& line : {above, below}) {
    draw.AddPolyline(line.data(), static_cast<int>(line.size()), edge, ImDrawFlags_None, 1);
  }
}

void draw_streams_of(const Ui& ui, const ExchangeState& state, const Streams& streams, std::optional<Way> pointed) {
  // Draw data that stays on its rank first, so that moving data is on top. Draw the stream under the mouse last.
  const auto draw_one = [&](const Way& way) {
    if (state.from_to(way.from, way.to) == 0) return;
    const glm::vec3 colour = palette_colour(way.to);
    const bool stays = way.from == way.to;
    const float alpha = pointed == way ? 0.95f : stays ? 0.18f : pointed ? 0.3f : 0.6f;
    draw_stream(state, streams, way, to_color(colour, alpha),
                pointed == way ? ui.theme.selected : to_color(colour, stays ? 0.4f : 0.9f));
  };
  for (std::uint64_t rank = 0; rank < state.ranks; ++rank) draw_one({rank, rank});
  for (std::uint64_t from = 0; from < state.ranks; ++from) {
    for (std::uint64_t to = 0; to < state.ranks; ++to) {
      if (from != to) draw_one({from, to});
    }
  }
  if (pointed) draw_one(*pointed);
}

/// Draws a text about a stream at its sender or receiver, because streams cross in the middle.
void draw_note(const Ui& ui, const std::string& text, ImVec2 at, float tall, bool before) {
  ImFont* font = tall >= line_height(ui.fonts.body) + ui.px(2) ? ui.fonts.body : ui.fonts.small;
  const float line = line_height(font), wide = text_width(font, text);
  if (text.empty() || tall < line) return;
  const float left = before ? at.x - wide - ui.px(6) : at.x + ui.px(6);
  const Box plate{{left - ui.px(3), at.y + 0.5f * (tall - line)},
                  {left + wide + ui.px(3), at.y + 0.5f * (tall + line)}};
  draw_box(plate, with_alpha(ui.theme.panel, 0.75f), ui.px(3));
  draw_text(font, {left, plate.low.y}, ui.theme.text, text);
}

void draw_bars(const Ui& ui, const ExchangeState& state, const Streams& streams, const Box& box) {
  const float line = line_height(ui.fonts.body);
  draw_text_before(ui.fonts.body, {streams.left.high.x, box.low.y}, ui.theme.dim, "shares");
  draw_text(ui.fonts.body, {streams.right.low.x, box.low.y}, ui.theme.dim, "parts");
  for (std::uint64_t rank = 0; rank < state.ranks; ++rank) {
    const float share = streams.share_top(state, rank), part = streams.part_top(state, rank);
    for (std::uint64_t to = 0; to < state.ranks; ++to) {
      const float top = streams.source(state, {rank, to}).y, tall = streams.height(state.from_to(rank, to));
      draw_group_box(ui, {{streams.left.low.x, top}, {streams.left.high.x, top + tall}}, palette_colour(to), to);
    }
    const float part_height = streams.height(state.received(rank)), share_height = streams.height(state.sent(rank));
    draw_group_box(ui, {{streams.right.low.x, part}, {streams.right.high.x, part + part_height}}, palette_colour(rank),
                   rank);
    for (const auto& [x, top, tall] :
         {std::tuple(streams.left, share, share_height), std::tuple(streams.right, part, part_height)}) {
      draw_line({x.low.x, top}, {x.high.x, top}, ui.theme.text, ui.px(1));
      draw_line({x.low.x, top + tall}, {x.high.x, top + tall}, ui.theme.text, ui.px(1));
    }
    if (streams.gap + std::max(part_height, share_height) < line) continue;
    const float room = streams.left.low.x - box.low.x - ui.px(8);
    const std::uint64_t sent = state.sent(rank), received = state.received(rank);
    draw_text_before(ui.fonts.body, {streams.left.low.x - ui.px(8), share + 0.5f * (share_height - line)},
                     ui.theme.text, text_of_rank(ui, rank, state.keys(sent), sent, room));
    draw_text(ui.fonts.body, {streams.right.high.x + ui.px(8), part + 0.5f * (part_height - line)}, ui.theme.text,
              text_of_rank(ui, rank, state.keys(received), received, room));
  }
}

void draw_streams(const Ui& ui, const ExchangeState& state, const Streams& streams, const Box& box,
                  std::optional<Way> pointed) {
  draw_streams_of(ui, state, streams, pointed);
  draw_bars(ui, state, streams, box);
  for (std::uint64_t from = 0; from < state.ranks; ++from) {
    for (std::uint64_t to = 0; to < state.ranks; ++to) {
      const std::uint64_t bytes = state.from_to(from, to), time = state.time(from, to);
      if (bytes == 0) continue;
      const float tall = streams.height(bytes);
      const std::string size = data::size_text(bytes);
      draw_note(ui, from == to ? size + " stay" : size, streams.source(state, {from, to}), tall, false);
      if (time > 0) {
        draw_note(ui, duration_text(1e-6 * static_cast<double>(time)), streams.target(state, {from, to}), tall, true);
      }
    }
  }
}

/// Layout of the matrix of bytes that ranks exchange. Each row is a sender, and each column is a receiver.
struct Matrix {
  Box body;
  float cell_width = 1, cell_height = 1;

  Box cell(const Way& way) const {
    const ImVec2 low{body.low.x + cell_width * static_cast<float>(way.to),
                     body.low.y + cell_height * static_cast<float>(way.from)};
    return {low, {low.x + cell_width - 2, low.y + cell_height - 2}};
  }
  std::optional<Way> pointed(const ExchangeState& state) const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsWindowHovered() || !body.contains(mouse)) return std::nullopt;
    const auto slot = [&](float at, float each) {
      return std::min(static_cast<std::uint64_t>(at / each), state.ranks - 1);
    };
    return Way{slot(mouse.y - body.low.y, cell_height), slot(mouse.x - body.low.x, cell_width)};
  }
};

Matrix lay_out_matrix(const Ui& ui, const ExchangeState& state, const Box& box) {
  const float line = line_height(ui.fonts.body) + ui.px(6);
  const float names = text_width(ui.fonts.body, fmt::format("from {}", state.ranks - 1)) + ui.px(10);
  Matrix matrix{.body = {{box.low.x + names, box.low.y + line}, box.high}};
  const auto ranks = static_cast<float>(state.ranks);
  matrix.cell_width = matrix.body.width() / ranks;
  // With few ranks, keep the cells from becoming much higher than wide.
  matrix.cell_height = std::min(matrix.body.height() / ranks, 1.2f * matrix.cell_width);
  matrix.body.high.y = matrix.body.low.y + ranks * matrix.cell_height;
  return matrix;
}

std::vector<std::string> lines_of(const ExchangeState& state, const Way& way) {
  const std::uint64_t bytes = state.from_to(way.from, way.to), time = state.time(way.from, way.to);
  if (bytes == 0) return {"-"};
  std::vector<std::string> lines{data::size_text(bytes)};
  if (way.from == way.to) lines.emplace_back("stay");
  if (time > 0) {
    lines.push_back(duration_text(1e-6 * static_cast<double>(time)));
    lines.push_back(speed_text(bytes, time));
  }
  return lines;
}

/// Returns the largest font in which the first line of text fits into every cell of the matrix.
ImFont* cell_font(const Ui& ui, const ExchangeState& state, const Matrix& matrix) {
  for (ImFont* font : {ui.fonts.title, ui.fonts.body, ui.fonts.small}) {
    float widest = 0;
    for (std::uint64_t from = 0; from < state.ranks; ++from) {
      for (std::uint64_t to = 0; to < state.ranks; ++to) {
        for (const auto& line : lines_of(state, {from, to})) widest = std::max(widest, text_width(font, line));
      }
    }
    if (widest + ui.px(8) <= matrix.cell_width && line_height(font) + ui.px(4) <= matrix.cell_height) return font;
  }
  return nullptr;
}

void draw_cell(const Ui& ui, const ExchangeState& state, const Matrix& matrix, const Way& way, ImFont* font, bool lit) {
  const Box cell = matrix.cell(way);
  const std::uint64_t bytes = state.from_to(way.from, way.to), most = std::max<std::uint64_t>(state.most(), 1);
  const bool stays = way.from == way.to;
  ImU32 text = stays ? ui.theme.dim : ui.theme.text;
  draw_box(cell, ui.theme.raised, ui.px(3));
  if (!stays && bytes > 0) {
    // Fill the cell with the receiver's colour, as in the streams. More bytes give a stronger colour.
    const float share = static_cast<float>(bytes) / static_cast<float>(most);
    const ImU32 fill = blend(ui.theme.raised, to_color(palette_colour(way.to)), 0.15f + 0.75f * share);
    draw_box(cell, fill, ui.px(3));
    const glm::vec4 colour = to_vec4(fill);
    text = readable_on({colour.r, colour.g, colour.b});
  }
  if (lit) draw_outline(cell, ui.theme.selected, ui.px(2.5f), ui.px(3));
  if (font == nullptr) return;
  auto lines = lines_of(state, way);
  const float tall = line_height(font);
  const auto fitting = static_cast<std::size_t>((cell.height() - ui.px(2)) / tall);
  lines.resize(std::min(lines.size(), std::max<std::size_t>(fitting, 1)));
  float y = cell.middle().y - 0.5f * tall * static_cast<float>(lines.size() - 1);
  for (const auto& line : lines) {
    draw_text_centred(font, {cell.middle().x, y}, text, line);
    y += tall;
  }
}

void draw_matrix(const Ui& ui, const ExchangeState& state, const Matrix& matrix, const Box& box,
                 std::optional<Way> pointed) {
  ImFont* font = cell_font(ui, state, matrix);
  const float line = line_height(ui.fonts.body);
  const bool named = matrix.cell_height >= line;
  for (std::uint64_t rank = 0; rank < state.ranks; ++rank) {
    const Box row = matrix.cell({rank, 0}), column = matrix.cell({0, rank});
    if (named) {
      draw_text_before(ui.fonts.body, {matrix.body.low.x - ui.px(8), row.middle().y - 0.5f * line}, ui.theme.dim,
                       fmt::format("from {}", rank));
    }
    const std::string to =
        fitting_text(ui.fonts.body, {fmt::format("to {}", rank), fmt::format("{}", rank), ""}, column.width());
    draw_text_centred(ui.fonts.body, {column.middle().x, box.low.y + 0.5f * line}, ui.theme.dim, to);
    for (std::uint64_t other = 0; other < state.ranks; ++other) {
      draw_cell(ui, state, matrix, {rank, other}, font, pointed == Way{rank, other});
    }
  }
}

std::string why_no_exchange(const Session& session) {
  if (session.player().n() == 0) return "There are no keys to draw.";
  return exchange_state(session.player()) != nullptr ? ""
                                                     : "This view shows the messages after the splitters are "
                                                       "found.";
}

void draw_exchange(Ui& ui, Session& session, const Box& box) {
  const ExchangeState& state = *exchange_state(session.player());
  Box body = view_header(ui, box, "Exchange", exchange_text(state));
  const float legend = line_height(ui.fonts.small) + ui.px(6);
  body.high.y -= legend;
  const std::string times = state.longest() > 0 ? "; times: until the receiver has all keys" : "";
  draw_text_elided(ui.fonts.small, {body.low.x, body.high.y + ui.px(4)}, ui.theme.dim,
                   "height: bytes; colour: receiving rank; pale: keys that stay on their rank" + times, body.width());
  // Smallest widths at which the diagram of streams and the matrix are next to each other, in pixels at scale 1.
  // Streams need space for names and notes.
  constexpr float least_streams = 420, least_matrix = 280;
  const bool both = body.width() >= ui.px(least_streams + least_matrix);
  const float cut = both ? body.low.x + 0.58f * body.width() : body.high.x;
  const Box left{body.low, {cut, body.high.y}}, right{{cut + ui.px(24), body.low.y}, body.high};
  const Streams streams = lay_out_streams(ui, state, left);
  const Matrix matrix = both ? lay_out_matrix(ui, state, right) : Matrix{};
  auto pointed = pointed_stream(state, streams);
  if (!pointed && both) pointed = matrix.pointed(state);
  draw_streams(ui, state, streams, left, pointed);
  if (both) draw_matrix(ui, state, matrix, right, pointed);
  if (pointed) show_tooltip(ui, link_text(state, pointed->from, pointed->to));
}

}  // namespace

/// Returns the diagram of the data that ranks exchange, as streams from shares to parts and as a matrix.
Diagram exchange_diagram() {
  namespace tables = algorithms::tables;
  return {.name = "exchange",
          .title = "Exchange",
          .absent = " sends no keys from rank to rank.",
          .tables = {tables::Exchange{}, tables::ExchangeTimes{}},
          .reason = why_no_exchange,
          .draw = draw_exchange};
}

}  // namespace texelsort::app
