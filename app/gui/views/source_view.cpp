#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/compat.h"
#include "app/session/inspection.h"

namespace texelsort::app {

namespace {

using data::LineRole;

struct Row {
  enum class Kind : std::uint8_t { file, constant, line, values, note };
  Kind kind = Kind::line;
  const ReadLine* line = nullptr;
  std::string text{};
};

ImU32 role_colour(const Theme& theme, LineRole role) {
  switch (role) {
    case LineRole::finds:
      return theme.decide;
    case LineRole::reads:
      return theme.kept;
    case LineRole::compares:
      return theme.accent;
    case LineRole::writes:
      break;
  }
  return theme.maximum;
}

constexpr std::array all_roles{LineRole::finds, LineRole::reads, LineRole::compares, LineRole::writes};
constexpr std::array<const char*, 4> role_letters{"F", "R", "C", "W"};

std::vector<Row> rows_of(const SourceReading& reading) {
  std::vector<Row> rows;
  if (!reading.program->stages.empty() && !reading.program->stages.front().defines.empty()) {
    rows.push_back({Row::Kind::file, nullptr, "constants"});
    for (const auto& [name, value] : reading.program->stages.front().defines) {
      rows.push_back({Row::Kind::constant, nullptr, fmt::format("{} = {}", name, value.empty() ? "defined" : value)});
    }
  }
  // Show the constants below the program, because users read the program first.
  std::vector<Row> constants = std::move(rows);
  rows.clear();
  for (const SourceReading::File& file : reading.files) {
    rows.push_back({Row::Kind::file, nullptr, file.name});
    for (const ReadLine& line : file.lines) {
      rows.push_back({Row::Kind::line, &line, line.line->text});
      if (!line.values.empty()) rows.push_back({Row::Kind::values, &line, line.values});
      if (line.touches_key && !line.line->mark->note.empty()) {
        rows.push_back({Row::Kind::note, &line, line.line->mark->note});
      }
    }
    if (!constants.empty()) {
      rows.insert(rows.end(), constants.begin(), constants.end());
      constants.clear();
    }
  }
  return rows;
}

/// Draws a letter in a small box for the role of a source line, such as reading or comparing. The box is filled if the
/// line applies to the chosen key.
void draw_badge(const Ui& ui, LineRole role, ImVec2 at, float side, bool filled) {
  const ImU32 colour = role_colour(ui.theme, role);
  const Box box = Box::at(at, {side, side});
  if (filled) {
    draw_box(box, colour, ui.px(3));
  } else {
    draw_outline(box, with_alpha(colour, 0.6f), 1, ui.px(3));
  }
  draw_text_centred(ui.fonts.mono_small, box.middle(), filled ? readable_on(glm::vec3(to_vec4(colour))) : ui.theme.dim,
                    role_letters[static_cast<std::size_t>(role)]);
}

struct Columns {
  float left = 0, number = 0, badges = 0, text = 0, right = 0, side = 0;
};

void draw_row(const Ui& ui, const Row& row, const Columns& columns, float y, float tall) {
  ImFont* font = ui.fonts.mono_small;
  const auto words = [&](ImU32 colour, float x, const std::string& text) {
    draw_text_elided(font, {x, y}, colour, text, columns.right - x);
  };
  if (row.kind == Row::Kind::file) {
    draw_line({columns.left, y + tall - 1}, {columns.right, y + tall - 1}, ui.theme.line);
    return draw_text_elided(ui.fonts.small, {columns.left, y}, ui.theme.text, row.text, columns.right - columns.left);
  }
  if (row.kind == Row::Kind::constant) return words(ui.theme.dim, columns.text, row.text);
  const ReadLine& line = *row.line;
  const auto& mark = line.line->mark;
  if (line.touches_key) {
    const ImU32 colour = role_colour(ui.theme, mark->roles.back());
    draw_box({{columns.left, y}, {columns.right, y + tall}}, with_alpha(colour, 0.16f));
  }
  if (row.kind == Row::Kind::note) {
    return draw_text_elided(ui.fonts.small, {columns.text, y}, ui.theme.dim, row.text, columns.right - columns.text);
  }
  if (row.kind == Row::Kind::values) {
    draw_text_before(font, {columns.text - ui.px(6), y}, ui.theme.selected, "=");
    return words(ui.theme.selected, columns.text, row.text);
  }
  const bool counts = line.line->counts();
  draw_text_before(font, {columns.number, y}, ui.theme.faint, std::to_string(line.line->number));
  if (mark && counts) {
    float x = columns.badges;
    for (const LineRole role : mark->roles) {
      draw_badge(ui, role, {x, y + 0.5f * (tall - columns.side)}, columns.side, line.touches_key);
      x += columns.side + ui.px(2);
    }
  }
  words(counts ? ui.theme.text : ui.theme.faint, columns.text, row.text);
}

/// Returns the row to which the source view scrolls when it shows another source.
std::size_t first_row(const std::vector<Row>& rows) {
  const auto has = [&](LineRole role) {
    return std::ranges::find_if(rows, [&](const Row& row) {
      return row.kind == Row::Kind::line && row.line->touches_key && row.line->line->mark->has(role);
    });
  };
  for (const LineRole role : {LineRole::compares, LineRole::writes, LineRole::reads}) {
    if (const auto row = has(role); row != rows.end()) return static_cast<std::size_t>(row - rows.begin());
  }
  return 0;
}

void draw_rows(Ui& ui, const std::vector<Row>& rows, const Box& body, const SourceShown& shown) {
  const float tall = line_height(ui.fonts.mono_small) + ui.px(2);
  ImGui::SetCursorScreenPos(body.low);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  compat::begin_child("source lines", body.size(), false, 0);
  if (ui.source_shown != shown) {
    ui.source_shown = shown;
    ImGui::SetScrollY(std::max(0.0f, tall * static_cast<float>(first_row(rows)) - 0.4f * body.height()));
  }
  const ImVec2 top = ImGui::GetCursorScreenPos();
  Columns columns{.left = body.low.x, .right = body.high.x - ui.px(14), .side = line_height(ui.fonts.mono_small)};
  columns.number = columns.left + text_width(ui.fonts.mono_small, "000") + ui.px(2);
  columns.badges = columns.number + ui.px(6);
  columns.text = columns.badges + 3 * (columns.side + ui.px(2)) + ui.px(14);
  const auto first = static_cast<std::size_t>(std::max(0.0f, (body.low.y - top.y) / tall));
  const auto last = std::min(rows.size(), first + static_cast<std::size_t>(body.height() / tall) + 2);
  for (std::size_t i = std::min(first, rows.size()); i < last; ++i) {
    draw_row(ui, rows[i], columns, top.y + tall * static_cast<float>(i), tall);
  }
  ImGui::Dummy({columns.right - columns.left, tall * static_cast<float>(rows.size())});
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

/// Draws the legend of the letters in front of source lines.
void draw_role_legend(const Ui& ui, const Box& line) {
  const float side = line_height(ui.fonts.mono_small);
  float x = line.low.x;
  for (const LineRole role : all_roles) {
    const std::string text(name(role));
    if (x + side + ui.px(6) + text_width(ui.fonts.small, text) > line.high.x) return;
    draw_badge(ui, role, {x, line.low.y}, side, true);
    x += side + ui.px(5);
    draw_text(ui.fonts.small, {x, line.low.y}, ui.theme.dim, text);
    x += text_width(ui.fonts.small, text) + ui.px(14);
  }
}

std::string call_text(const SourceReading& reading) {
  const PassProgram& program = *reading.program;
  const ProgramCall& call = program.calls[reading.call];
  constexpr std::array calls{"draw", "dispatch", "launch"};
  std::string text;
  if (program.calls.size() > 1) {
    text = fmt::format("{} {} of {}", calls[static_cast<std::size_t>(program.kind)], reading.call + 1,
                       program.calls.size());
  }
  if (program.kind == PassProgram::Kind::kernel) text += (text.empty() ? "" : ": ") + program.name;
  if (call.quads > 1) text += fmt::format("{}{} quads", text.empty() ? "" : ", ", grouped(call.quads));
  if (call.blend == gpu::Blend::minimum) text += ", blended to the minimum";
  if (call.blend == gpu::Blend::maximum) text += ", blended to the maximum";
  return text;
}

/// Draws a list of the programs that the pass executes, and returns the index of the chosen one. Without a choice, it
/// is the program that processed the key.
std::size_t choose_program(const Ui& ui, Session& session, const PassSource& source, std::size_t fitting, Box& body) {
  if (source.programs.size() == 1) return 0;
  std::vector<std::string> names;
  for (const PassProgram& program : source.programs) {
    std::string name = program.name.substr(program.name.rfind('/') + 1);
    if (const auto same = std::ranges::count(names, name); same > 0) name += fmt::format(" {}", same + 1);
    names.push_back(name);
  }
  const auto wanted = std::ranges::find(names, session.shown_program);
  int chosen = static_cast<int>(wanted == names.end() ? fitting : static_cast<std::size_t>(wanted - names.begin()));
  std::vector<const char*> texts;
  for (const std::string& name : names) texts.push_back(name.c_str());
  ImGui::SetCursorScreenPos(body.low);
  if (segmented(ui, "programs", texts, chosen, body.width())) {
    session.shown_program = names[static_cast<std::size_t>(chosen)];
  }
  body.low.y += ImGui::GetFrameHeight() + ui.px(6);
  return static_cast<std::size_t>(chosen);
}

void draw_source(Ui& ui, Session& session, const Box& box) {
  const PassSource* source = session.pass_source();
  if (source == nullptr || source->programs.empty()) {
    const Box body = view_header(ui, box, "Source", "");
    ImGui::SetCursorScreenPos(body.low);
    return text_item(ui.fonts.body, ui.theme.dim,
                     session.player().position() == 0 ? "No pass has run yet."
                     : source == nullptr              ? "The pass is being loaded."
                                                      : "This pass runs no shader and no kernel.",
                     body.width());
  }
  const auto& selected = session.selected();
  std::optional<Inspection> inspection;
  if (selected) inspection = inspect(session, selected->index);
  const std::size_t fitting = inspection ? inspection->program : 0;
  const Symbols none;
  const auto* record = session.player().record();
  const std::string made_at = record != nullptr ? record->header.made_at : std::string();
  Box body = view_header(ui, box, "Source", made_at.empty() ? made_at : "called at " + made_at);
  const std::size_t chosen = choose_program(ui, session, *source, fitting, body);
  const std::uint32_t channel = inspection ? inspection->where.channel : 0;
  const SourceReading reading = read(source->programs[chosen], inspection ? &inspection->story : nullptr,
                                     inspection ? inspection->symbols : none, channel);
  const float line = line_height(ui.fonts.small) + ui.px(4);
  if (const std::string call = call_text(reading); !call.empty()) {
    draw_text_elided(ui.fonts.small, body.low, ui.theme.dim, call, body.width());
    body.low.y += line;
  }
  if (body.height() > 8 * line) {
    draw_role_legend(ui, body);
    body.low.y += line + ui.px(2);
  }
  if (reading.files.empty()) {
    ImGui::SetCursorScreenPos(body.low);
    return text_item(ui.fonts.body, ui.theme.dim,
                     "This kernel belongs to a library. texelsort does not have its "
                     "source.",
                     body.width());
  }
  if (body.height() < line) return;
  draw_rows(ui, rows_of(reading), body, {session.player().revision(), chosen, selected ? selected->index + 1 : 0});
}

}  // namespace

void source_view(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "source", box, false);
  draw_source(ui, session, box);
  end_card();
}

}  // namespace texelsort::app
