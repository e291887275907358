#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/kernel_drawing.h"

namespace texelsort::app {

namespace {

/// Picture of one memory instruction of a warp: lanes at the top, and lines to the words that they access.
struct WarpAccess {
  const BlockRecording& block;
  const simt::WarpTimeline& warp;
  const simt::Instruction& instruction;
  std::vector<simt::Touch> touches;
  Box body;  ///< area of the picture, with the lanes at the top and the words at the bottom

  const simt::Event& event() const { return simt::first_event(block.recording, warp, instruction); }
  bool in_shared() const { return event().array == simt::Event::in_shared; }
  float lane_pitch() const { return body.width() / static_cast<float>(simt::warp_lanes); }
  Box lane(unsigned index, float tall) const {
    const float x = body.low.x + lane_pitch() * static_cast<float>(index);
    return {{x + 1, body.low.y}, {x + lane_pitch() - 1, body.low.y + tall}};
  }
};

/// Returns the colour of the lines of a lane, which differs from lane to lane, because lines cross.
ImU32 lane_colour(unsigned lane) {
  return to_color(colour_at(ColormapName::viridis, 0.2 + 0.8 * lane / (simt::warp_lanes - 1)));
}

/// Returns whether the number of a lane or bank is written. If two digits do not fit, only even numbers are written.
bool is_numbered(const Ui& ui, const WarpAccess& access, unsigned number) {
  return number % 2 == 0 || text_width(ui.fonts.small, "31") + ui.px(5) <= access.lane_pitch();
}

void draw_lane_heads(const Ui& ui, const WarpAccess& access, float tall) {
  for (unsigned lane = 0; lane < simt::warp_lanes; ++lane) {
    const Box cell = access.lane(lane, tall);
    const std::string number = is_numbered(ui, access, lane) ? fmt::format("{}", lane) : "";
    if (access.instruction.has(lane)) {
      const ImU32 back = lane_colour(lane);
      draw_box(cell, back, ui.px(3));
      const glm::vec4 rgb = to_vec4(back);
      draw_text_centred(ui.fonts.small, cell.middle(), readable_on({rgb.x, rgb.y, rgb.z}), number);
    } else {
      draw_outline(cell, ui.theme.faint, 1, ui.px(3));
      draw_text_centred(ui.fonts.small, cell.middle(), ui.theme.dim, number);
    }
  }
  draw_text_before(ui.fonts.small,
                   {access.body.low.x - ui.px(8), access.body.low.y + 0.5f * (tall - line_height(ui.fonts.small))},
                   ui.theme.dim, "lane");
}

void draw_link(const Ui& ui, const WarpAccess& access, unsigned lane, float tall, ImVec2 to) {
  const Box head = access.lane(lane, tall);
  draw_line({head.middle().x, head.high.y}, to, with_alpha(lane_colour(lane), 0.85f), ui.px(1.5f));
}

/// Draws the words of shared memory that the instruction accesses. Columns are banks, and rows are lines of 128 bytes.
void draw_banks(const Ui& ui, const WarpAccess& access, float tall) {
  const simt::BankCount count = simt::count_banks(access.touches, access.event().kind == simt::Event::Kind::atomic);
  const float small = line_height(ui.fonts.small);
  std::map<std::uint64_t, std::size_t> rows;
  for (const simt::Touch& touch : access.touches) {
    data::for_each_word(touch.offset, touch.bytes,
                        [&](std::uint64_t word, std::uint8_t) { rows.try_emplace(word / simt::banks); });
  }
  std::size_t number = 0;
  for (auto& [row, place] : rows) place = number++;
  const Box grid{{access.body.low.x, access.body.low.y + tall + 0.26f * access.body.height()},
                 {access.body.high.x, access.body.high.y - 2 * small - ui.px(10)}};
  const float pitch = access.lane_pitch();
  const float height = std::min(grid.height() / static_cast<float>(std::max<std::size_t>(rows.size(), 1)), ui.px(44));
  const auto cell = [&](std::uint64_t word) {
    const float x = grid.low.x + pitch * static_cast<float>(word % simt::banks);
    const float y = grid.low.y + height * static_cast<float>(rows.at(word / simt::banks));
    return Box{{x + 1, y}, {x + pitch - 1, y + height - (height > 4 ? 1.0f : 0.0f)}};
  };
  float free_from = grid.low.y - 1;
  for (const auto& [row, place] : rows) {
    for (std::uint64_t bank = 0; bank < simt::banks; ++bank) {
      draw_box(cell(row * simt::banks + bank), blend(ui.theme.panel, ui.theme.raised, 0.8f));
    }
    const float y = grid.low.y + height * (static_cast<float>(place) + 0.5f) - 0.5f * small;
    if (y < free_from) continue;
    draw_text_before(ui.fonts.small, {grid.low.x - ui.px(8), y}, ui.theme.dim, grouped(row * simt::banks * 4));
    free_from = y + small;
  }
  for (const simt::Touch& touch : access.touches) {
    Box all = cell(touch.offset / data::word_bytes);
    data::for_each_word(touch.offset, touch.bytes, [&](std::uint64_t word, std::uint8_t) {
      const bool conflict = count.words[word % simt::banks] > 1;
      draw_box(cell(word), conflict ? ui.theme.maximum : ui.theme.accent);
      all.high.x = std::max(all.high.x, cell(word).high.x);
    });
    draw_link(ui, access, touch.lane, tall, {all.middle().x, all.low.y + 0.5f * height});
  }
  const float below = grid.low.y + height * static_cast<float>(rows.size()) + ui.px(6);
  for (unsigned bank = 0; bank < simt::banks; ++bank) {
    const float x = grid.low.x + pitch * (static_cast<float>(bank) + 0.5f);
    if (is_numbered(ui, access, bank)) {
      draw_text_centred(ui.fonts.small, {x, below + 0.5f * small}, ui.theme.dim, fmt::format("{}", bank));
    }
    const unsigned words = count.words[bank];
    draw_text_centred(ui.fonts.small, {x, below + 1.5f * small}, words > 1 ? ui.theme.maximum : ui.theme.text,
                      words == 0 ? "\u00B7" : fmt::format("{}", words));
  }
  draw_text_before(ui.fonts.small, {grid.low.x - ui.px(8), below}, ui.theme.dim, "bank");
  draw_text_before(ui.fonts.small, {grid.low.x - ui.px(8), below + small}, ui.theme.dim, "turns");
}

/// Draws the words of an array that the instruction accesses, in sectors of eight words, in address order.
void draw_sectors(const Ui& ui, const WarpAccess& access, float tall) {
  constexpr std::uint64_t words = simt::sector_bytes / data::word_bytes;
  const float small = line_height(ui.fonts.small);
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> sectors;
  for (const simt::Touch& touch : access.touches) {
    const std::uint64_t last = (touch.offset + touch.bytes - 1) / simt::sector_bytes;
    for (std::uint64_t at = touch.offset / simt::sector_bytes; at <= last; ++at) sectors.try_emplace({touch.array, at});
  }
  std::size_t number = 0;
  for (auto& [sector, place] : sectors) place = number++;
  const std::size_t columns = std::clamp<std::size_t>(sectors.size(), 4, 8);
  const std::size_t rows = (sectors.size() + columns - 1) / columns;
  const Box grid{{access.body.low.x, access.body.low.y + tall + 0.26f * access.body.height()},
                 {access.body.high.x, access.body.high.y}};
  const float pitch = grid.width() / static_cast<float>(columns);
  const float height = std::min(grid.height() / static_cast<float>(std::max<std::size_t>(rows, 1)), ui.px(96));
  const float word_height = std::max(ui.px(6), height - small - ui.px(8));
  const auto box_of = [&](std::size_t place) {
    const std::size_t column = place % columns, row = place / columns;
    const ImVec2 low{grid.low.x + pitch * static_cast<float>(column), grid.low.y + height * static_cast<float>(row)};
    return Box::at(low, {pitch - ui.px(5), word_height});
  };
  for (const auto& [sector, place] : sectors) {
    const Box box = box_of(place);
    draw_box(box, ui.theme.raised);
    draw_text_elided(ui.fonts.small, {box.low.x, box.high.y + ui.px(1)}, ui.theme.dim,
                     "byte " + grouped(sector.second * simt::sector_bytes), pitch - ui.px(3));
  }
  for (const simt::Touch& touch : access.touches) {
    float left = 0, right = 0, top = 0;
    bool first = true;
    data::for_each_word(touch.offset, touch.bytes, [&](std::uint64_t word, std::uint8_t) {
      const Box box = box_of(sectors.at({touch.array, word / words}));
      const float x = box.low.x + box.width() * static_cast<float>(word % words) / static_cast<float>(words);
      const float end = x + box.width() / static_cast<float>(words);
      draw_box({{x + 1, box.low.y + 1}, {end - 1, box.high.y - 1}}, ui.theme.accent);
      if (first) left = x;
      first = false;
      right = end;
      top = box.low.y;
    });
    draw_link(ui, access, touch.lane, tall, {0.5f * (left + right), top + 0.5f * word_height});
  }
  for (const auto& [sector, place] : sectors) draw_outline(box_of(place), ui.theme.dim, ui.px(1));
}

/// Describes the cost of a memory instruction in a sentence.
std::string cost_text(const WarpAccess& access) {
  const simt::UnitCount count = simt::count_units(access.block.recording, access.warp, access.instruction);
  if (access.in_shared()) {
    if (count.units == count.least)
      return fmt::format("No bank conflicts: {} of shared memory", counted(count.units, "wavefront"));
    return fmt::format("Bank conflicts: {} wavefronts of shared memory instead of {}", count.units, count.least);
  }
  return fmt::format("{} {} of 32 bytes, the minimum is {}: {}", count.units, count.units == 1 ? "sector" : "sectors",
                     count.least, count.units == count.least ? "coalesced" : "not coalesced");
}

std::string lanes_text(const WarpAccess& access) {
  const simt::Event& event = access.event();
  const std::string array = access.in_shared() ? "shared memory" : access.block.recording.arrays[event.array];
  const char* verb = event.kind == simt::Event::Kind::read    ? "read"
                     : event.kind == simt::Event::Kind::write ? "write"
                                                              : "atomically change";
  return fmt::format("{}: {} of {} lanes {} {} bytes each ({})",
                     short_place(access.block.recording.places[access.instruction.code]),
                     access.instruction.lane_count(), access.warp.lanes, verb, event.bytes, array);
}

/// Returns the index of each instruction of a warp that accesses memory.
std::vector<std::size_t> accesses_of(const BlockRecording& block, const simt::WarpTimeline& warp) {
  std::vector<std::size_t> accesses;
  for (std::size_t i = 0; i < warp.instructions.size(); ++i) {
    if (simt::first_event(block.recording, warp, warp.instructions[i]).is_access()) accesses.push_back(i);
  }
  return accesses;
}

/// Draws a table row about a source line: its sectors or wavefronts, the minimum of these, and idle lanes. A click
/// shows the most expensive instruction of the line.
void draw_line_row(const Ui& ui, Session& session, const BlockRecording& block, const simt::LineTraffic& line,
                   const Box& row, float unit_column, float idle_column) {
  const auto kind = line.atomic   ? simt::Event::Kind::atomic
                    : line.writes ? simt::Event::Kind::write
                                  : simt::Event::Kind::read;
  const simt::Event event{.kind = kind, .array = line.in_shared ? simt::Event::in_shared : 0, .bytes = 4};
  const BlockChoice& choice = session.chosen_block;
  const simt::WarpTimeline& warp = block.warps[choice.warp];
  const bool shown =
      choice.instruction && block.recording.places[warp.instructions[*choice.instruction].code] == line.place;
  const bool pointed = ImGui::IsWindowHovered() && row.contains(ImGui::GetIO().MousePos);
  if (shown || pointed) draw_box(row, pointed ? ui.theme.hovered : ui.theme.raised, ui.px(4));
  const float side = ui.px(15), y = row.low.y + 0.5f * (row.height() - line_height(ui.fonts.body));
  draw_event(ui, event, Box::around({row.low.x + ui.px(14), row.middle().y}, 0.5f * side, 0.5f * side));
  const float room = unit_column - ui.px(12) - row.low.x - ui.px(30) -
                     text_width(ui.fonts.body, fmt::format("{} / {}", grouped(line.units), grouped(line.least)));
  draw_shortened(ui.fonts.body, {row.low.x + ui.px(30), y}, ui.theme.text, line.place,
                 fitted_place(ui.fonts.body, line.place, room));
  draw_text_before(ui.fonts.body, {unit_column, y}, line.wasted() > 0 ? ui.theme.maximum : ui.theme.text,
                   fmt::format("{} / {}", grouped(line.units), grouped(line.least)));
  draw_text_before(ui.fonts.body, {idle_column, y}, ui.theme.text,
                   fmt::format("{:.0f} %", 100 * static_cast<double>(line.idle) /
                                               static_cast<double>(std::max<std::uint64_t>(line.lanes, 1))));
  if (!pointed) return;
  show_tooltip(ui, fmt::format("{}: {}\nWarp instructions: {}\nUsed: {} {}\nMinimum: {}", line.place, event_name(event),
                               grouped(line.instructions), grouped(line.units),
                               line.in_shared ? "wavefronts of shared memory" : "sectors", grouped(line.least)));
  if (!ImGui::IsMouseClicked(0)) return;
  for (unsigned w = 0; w < block.warps.size(); ++w) {
    const unsigned at = (choice.warp + w) % static_cast<unsigned>(block.warps.size());
    const auto worst = block.worst_instruction(at, line.place);
    if (!worst) continue;
    session.chosen_block.warp = at;
    session.chosen_block.instruction = worst;
    return;
  }
}

void draw_lines(const Ui& ui, Session& session, const BlockRecording& block, const Box& box) {
  const float tall = line_height(ui.fonts.body) + ui.px(7), small = line_height(ui.fonts.small);
  const float idle_column = box.high.x - ui.px(6), unit_column = idle_column - ui.px(64);
  draw_text(ui.fonts.small, box.low, ui.theme.dim, "source line");
  draw_text_before(ui.fonts.small, {unit_column, box.low.y}, ui.theme.dim, "used / minimum");
  draw_text_before(ui.fonts.small, {idle_column, box.low.y}, ui.theme.dim, "idle");
  float y = box.low.y + small + ui.px(5);
  for (std::size_t i = 0; i < block.lines.size(); ++i) {
    const bool more = i + 1 < block.lines.size() && y + 2 * tall > box.high.y;
    if (more) {
      return draw_text(ui.fonts.small, {box.low.x, y}, ui.theme.dim,
                       fmt::format("and {} more lines that waste less", block.lines.size() - i));
    }
    draw_line_row(ui, session, block, block.lines[i], {{box.low.x, y}, {box.high.x, y + tall}}, unit_column,
                  idle_column);
    y += tall;
  }
  const std::string note = "Units: sectors of 32 bytes for arrays, wavefronts for shared memory";
  if (y + small < box.high.y)
    draw_text_elided(ui.fonts.small, {box.low.x, y + ui.px(6)}, ui.theme.dim, note, box.width());
}

void draw_access(const Ui& ui, const BlockRecording& block, const simt::WarpTimeline& warp, std::size_t index,
                 const Box& box) {
  const simt::Instruction& instruction = warp.instructions[index];
  const float line = line_height(ui.fonts.title), tall = line + ui.px(4);
  WarpAccess access{block, warp, instruction, simt::touches_of(block.recording, warp, instruction), box};
  const std::string lanes = lanes_text(access);
  ImFont* font = text_width(ui.fonts.title, lanes) <= box.width()  ? ui.fonts.title
                 : text_width(ui.fonts.body, lanes) <= box.width() ? ui.fonts.body
                                                                   : ui.fonts.small;
  draw_text_elided(font, box.low, ui.theme.text, lanes, box.width());
  const simt::UnitCount count = simt::count_units(block.recording, warp, instruction);
  draw_text_elided(ui.fonts.title, {box.low.x, box.low.y + line + ui.px(2)},
                   count.units > count.least ? ui.theme.maximum : ui.theme.kept, cost_text(access), box.width());
  access.body = {{box.low.x + ui.px(64), box.low.y + 2 * line + ui.px(16)}, box.high};
  if (access.body.height() < ui.px(170)) {
    return draw_text(ui.fonts.body, {box.low.x, access.body.low.y}, ui.theme.dim, "Enlarge the view (3).");
  }
  draw_lane_heads(ui, access, tall);
  access.in_shared() ? draw_banks(ui, access, tall) : draw_sectors(ui, access, tall);
}

void draw_words_diagram(Ui& ui, Session& session, const Box& box) {
  const BlockRecording* block = session.block_recording();
  if (block == nullptr || block->warps.empty()) {
    const Box body = view_header(ui, box, "Words of a warp", "");
    return draw_text(ui.fonts.body, body.low, ui.theme.dim,
                     block == nullptr ? "The pass is being loaded." : "This pass launches no kernel.");
  }
  Box body = view_header(ui, box, "Words of a warp", block_caption(*block));
  ImVec2 at{};
  body = draw_block_controls(ui, session, *block, body, at);
  BlockChoice& choice = session.chosen_block;
  // Wait for the next frame, which records the newly chosen block.
  if (choice.warp >= block->warps.size()) return;
  const simt::WarpTimeline& warp = block->warps[choice.warp];
  const auto accesses = accesses_of(*block, warp);
  if (accesses.empty()) {
    return draw_text(ui.fonts.body, body.low, ui.theme.dim, "This warp does not access memory.");
  }
  if (!choice.instruction) choice.instruction = block->worst_instruction(choice.warp);
  // The chosen instruction may access no memory, for example at a barrier. Show the next one that does.
  auto number = static_cast<std::size_t>(std::ranges::lower_bound(accesses, *choice.instruction) - accesses.begin());
  number = std::min(number, accesses.size() - 1);
  stepper(ui, "access", fmt::format("access {} of {}", grouped(number + 1), grouped(accesses.size())), at, number,
          accesses.size());
  choice.instruction = accesses[number];
  const float split = body.low.x + 0.66f * body.width();
  draw_access(ui, *block, warp, *choice.instruction, {body.low, {split - ui.px(24), body.high.y}});
  draw_lines(ui, session, *block, {{split, body.low.y}, body.high});
}

}  // namespace

/// Returns the diagram of the words that the lanes of a warp access in one instruction: sectors of an array, or banks
/// of shared memory.
Diagram words_diagram() {
  return {.name = "words",
          .title = "Words of a warp",
          .goes_with =
              [](const Session& session) { return session.has_threads() && session.look.kernels == KernelView::words; },
          .reason = why_no_threads,
          .draw = draw_words_diagram,
          .pointing = "Click a source line to see its worst instruction.",
          .alone = true};
}

}  // namespace texelsort::app
