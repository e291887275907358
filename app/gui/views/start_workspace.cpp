#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/views/lesson_pictures.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/compat.h"
#include "app/gui/window/text_log.h"
#include "app/session/lesson_player.h"
#include "app/session/recent.h"
#include "app/session/session_file.h"

namespace texelsort::app {

namespace {

/// In pixels at scale 1: smallest width of a lesson's tile, width of the text fields, and window width from which the
/// fields are next to the tiles.
constexpr float narrowest_tile = 178, fields_width = 290, beside_width = 640;

void leave(Session& session) {
  session.look.workspace.clear();
}

void begin_lesson(Session& session, std::size_t number) {
  leave(session);
  workspace<LessonPlayer>(session).open(session, lessons()[number]);
}

/// Starts a run of the present algorithm on numbers that the user typed.
void sort_numbers(Session& session, const std::string& numbers) {
  if (numbers.empty()) return session.report("first type numbers, such as 3,7,4,8,6,2,1,5");
  ProblemSpec spec = session.spec();
  spec.input.clear();
  spec.n.reset();
  spec.type.reset();
  forget_reading(spec);
  spec.values = numbers;
  if (!session.change_problem(spec)) return;
  workspace<LessonPlayer>(session).close();
  session.set_playing(false);
  session.seek(0);
  leave(session);
}

void open_path(Session& session, const std::string& path) {
  if (path.empty()) return session.report("first type the path of a file, or drop a file on the window");
  const bool lesson = workspace<LessonPlayer>(session).lesson() != nullptr;
  if (!take_file(session, path)) return;
  leave(session);
  // The opened file replaces the keys, so the lesson's captions no longer apply. Close the lesson.
  if (lesson && !is_lesson_file(path)) workspace<LessonPlayer>(session).close();
}

bool enter_pressed() {
  return compat::key_pressed(ImGuiKey_Enter) || compat::key_pressed(ImGuiKey_KeyPadEnter);
}

/// Draws a caption, a text field and a button. Returns true if the user pressed the button, or Enter in the field.
bool field(const Ui& ui, const char* id, const char* title, const char* help, std::string& text, const char* button,
           bool takes_keyboard = false) {
  heading(ui, title);
  text_item(ui.fonts.small, ui.theme.dim, help);
  const float pad = ImGui::GetStyle().FramePadding.x, gap = ui.px(6);
  const float width = text_width(ui.fonts.body, button) + 2 * pad;
  ImGui::PushID(id);
  if (takes_keyboard) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(compat::room().x - width - gap);
  compat::input_text("##field", text);
  note_item(id, true);
  const bool entered = ImGui::IsItemDeactivated() && enter_pressed();
  ImGui::SameLine(0, gap);
  const bool pressed = text_button(ui, button, {width, 0});
  ImGui::PopID();
  ImGui::Dummy({0, ui.px(4)});
  return entered || pressed;
}

/// Draws the list of recently opened files.
void draw_recent(const Ui& ui, Session& session) {
  constexpr std::size_t most = 3;
  const Recent recent = load_recent();
  std::vector<std::string> paths = recent.sessions;
  paths.resize(std::min(paths.size(), most));
  paths.insert(paths.end(), recent.inputs.begin(),
               recent.inputs.begin() + static_cast<std::ptrdiff_t>(std::min(recent.inputs.size(), most)));
  for (const std::string& path : paths) {
    ImGui::PushID(path.c_str());
    if (text_button(ui, std::filesystem::path(path).filename().string(), {compat::room().x, 0})) {
      open_path(session, path);
    }
    tooltip(ui, path);
    ImGui::PopID();
  }
  if (!paths.empty()) ImGui::Dummy({0, ui.px(4)});
}

void draw_fields(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "own input", box, true);
  message_box(ui, session);
  StartPanelState& sight = ui.start;
  const bool takes_keyboard = std::exchange(sight.to_fields, false);
  if (field(ui, "numbers", "Your own numbers", "Example: 3, 7, 4, 8, 6, 2, 1, 5", sight.numbers, "Sort",
            takes_keyboard)) {
    sort_numbers(session, sight.numbers);
  }
  if (field(ui, "path", "Open a file",
            "Type the path of numbers, CSV, raw binary, a picture, a network or a lesson, or drop it on the window.",
            sight.path, "Open")) {
    open_path(session, sight.path);
  }
  draw_recent(ui, session);
  heading(ui, "Continue");
  text_item(ui.fonts.small, ui.theme.dim,
            fmt::format("{}, {}", keys_text(session.problem().n()), session.algorithm().info().title));
  if (text_button(ui, "Back to my run (H)", {compat::room().x, 0})) leave(session);
  end_scrolling_card(ui, box);
}

/// Layout of the tiles on the start page, one tile per lesson.
struct Tiles {
  std::size_t columns = 1;
  float width = 0, picture = 0, height = 0;
};

std::string about(const Lesson& lesson) {
  return fmt::format("{}, {} minutes, {} steps", lesson.level, lesson.minutes, lesson.steps.size());
}

Tiles tiles_in(const Ui& ui, std::size_t columns, float room) {
  Tiles tiles{.columns = columns};
  const auto count = static_cast<float>(tiles.columns);
  tiles.width = (room - ui.px(10) * (count - 1)) / count;
  tiles.picture = 0.42f * tiles.width;
  float title = 0, line = 0;
  for (const Lesson& lesson : lessons()) {
    const float inner = tiles.width - ui.px(24);
    title = std::max(title, wrapped_height(ui.fonts.body, lesson.title, inner));
    line = std::max(line, wrapped_height(ui.fonts.small, about(lesson), inner));
  }
  tiles.height = tiles.picture + title + line + ui.px(42);
  return tiles;
}

void draw_tile(const Ui& ui, Session& session, std::size_t number, const Box& box, const Tiles& tiles) {
  const Lesson& lesson = lessons()[number];
  const float pad = ui.px(12), inner = box.width() - 2 * pad;
  const bool hovered = ImGui::IsItemHovered();
  draw_box(box, hovered ? ui.theme.hovered : ui.theme.panel, ui.px(10));
  if (ui.start.lesson == number) draw_outline(box, ui.theme.accent, ui.px(2), ui.px(10));
  const ImVec2 top{box.low.x + pad, box.low.y + pad};
  draw_lesson_picture(ui, session.look, ui.start.pictures->of_lesson[number], Box::at(top, {inner, tiles.picture}));
  const float words = top.y + tiles.picture + ui.px(10);
  draw_text_wrapped(ui.fonts.body, {top.x, words}, ui.theme.text, lesson.title, inner);
  const std::string line = about(lesson);
  draw_text_wrapped(ui.fonts.small, {top.x, box.high.y - pad + ui.px(2) - wrapped_height(ui.fonts.small, line, inner)},
                    ui.theme.dim, line, inner);
}

std::size_t rows_of(const Tiles& tiles) {
  return (lessons().size() + tiles.columns - 1) / tiles.columns;
}

/// Returns the layout with the largest tiles at which all lessons fit into `room`. If they never fit, returns the
/// smallest legible tiles.
Tiles lay_out_tiles(const Ui& ui, ImVec2 room) {
  const float gap = ui.px(10);
  const auto most = static_cast<std::size_t>(std::max(1.0f, (room.x + gap) / (ui.px(narrowest_tile) + gap)));
  for (std::size_t columns = 1; columns < std::min(most, lessons().size()); ++columns) {
    const Tiles tiles = tiles_in(ui, columns, room.x);
    if (static_cast<float>(rows_of(tiles)) * (tiles.height + gap) - gap <= room.y) return tiles;
  }
  return tiles_in(ui, std::min(most, lessons().size()), room.x);
}

/// Draws the tiles of all lessons. Returns their total height in pixels.
float draw_tiles(Ui& ui, Session& session, ImVec2 at, ImVec2 room) {
  if (!ui.start.pictures) ui.start.pictures = std::make_shared<LessonPictures>(lesson_pictures());
  const Tiles tiles = lay_out_tiles(ui, room);
  const float gap = ui.px(10);
  ui.start.columns = tiles.columns;
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < lessons().size(); ++i) {
    const std::size_t column = i % tiles.columns, row = i / tiles.columns;
    const Box box = Box::at({at.x + static_cast<float>(column) * (tiles.width + gap),
                             at.y + static_cast<float>(row) * (tiles.height + gap)},
                            {tiles.width, tiles.height});
    ImGui::SetCursorScreenPos(box.low);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("lesson", box.size())) chosen = i;
    if (ui.start.brings_into_view && ui.start.lesson == i) ImGui::SetScrollHereY(0.5f);
    note_item("lesson " + short_name_of(lessons()[i]));
    draw_tile(ui, session, i, box, tiles);
    ImGui::PopID();
  }
  ui.start.brings_into_view = false;
  if (chosen) begin_lesson(session, *chosen);
  return static_cast<float>(rows_of(tiles)) * (tiles.height + gap) - gap;
}

/// Draws the description of the program and the window's buttons. Returns their height in pixels.
float draw_title(Ui& ui, Session& session, const Box& box) {
  const float side = ui.px(32), gap = ui.px(6);
  float x = box.high.x - 3 * side - 2 * gap;
  const float room = x - box.low.x - ui.px(12);
  ImGui::SetCursorScreenPos({x, box.low.y});
  const bool dark = session.look.theme == ThemeName::dark;
  if (icon_button(ui, "theme", dark ? Icon::sun : Icon::moon, side, true, false,
                  "Switches between the light and the dark theme (T).")) {
    session.look.theme = dark ? ThemeName::light : ThemeName::dark;
  }
  ImGui::SetCursorScreenPos({x + side + gap, box.low.y});
  if (icon_button(ui, "help", Icon::help, side, true, ui.help_open, "Lists the keyboard shortcuts (F1)."))
    ui.help_open = !ui.help_open;
  ImGui::SetCursorScreenPos({x + 2 * (side + gap), box.low.y});
  if (icon_button(ui, "close start page", Icon::cross, side, true, false, "Goes back to your run (H, Esc)."))
    leave(session);
  draw_text_elided(ui.fonts.large, box.low, ui.theme.text, "texelsort", room);
  const float line = line_height(ui.fonts.large) + ui.px(2);
  draw_text_elided(ui.fonts.small, {box.low.x, box.low.y + line}, ui.theme.dim,
                   "How GPUs sort, pass by pass. Choose a lesson, or sort your own numbers.", room);
  return std::max(side, line + line_height(ui.fonts.small)) + ui.px(12);
}

void draw_start(Ui& ui, Session& session, const Box& box) {
  const float gap = ui.px(12);
  const float title = draw_title(ui, session, {{box.low.x + ui.px(6), box.low.y + ui.px(4)}, box.high});
  const ImVec2 low{box.low.x, box.low.y + title + ui.px(4)};
  const bool beside = box.width() >= ui.px(beside_width);
  const Box right{{beside ? box.high.x - ui.px(fields_width) : box.low.x, low.y}, box.high};
  const Box left{low, {beside ? right.low.x - gap : box.high.x, box.high.y}};
  if (beside) draw_fields(ui, session, right);
  ImGui::SetCursorScreenPos(left.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
  compat::begin_child("lessons", left.size(), false, 0);
  ImGui::PopStyleColor();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float used = draw_tiles(ui, session, at, {compat::room().x, left.height()});
  if (!beside) {
    // The fields are below the lessons if there is no space to the side.
    TextLog* log = text_log();
    if (log != nullptr) log->within_scrolled(true);
    const float tall = ui.px(330);
    const Box fields = Box::at({at.x, at.y + used + gap}, {compat::room().x, tall});
    if (ui.start.to_fields) ImGui::SetScrollHereY(1);
    // Skip the fields if they are scrolled out of view.
    if (ImGui::IsRectVisible(fields.low, fields.high)) draw_fields(ui, session, fields);
    if (log != nullptr) log->within_scrolled(false);
    used += gap + tall;
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, used});
  ImGui::EndChild();
}

}  // namespace

bool press_in_start_page(Ui& ui, Session& session, Key key) {
  StartPanelState& sight = ui.start;
  const auto last = static_cast<std::int64_t>(lessons().size()) - 1;
  const auto columns = static_cast<std::int64_t>(sight.columns);
  auto to = static_cast<std::int64_t>(sight.lesson);
  if (ui.help_open) return false;
  if (key == Key::enter || key == Key::escape) {
    key == Key::enter ? begin_lesson(session, sight.lesson) : leave(session);
    return true;
  }
  if (key == Key::tab) {
    sight.to_fields = true;
    return true;
  }
  if (key == Key::left) {
    --to;
  } else if (key == Key::right) {
    ++to;
  } else if (key == Key::up) {
    to -= columns;
  } else if (key == Key::down) {
    to += columns;
  } else {
    return false;
  }
  if (to >= 0 && to <= last) sight.lesson = static_cast<std::size_t>(to);
  sight.brings_into_view = true;
  return true;
}

/// Returns the start page, which shows the lessons with pictures and fields for choosing an input.
WorkspaceView start_workspace() {
  return {.name = "start", .title = "Start page", .draw = draw_start, .whole_window = true};
}

}  // namespace texelsort::app
