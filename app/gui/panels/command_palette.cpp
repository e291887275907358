#include "app/gui/panels/command_palette.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/compat.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/text_log.h"
#include "app/problem/algorithm_menu.h"
#include "app/problem/plain_message.h"
#include "app/problem/sort_templates.h"
#include "app/session/lesson_player.h"
#include "app/session/own_sort.h"
#include "app/session/recent.h"
#include "app/session/session_file.h"
#include "app/session/state_url.h"
#include "compute/algorithms/registry.h"
#include "compute/algorithms/scripted/scripted_sort.h"

namespace texelsort::app {

namespace {

/// A row in the list of the command palette: a command or a file.
struct Choice {
  std::string title, detail;
  std::function<void(Ui&, Session&)> act;
};

void show_view(Session& session, Focus focus, const std::string& diagram) {
  session.look.workspace.clear();
  session.look.focus = focus;
  session.look.diagram = diagram;
}

/// Returns a path in the folder of the session file, or in the working folder, at which there is no file yet.
std::string unused_path(const Session& session, const std::string& name, const std::string& ending) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::absolute(session.file.empty() ? fs::path(".") : fs::path(session.file).parent_path());
  fs::path path = (folder / (name + ending)).lexically_normal();
  for (unsigned number = 2; fs::exists(path, ignored); ++number) {
    path = (folder / fmt::format("{}-{}{}", name, number, ending)).lexically_normal();
  }
  return path.string();
}

/// Returns a name for files of the run, without an ending: "bitonic-grouped-quads".
std::string usual_name(const Session& session) {
  std::string name = session.algorithm().info().id;
  std::ranges::replace_if(
      name, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '-');
  return name.substr(0, 40);
}

void ask_export(Ui& ui, const Session& session, ExportKind kind) {
  const Lesson* lesson = workspace<LessonPlayer>(session).lesson();
  const bool of_lesson = lesson != nullptr && kind != ExportKind::picture;
  ask(ui.palette, CommandPalette::Asks::file_to_export,
      unused_path(session, of_lesson ? short_name_of(*lesson) : usual_name(session), ending_of(kind)));
  ui.palette.exports = kind;
}

void add_exports(std::vector<Choice>& all, const Session& session) {
  const bool lesson = workspace<LessonPlayer>(session).lesson() != nullptr;
  const auto add = [&all](const std::string& title, const char* detail, ExportKind kind) {
    all.push_back({title, detail, [kind](Ui& ui, Session& s) { ask_export(ui, s, kind); }});
  };
  const char* of = lesson ? "the lesson" : "the run";
  add(fmt::format("Export a page of {}\u2026", of), "HTML, for a browser", ExportKind::page);
  add(fmt::format("Export slides of {}\u2026", of), lesson ? "PDF, one page per step" : "PDF, one page per pass",
      ExportKind::slides);
  add(fmt::format("Export a film of {}\u2026", of), "animated GIF", ExportKind::film);
  add("Export a picture of the window\u2026", "PNG", ExportKind::picture);
}

std::vector<Choice> commands(const Ui& ui, const Session& session) {
  std::vector<Choice> all;
  for (const Shortcut& key : shortcuts()) {
    if (key.key != Key::control_p) all.push_back({key.help, key.shown, key.act});
  }
  // A web page has no folders.
  if (ui.page == nullptr) {
    all.push_back({"New sort\u2026", "a folder with sort.lua", [](Ui& own, Session&) { make_own_sort(own); }});
    all.push_back({"Open sort\u2026", "a folder with sort.lua", [](Ui& own, Session&) { choose_own_sort(own); }});
    add_exports(all, session);
  }
  for (const auto& [focus, title] : {std::pair{Focus::texture, "texture"}, std::pair{Focus::bars, "bars"}}) {
    all.push_back({fmt::format("view: {}", title), "view", [focus](Ui&, Session& s) { show_view(s, focus, ""); }});
  }
  for (const Diagram* diagram : diagrams_of(session)) {
    const std::string name = diagram->name;
    all.push_back({"view: " + name, "view", [name](Ui&, Session& s) { show_view(s, Focus::diagram, name); }});
  }
  all.push_back({"view: all", "view", [](Ui&, Session& s) { show_view(s, Focus::none, ""); }});
  for (const WorkspaceView& view : workspace_views()) {
    all.push_back({fmt::format("view: {}", view.title), "view",
                   [name = std::string(view.name)](Ui&, Session& s) { s.look.workspace = name; }});
  }
  for (const Lesson& lesson : lessons()) {
    all.push_back({"lesson: " + lesson.title, "lesson",
                   [&lesson](Ui&, Session& s) { workspace<LessonPlayer>(s).open(s, lesson); }});
  }
  for (const auto& algorithm : algorithms::registry()) {
    all.push_back({algorithm->info().title, algorithm->info().id,
                   [chosen = algorithm.get()](Ui&, Session& s) { s.change_algorithm(*chosen); }});
  }
  return all;
}

void open_file(Ui& ui, Session& session, const std::string& path) {
  std::error_code ignored;
  CommandPalette& palette = ui.palette;
  if (!is_address(path) && !std::filesystem::exists(path, ignored)) {
    palette.problem = path + ": file not found";
  } else if (take_file(session, path)) {
    palette.asks = CommandPalette::Asks::nothing;
    ui.said = "Opened: " + path;
  } else {
    palette.problem = session.message();
  }
}

std::vector<Choice> files() {
  std::vector<Choice> all;
  const Recent recent = load_recent();
  const auto add = [&all](const std::vector<std::string>& paths, const char* what) {
    for (const std::string& path : paths) {
      const std::filesystem::path whole(path);
      all.push_back({whole.filename().string(), fmt::format("{}, {}", what, whole.parent_path().string()),
                     [path](Ui& ui, Session& session) { open_file(ui, session, path); }});
    }
  };
  add(recent.sessions, "session");
  add(recent.inputs, "input");
  return all;
}

void open_sort(Ui& ui, Session& session, const std::string& folder, const char* done) {
  CommandPalette& palette = ui.palette;
  if (!open_own_sort(session, folder)) {
    palette.problem = session.message();
    return;
  }
  palette.asks = CommandPalette::Asks::nothing;
  session.look.workspace.clear();
  ui.said = fmt::format("{}: {}. Press E to edit it", done, session.algorithm().info().id);
}

/// Returns the sorts that the user has already opened, and those in folders below the working folder.
std::vector<Choice> own_sorts() {
  // Folders are listed in every frame, so look only at some.
  constexpr std::size_t most = 200;
  std::vector<Choice> all;
  const auto add = [&all](const std::string& id, const std::string& detail) {
    if (std::ranges::find(all, id, &Choice::title) != all.end()) return;
    all.push_back({id, detail, [id](Ui& ui, Session& session) { open_sort(ui, session, id, "Opened"); }});
  };
  for (const auto& algorithm : algorithms::registry()) {
    if (algorithms::script_of(*algorithm)) add(algorithm->info().id, algorithm->info().title);
  }
  std::vector<std::string> folders;
  std::error_code failed;
  std::filesystem::directory_iterator at(".", failed), end;
  for (std::size_t seen = 0; !failed && at != end && seen < most; at.increment(failed), ++seen) {
    const std::string name = at->path().filename().string();
    if (algorithms::names_scripted_sort(name)) folders.push_back(algorithms::scripted_id(name));
  }
  std::ranges::sort(folders);
  for (const std::string& folder : folders) add(folder, "folder");
  return all;
}

void write_sort(Ui& ui, Session& session, const std::string& name) {
  CommandPalette& palette = ui.palette;
  if (palette.text.empty()) {
    palette.problem = "Type the name of a new folder first.";
    return;
  }
  try {
    write_sort_template(name, palette.text);
  } catch (const std::exception& error) {
    palette.problem = plain_message(error.what());
    return;
  }
  open_sort(ui, session, std::string(palette.text), "New sort");
}

std::vector<Choice> templates() {
  std::vector<Choice> all;
  for (const SortTemplate& one : sort_templates()) {
    all.push_back(
        {one.name, one.about, [name = one.name](Ui& ui, Session& session) { write_sort(ui, session, name); }});
  }
  return all;
}

/// Returns a name for a folder of a new sort, which does not exist below the working folder.
std::string unused_folder() {
  std::error_code ignored;
  std::string name = "mine";
  for (unsigned number = 2; std::filesystem::exists(name, ignored); ++number) name = fmt::format("mine-{}", number);
  return name;
}

void save_as(Ui& ui, Session& session, const std::string& path) {
  try {
    const std::string saved = save_session(session, path);
    // In a web page, the file is a download without a folder.
    ui.said = "Saved: " + (ui.page != nullptr ? saved : std::filesystem::absolute(saved).lexically_normal().string());
    ui.palette.asks = CommandPalette::Asks::nothing;
  } catch (const std::exception& error) {
    ui.palette.problem = plain_message(error.what());
  }
}

void export_as(Ui& ui, Session& session, const std::string& path) {
  try {
    start_export(ui, session, ui.palette.exports, path);
    ui.palette.asks = CommandPalette::Asks::nothing;
  } catch (const std::exception& error) {
    ui.palette.problem = plain_message(error.what());
  }
}

/// Returns the choices that contain all words of a text. Choices whose title begins with the text come first.
std::vector<Choice> matching(std::vector<Choice> all, const std::string& text) {
  const std::vector<std::string> words = words_of(lower(text));
  std::erase_if(all, [&words](const Choice& choice) {
    const std::string whole = lower(choice.title + " " + choice.detail);
    return !std::ranges::all_of(words, [&](const std::string& word) { return whole.find(word) != std::string::npos; });
  });
  const std::string wanted = lower(text);
  std::ranges::stable_partition(all, [&wanted](const Choice& choice) {
    return lower(choice.title).starts_with(wanted) || lower(choice.detail) == wanted;
  });
  return all;
}

const char* title_of(CommandPalette::Asks asks) {
  switch (asks) {
    case CommandPalette::Asks::file_to_open:
      return "Open a file";
    case CommandPalette::Asks::file_to_save:
      return "Save the session";
    case CommandPalette::Asks::file_to_export:
      return "Export: name the file";
    case CommandPalette::Asks::sort_to_open:
      return "Open a sort of your own";
    case CommandPalette::Asks::sort_to_make:
      return "New sort: name a folder and choose a template";
    default:
      return "Search commands, algorithms, lessons and views";
  }
}

const char* hint_of(CommandPalette::Asks asks) {
  switch (asks) {
    case CommandPalette::Asks::file_to_open:
      return "Path of a session, keys, picture, network or lesson, then Enter";
    case CommandPalette::Asks::file_to_save:
    case CommandPalette::Asks::file_to_export:
      return "Path, then Enter";
    case CommandPalette::Asks::sort_to_open:
      return "Path of a folder with sort.lua, then Enter";
    case CommandPalette::Asks::sort_to_make:
      return "Path of the new folder";
    default:
      return "Type to search";
  }
}

void field(const Ui& ui, CommandPalette& palette) {
  if (palette.wants_keys) {
    ImGui::SetKeyboardFocusHere();
    palette.wants_keys = false;
  }
  const std::string before = palette.text;
  ImGui::PushID(palette.field);
  ImGui::SetNextItemWidth(-1);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = compat::room().x;
  compat::input_text("##finder", palette.text);
  ImGui::PopID();
  note_item("finder", true);
  if (palette.text.empty()) {
    const ImVec2 pad = ImGui::GetStyle().FramePadding;
    draw_text_elided(ui.fonts.body, {at.x + pad.x + ui.px(2), at.y + pad.y}, ui.theme.faint, hint_of(palette.asks),
                     width - 2 * pad.x);
  }
  if (palette.text == before) return;
  palette.chosen = 0;
  palette.brings_into_view = true;
  palette.problem.clear();
}

/// Draws the list of choices. Returns the index of the clicked row, or nothing if no row was clicked.
std::optional<std::size_t> list(const Ui& ui, CommandPalette& palette, const std::vector<Choice>& choices, float tall) {
  std::optional<std::size_t> clicked;
  compat::begin_child("choices", {compat::room().x, tall}, false, 0);
  const float height = line_height(ui.fonts.body) + ui.px(10), width = compat::room().x, pad = ui.px(8);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Box row = Box::at(ImGui::GetCursorScreenPos(), {width, height});
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("choice", row.size())) clicked = i;
    ImGui::PopID();
    note_item(choices[i].title);
    const bool chosen = i == palette.chosen;
    if (chosen && palette.brings_into_view) ImGui::SetScrollHereY(0.5f);
    if (!ImGui::IsItemVisible()) continue;
    if (chosen || ImGui::IsItemHovered()) draw_box(row, chosen ? ui.theme.accent : ui.theme.hovered, ui.px(6));
    const float detail = std::min(text_width(ui.fonts.mono_small, choices[i].detail) + 1, 0.5f * width);
    draw_text_elided(ui.fonts.body, {row.low.x + pad, row.low.y + ui.px(5)},
                     chosen ? ui.theme.on_accent : ui.theme.text, choices[i].title, width - detail - 3 * pad);
    draw_text_before(ui.fonts.mono_small,
                     {row.high.x - pad, row.low.y + 0.5f * (height - line_height(ui.fonts.mono_small))},
                     chosen ? ui.theme.on_accent : ui.theme.dim, choices[i].detail, detail);
  }
  palette.brings_into_view = false;
  ImGui::EndChild();
  return clicked;
}

void take(Ui& ui, Session& session, const Choice& choice) {
  if (ui.palette.asks == CommandPalette::Asks::command) ui.palette.asks = CommandPalette::Asks::nothing;
  choice.act(ui, session);
}

void act_on_keys(Ui& ui, Session& session, const std::vector<Choice>& choices) {
  CommandPalette& palette = ui.palette;
  if (compat::key_pressed(ImGuiKey_Escape)) {
    palette.asks = CommandPalette::Asks::nothing;
    return;
  }
  const int down = compat::key_pressed(ImGuiKey_DownArrow) - compat::key_pressed(ImGuiKey_UpArrow);
  if (down != 0 && !choices.empty()) {
    const auto last = static_cast<std::ptrdiff_t>(choices.size()) - 1;
    palette.chosen = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(palette.chosen) + down, 0, last));
    palette.brings_into_view = true;
  }
  if (!compat::key_pressed(ImGuiKey_Enter)) return;
  palette.wants_keys = true;  // activate the text field again, because Enter has deactivated it
  if (palette.asks == CommandPalette::Asks::file_to_save) {
    if (!palette.text.empty()) save_as(ui, session, palette.text);
  } else if (palette.asks == CommandPalette::Asks::file_to_export) {
    if (!palette.text.empty()) export_as(ui, session, std::string(palette.text));
  } else if (!choices.empty()) {
    take(ui, session, choices[std::min(palette.chosen, choices.size() - 1)]);
  } else if (palette.asks == CommandPalette::Asks::file_to_open && !palette.text.empty()) {
    open_file(ui, session, palette.text);
  } else if (palette.asks == CommandPalette::Asks::sort_to_open && !palette.text.empty()) {
    open_sort(ui, session, std::string(palette.text), "Opened");
  }
}

/// Returns all choices for what the palette asks.
std::vector<Choice> choices_for(const Ui& ui, const Session& session) {
  switch (ui.palette.asks) {
    case CommandPalette::Asks::command:
      return commands(ui, session);
    case CommandPalette::Asks::file_to_open:
      return files();
    case CommandPalette::Asks::sort_to_open:
      return own_sorts();
    case CommandPalette::Asks::sort_to_make:
      return templates();
    default:
      return {};
  }
}

}  // namespace

void ask(CommandPalette& palette, CommandPalette::Asks asks, std::string text) {
  const bool open = palette.asks == asks;
  const int next = palette.field + 1;
  palette = {
      .asks = open ? CommandPalette::Asks::nothing : asks, .text = std::move(text), .field = next, .wants_keys = true};
}

void choose_file(Ui& ui) {
  if (ui.page != nullptr) return ui.page->choose_files();
  ask(ui.palette, CommandPalette::Asks::file_to_open);
}

void choose_own_sort(Ui& ui) {
  ask(ui.palette, CommandPalette::Asks::sort_to_open);
}

void make_own_sort(Ui& ui) {
  ask(ui.palette, CommandPalette::Asks::sort_to_make, unused_folder());
}

void save_session_of(Ui& ui, Session& session) {
  if (session.file.empty() && ui.page == nullptr) {
    return ask(ui.palette, CommandPalette::Asks::file_to_save,
               unused_path(session, usual_name(session), std::string(session_ending)));
  }
  ui.palette.problem.clear();
  save_as(ui, session, session.file.empty() ? usual_name(session) + std::string(session_ending) : session.file);
  if (!ui.palette.problem.empty()) return session.report(ui.palette.problem);
  if (ui.page != nullptr) ui.page->hand_out(session.file);
}

void finder_overlay(Ui& ui, Session& session, const Box& window) {
  CommandPalette& palette = ui.palette;
  if (palette.asks == CommandPalette::Asks::nothing) return;
  const OverAll over_all;
  ImGui::SetCursorScreenPos(window.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, with_alpha(IM_COL32(0, 0, 0, 255), 0.55f));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 0.0f);
  compat::begin_child("finder", window.size(), false, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  const bool saves =
      palette.asks == CommandPalette::Asks::file_to_save || palette.asks == CommandPalette::Asks::file_to_export;
  const float margin = ui.px(10), width = std::min(ui.px(640), window.width() - 2 * margin);
  const float row = line_height(ui.fonts.body) + ui.px(10);
  const float frame =
      2 * ui.px(16) + line_height(ui.fonts.title) + row + ui.px(40) +
      (palette.problem.empty() ? 0 : wrapped_height(ui.fonts.small, palette.problem, width - ui.px(32)));
  constexpr std::size_t most_rows = 11;
  std::vector<Choice> choices = choices_for(ui, session);
  const std::size_t rows = choices.size();
  const float tall =
      std::min(frame + static_cast<float>(std::min(rows, most_rows)) * row, window.height() - 2 * margin);
  const float left = 0.5f * (window.low.x + window.high.x - width);
  const float top = std::min(window.low.y + 0.12f * window.height(), window.high.y - margin - tall);
  const Box box = Box::at({left, top}, {width, tall}).floored();
  begin_card(ui, "finder card", box, false);
  heading(ui, title_of(palette.asks));
  field(ui, palette);
  // Also check for deactivation, because Enter and Esc deactivate the field in the same frame.
  const bool has_keys = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  if (!palette.problem.empty()) text_item(ui.fonts.small, ui.theme.warning, palette.problem);
  // For a new sort, the text names the folder, and does not search the templates.
  if (palette.asks != CommandPalette::Asks::sort_to_make) choices = matching(std::move(choices), palette.text);
  std::optional<std::size_t> clicked;
  if (choices.empty() && palette.asks == CommandPalette::Asks::command) {
    text_item(ui.fonts.body, ui.theme.dim, fmt::format("Nothing found for \"{}\". Try a shorter word.", palette.text));
  }
  if (saves) text_item(ui.fonts.small, ui.theme.dim, "Enter writes the file. Esc closes this field.");
  if (!saves) clicked = list(ui, palette, choices, std::max(compat::room().y, row));
  end_card();
  const bool beside = ImGui::IsMouseClicked(0) && !box.contains(ImGui::GetIO().MousePos);
  ImGui::EndChild();
  if (beside) {
    palette.asks = CommandPalette::Asks::nothing;
  } else if (clicked) {
    take(ui, session, choices[*clicked]);
  } else if (has_keys) {
    act_on_keys(ui, session, choices);
  }
}

}  // namespace texelsort::app
