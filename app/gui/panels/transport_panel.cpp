#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/layout.h"
#include "app/gui/window/shortcuts.h"
#include "app/session/lesson_player.h"
#include "app/session/transport.h"
#include "app/session/view_names.h"

namespace texelsort::app {

namespace {

bool hides_total(Session& session) {
  return workspace<LessonPlayer>(session).quiz.hides_total();
}

std::string place_text(Session& session) {
  const Player& player = session.player();
  const std::uint64_t position = player.position();
  const auto total = player.total();
  const std::string of = total && !hides_total(session) ? fmt::format(" of {}", grouped(*total)) : std::string();
  if (position == 0) return fmt::format("input, pass 0{}", of);
  return fmt::format("after pass {}{}", grouped(position), of);
}

/// Returns the position in the race, on its clock.
std::string place_text(const Race& race) {
  if (race.preparing()) return race.clock() == RaceClock::time ? "measuring each lane" : "counting bytes";
  const auto end = race.end();
  if (race.clock() == RaceClock::pass && end) {
    return fmt::format("{} of {}", grouped(static_cast<std::uint64_t>(race.now())), clock_text(RaceClock::pass, *end));
  }
  return clock_text(race.clock(), race.now()) + (end ? " of " + clock_text(race.clock(), *end) : std::string());
}

/// Draws two lines: the position in the run, and the result once the run is at its end.
void place_lines(const Ui& ui, Session& session, float right, float room, float top, float height) {
  const auto line = [&](ImFont* font, ImU32 colour, const std::string& text, float middle) {
    draw_text_before(font, {right, middle - 0.5f * line_height(font)}, colour, text, room);
  };
  if (const Race* race = shown_race(session)) {
    return line(ui.fonts.body, ui.theme.text, place_text(*race), top + 0.5f * height);
  }
  const auto* result = session.player().result();
  const bool unchecked = !result && session.player().at_end();
  if (!result && !unchecked) {
    return line(ui.fonts.body, ui.theme.text, place_text(session), top + 0.5f * height);
  }
  line(ui.fonts.body, ui.theme.text, place_text(session), top + 0.25f * height);
  if (unchecked) return line(ui.fonts.small, ui.theme.dim, "result not checked yet: press C", top + 0.8f * height);
  line(ui.fonts.small, result->holds() ? ui.theme.kept : ui.theme.warning, result_title(session, *result),
       top + 0.8f * height);
}

/// Draws the position of the run and its result in one line: "after pass 6 of 6: sorted".
void place_line(const Ui& ui, Session& session, ImFont* font, ImVec2 right, float room) {
  if (const Race* race = shown_race(session))
    return draw_text_before(font, right, ui.theme.text, place_text(*race), room);
  const auto* result = session.player().result();
  std::string text = place_text(session);
  if (result) text += fmt::format(": {}", result_title(session, *result));
  const ImU32 colour = !result ? ui.theme.text : result->holds() ? ui.theme.kept : ui.theme.warning;
  draw_text_before(font, right, colour, text, room);
}

/// Draws the playback speed between two small buttons.
void speed_control(const Ui& ui, Session& session, float side) {
  const auto step = [&](const char* id, const char* sign, const char* help) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(id, {side * 0.72f, side});
    const bool hovered = ImGui::IsItemHovered();
    note_item(id);
    draw_box(Box::at(at, {side * 0.72f, side}), hovered ? ui.theme.hovered : ui.theme.raised, ui.px(8));
    draw_text_centred(ui.fonts.title, {at.x + side * 0.36f, at.y + side * 0.5f}, ui.theme.text, sign);
    tooltip(ui, help);
    return pressed;
  };
  if (step("slower", "\u2212", "Lowers the playing speed (-).")) session.slower();
  ImGui::SameLine(0, ui.px(4));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ui.px(96);
  draw_text_centred(ui.fonts.small, {at.x + 0.5f * width, at.y + 0.5f * side}, ui.theme.text,
                    fmt::format("{:g} passes/s", session.speed));
  ImGui::Dummy({width, side});
  ImGui::SameLine(0, ui.px(4));
  if (step("faster", "+", "Raises the playing speed (+).")) session.faster();
}

/// Draws the buttons that go back a pass, play, and go forward a pass.
void pass_buttons(const Ui& ui, Session& session, float side) {
  Transport transport(session);
  const float gap = ui.px(6);
  if (icon_button(ui, "back", Icon::back, side, !transport.at_start(), false, "Goes one pass back (Left).")) {
    transport.step(-1);
  }
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "play", transport.playing() ? Icon::pause : Icon::play, side, true, true,
                  "Plays or pauses (Space).")) {
    transport.set_playing(!transport.playing());
  }
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "forward", Icon::forward, side, !transport.at_end(), false, "Runs the next pass (Right).")) {
    transport.step(1);
  }
}

void move_buttons(const Ui& ui, Session& session, float side, bool with_loop = true) {
  Transport transport(session);
  const float gap = ui.px(6);
  if (icon_button(ui, "restart", Icon::to_start, side, !transport.at_start(), false, "Goes to the input (Home).")) {
    transport.to_start();
  }
  ImGui::SameLine(0, gap);
  pass_buttons(ui, session, side);
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "end", Icon::to_end, side, !transport.at_end(), false, "Goes to the end (End).")) {
    transport.to_end();
  }
  if (!with_loop || transport.race() != nullptr) return;
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "loop", Icon::loop, side, true, session.loop, "Plays again from the input after the end (L).")) {
    session.loop = !session.loop;
  }
}

/// Returns the number of buttons for the window, such as the one for presenter mode. In a web page, there is one more,
/// which copies the link.
int look_count(const Ui& ui) {
  return ui.page != nullptr ? 6 : 5;
}

/// Draws the buttons for the window, for example for presenter mode, with the last one ending at `right`. In a narrow
/// web page, a button for copying the link replaces that for presenter mode.
void look_buttons(Ui& ui, Session& session, ImVec2 right, float side, bool all = true) {
  const float gap = ui.px(6);
  const bool has_link = ui.page != nullptr, has_presenter = all || !has_link;
  const auto count = static_cast<float>(look_count(ui) - (has_link && !has_presenter ? 1 : 0));
  ImGui::SetCursorScreenPos({right.x - count * side - (count - 1) * gap, right.y});
  const auto panel = [&](const char* id, Icon icon, Side which, const char* help) {
    const bool usable = !session.look.presenter && (which == Side::left || !hides_run(session.look.workspace));
    const bool shown = usable && is_shown(session.look.panels, which, ui.panels_width);
    if (icon_button(ui, id, icon, side, usable, shown, help)) {
      toggle(session.look.panels, which, ui.panels_width);
    }
    ImGui::SameLine(0, gap);
  };
  panel("left panel", Icon::left_panel, Side::left, "Shows or hides the panel of input and algorithm ([).");
  panel("right panel", Icon::right_panel, Side::right, "Shows or hides the panel of pass and inspector (]).");
  const bool dark = session.look.theme == ThemeName::dark;
  if (icon_button(ui, "theme", dark ? Icon::sun : Icon::moon, side, true, false,
                  "Switches between the light and the dark theme (T).")) {
    session.look.theme = dark ? ThemeName::light : ThemeName::dark;
  }
  ImGui::SameLine(0, gap);
  if (has_presenter) {
    if (icon_button(ui, "presenter", Icon::presenter, side, true, session.look.presenter,
                    "Starts or ends presenter mode (P).")) {
      session.look.presenter = !session.look.presenter;
    }
    ImGui::SameLine(0, gap);
  }
  if (has_link) {
    if (icon_button(ui, "link", Icon::link, side, true, false, "Copies a link to this view state.")) {
      copy_link(ui, session);
    }
    ImGui::SameLine(0, gap);
  }
  if (icon_button(ui, "help", Icon::help, side, true, ui.help_open, "Lists the keyboard shortcuts (F1)."))
    ui.help_open = !ui.help_open;
}

/// Returns the number of passes for which the bar of passes has space. If the length of the run is unknown, it is a
/// power of two above the number of known passes.
std::uint64_t passes_shown(const Player& player) {
  constexpr std::uint64_t fewest = 8;
  if (const auto total = player.total()) return std::max<std::uint64_t>(*total, 1);
  return std::bit_ceil(std::max(fewest, player.headers().size() + std::uint64_t{2}));
}

/// Returns the longest form of a stage's name that fits, or an empty string if none fits. Measures every digit as wide
/// as a 0, so that names with equally many digits have the same form.
std::string stage_form(ImFont* font, const std::string& name, float width) {
  for (const std::string& form : shorter_names(name)) {
    std::string measured = form;
    std::ranges::replace_if(
        measured, [](char letter) { return letter >= '0' && letter <= '9'; }, '0');
    if (text_width(font, measured) <= width) return form;
  }
  return {};
}

/// Draws the name of a stage in the stage's part of the bar of passes. If the knob would cover the name, draws it next
/// to the knob.
void draw_stage_name(const Ui& ui, const Session& session, const std::string& name, Box part, float knob) {
  ImFont* font = ui.fonts.small;
  const auto form = [&](float width) {
    const float room = width - ui.px(8);
    // In presenter mode, omit a name that does not fit, because the pass strip also contains it.
    std::string fitting = stage_form(font, name, room);
    const bool starts = fitting.empty() && !session.look.presenter && shorter_names(name).size() == 1;
    return starts ? short_name(font, name, room) : fitting;
  };
  std::string shown = form(part.width());
  const float reach = 0.5f * text_width(font, shown) + ui.px(4);
  if (std::abs(knob - part.middle().x) < reach) {
    const bool left = knob > part.middle().x;
    Box rest = part;
    (left ? rest.high.x : rest.low.x) = knob;
    // Move the name next to the knob, which would cover it.
    part = rest;
    shown = form(rest.width());
  }
  draw_shortened_centred(font, part.middle(), ui.theme.text, name, shown);
}

}  // namespace

void scrub_bar(const Ui& ui, Session& session, const Box& box) {
  const auto& player = session.player();
  const auto headers = player.headers();
  const std::uint64_t total = passes_shown(player);
  const float rounding = ui.px(6);
  draw_box(box, ui.theme.raised, rounding);
  const auto x_of = [&](std::uint64_t pass) {
    return box.low.x + box.width() * static_cast<float>(static_cast<double>(pass) / static_cast<double>(total));
  };
  const float here = x_of(std::min(player.position(), total));
  if (here > box.low.x + rounding) {
    draw_box({box.low, {here, box.high.y}}, with_alpha(ui.theme.accent, 0.28f), rounding);
  }
  const float pass_width = box.width() / static_cast<float>(total);
  for (std::size_t first = 0; first < headers.size();) {
    std::size_t last = first + 1;
    while (last < headers.size() && headers[last].stage_index == headers[first].stage_index) ++last;
    const float left = x_of(first), right = x_of(last);
    if (first > 0) draw_line({left, box.low.y}, {left, box.high.y}, ui.theme.faint, ui.px(1.5f));
    // The marks of single passes can be counted.
    if (pass_width >= ui.px(5) && !hides_total(session)) {
      for (std::size_t pass = first + 1; pass < last; ++pass) {
        draw_line({x_of(pass), box.high.y - ui.px(5)}, {x_of(pass), box.high.y}, ui.theme.faint);
      }
    }
    draw_stage_name(ui, session, headers[first].stage, {{left, box.low.y}, {right, box.high.y}}, here);
    first = last;
  }
  if (!player.total()) {
    // The hatched part of the bar represents passes that are not known yet. Dragging there executes passes up to the
    // position, or to the end of the run.
    const float known = x_of(headers.size());
    draw_hatch({{known, box.low.y}, {box.high.x - rounding, box.high.y}}, true, ui.px(9), 1,
               with_alpha(ui.theme.faint, 0.45f));
    draw_name_centred(ui.fonts.small, {0.5f * (known + box.high.x), 0.5f * (box.low.y + box.high.y)}, ui.theme.dim,
                      "depends on the data", box.high.x - known - ui.px(24));
  }
  const float knob = std::clamp(here, box.low.x + ui.px(2), box.high.x - ui.px(2));
  draw_box({{knob - ui.px(2), box.low.y - ui.px(4)}, {knob + ui.px(2), box.high.y + ui.px(4)}}, ui.theme.accent,
           ui.px(2));
  ImGui::SetCursorScreenPos({box.low.x, box.low.y - ui.px(4)});
  ImGui::InvisibleButton("scrub", {box.width(), box.height() + ui.px(8)});
  const float at = (ImGui::GetIO().MousePos.x - box.low.x) / box.width();
  if (ImGui::IsItemActive()) {
    session.set_playing(false);
    go_to_pass(session, static_cast<std::uint64_t>(std::clamp(at, 0.0f, 1.0f) * static_cast<float>(total) + 0.5f));
  } else if (ImGui::IsItemHovered()) {
    const auto pass = static_cast<std::size_t>(std::clamp(at, 0.0f, 0.9999f) * static_cast<float>(total));
    if (pass < headers.size()) show_tooltip(ui, fmt::format("{}, {}", headers[pass].stage, headers[pass].label));
  }
}

namespace {

/// Draws the bar of a race's clock, with a line where each lane ends. Dragging moves the race.
void race_bar(const Ui& ui, Race& race, const Box& box) {
  const auto end = race.end();
  draw_box(box, ui.theme.raised, ui.px(6));
  if (!end || *end <= 0) return draw_hatch(box, true, ui.px(9), 1, with_alpha(ui.theme.faint, 0.45f));
  const auto x_of = [&](double at) { return box.low.x + box.width() * static_cast<float>(at / *end); };
  const float here = x_of(race.now()), knob = std::clamp(here, box.low.x + ui.px(2), box.high.x - ui.px(2));
  if (here > box.low.x + ui.px(6)) {
    draw_box({box.low, {here, box.high.y}}, with_alpha(ui.theme.accent, 0.28f), ui.px(6));
  }
  for (const auto& lane : race.lanes()) {
    const float x = x_of(lane->end(race.clock()).value_or(*end));
    // A line next to the end would look like a second end.
    if (x < box.high.x - ui.px(14)) draw_line({x, box.low.y}, {x, box.high.y}, ui.theme.dim, ui.px(1.5f));
  }
  draw_box({{knob - ui.px(2), box.low.y - ui.px(4)}, {knob + ui.px(2), box.high.y + ui.px(4)}}, ui.theme.accent,
           ui.px(2));
  ImGui::SetCursorScreenPos({box.low.x, box.low.y - ui.px(4)});
  ImGui::InvisibleButton("scrub", {box.width(), box.height() + ui.px(8)});
  tooltip(ui, "Lines show where the lanes end. Drag to move the race.");
  if (!ImGui::IsItemActive()) return;
  const double at = (ImGui::GetIO().MousePos.x - box.low.x) / box.width();
  // A race by passes is only at rest between two passes.
  const double now = std::clamp(at, 0.0, 1.0) * *end;
  race.seek(race.clock() == RaceClock::pass ? std::round(now) : now);
}

/// Draws the bar of the race, or that of the run.
void position_bar(const Ui& ui, Session& session, const Box& box) {
  Race* race = shown_race(session);
  race != nullptr ? race_bar(ui, *race, box) : scrub_bar(ui, session, box);
}

/// Returns the line below the program's name: the title of the workspace that hides the run, or that of the algorithm.
std::string subject_of(const Session& session) {
  const WorkspaceView* workspace = chosen_workspace(session);
  return workspace != nullptr && hides_run(workspace->name) ? workspace->title : session.algorithm().info().title;
}

/// Smallest window width at which all controls fit in one row, in pixels at scale 1.
constexpr float one_row_width = 1060;
constexpr float tall_from = 480;

/// Draws the transport panel as one row: title on the left, then buttons, position and window buttons. The bar of
/// stages is below this row.
void wide_transport(Ui& ui, Session& session, const Box& box) {
  const float side = ui.px(36), pad = ui.px(16), top = box.low.y + ui.px(12);
  const float buttons = 6 * side + 5 * ui.px(6);
  const float speed = ui.px(14) + ui.px(104) + 1.44f * side;
  const float look =
      static_cast<float>(look_count(ui)) * side + static_cast<float>(look_count(ui) - 1) * ui.px(6) + 2 * pad;
  // Centre the controls if the texts to their left and right leave enough space.
  const float centred = box.low.x + 0.5f * (box.width() - buttons - speed);
  const float left =
      std::max(std::min(centred, box.high.x - look - ui.px(150) - speed - buttons - pad), box.low.x + pad + ui.px(150));
  const float title_room = left - box.low.x - 2 * pad;
  draw_text_elided(ui.fonts.title, {box.low.x + pad, top}, ui.theme.text, "texelsort", title_room);
  draw_text_elided(ui.fonts.small, {box.low.x + pad, top + line_height(ui.fonts.title) + ui.px(4)}, ui.theme.dim,
                   subject_of(session), title_room);
  ImGui::SetCursorScreenPos({left, top});
  move_buttons(ui, session, side);
  ImGui::SameLine(0, ui.px(14));
  speed_control(ui, session, side);
  const float text_left = left + buttons + speed + pad, text_room = box.high.x - look - text_left;
  if (text_room > ui.px(60)) place_lines(ui, session, box.high.x - look, text_room, top, side);
  look_buttons(ui, session, {box.high.x - pad, top}, side);
  position_bar(ui, session, {{box.low.x + pad, top + side + ui.px(14)}, {box.high.x - pad, box.high.y - ui.px(14)}});
}

/// Draws the transport panel of a narrow window as two rows: title and position, and the controls below them.
void narrow_transport(Ui& ui, Session& session, const Box& box, bool tall) {
  const float usual_side = ui.px(tall ? 36 : 28), pad = ui.px(tall ? 16 : 12), gap = ui.px(tall ? 12 : 8);
  const float top = box.low.y + gap, inner = box.width() - 2 * pad;
  // Make the buttons narrower if necessary, because at least ten buttons must fit in a row.
  const float side = std::min(usual_side, std::floor(0.1f * inner - ui.px(6)));
  ImGui::SetCursorScreenPos({box.low.x + pad, top});
  const int looks = look_count(ui);
  const auto width_of = [&](int buttons) { return static_cast<float>(buttons) * (side + ui.px(6)); };
  const bool all = width_of(6 + looks) <= inner;
  move_buttons(ui, session, side, all);
  const float used = width_of(6 + looks) - ui.px(12);
  if (used + ui.px(28) + ui.px(104) + 1.44f * side <= inner) {
    ImGui::SameLine(0, ui.px(14));
    speed_control(ui, session, side);
  }
  look_buttons(ui, session, {box.high.x - pad, top}, side, all);
  const float words = top + side + ui.px(tall ? 8 : 4), half = 0.5f * inner;
  draw_text_elided(ui.fonts.small, {box.low.x + pad, words}, ui.theme.dim, subject_of(session), half - ui.px(6));
  place_line(ui, session, ui.fonts.small, {box.high.x - pad, words}, half - ui.px(6));
  const float bar = words + line_height(ui.fonts.small) + ui.px(tall ? 8 : 5);
  position_bar(ui, session, {{box.low.x + pad, bar}, {box.high.x - pad, box.high.y - gap}});
}

/// Draws the header of a workspace that hides the run and has no passes: its title and the buttons for the window.
void header_without_passes(Ui& ui, Session& session, const Box& box) {
  const float side = ui.px(28), pad = ui.px(12), gap = ui.px(6), middle = 0.5f * (box.low.y + box.high.y);
  const float look = static_cast<float>(look_count(ui)) * (side + gap) + pad;
  draw_text_elided(ui.fonts.title, {box.low.x + pad, middle - 0.5f * line_height(ui.fonts.title)}, ui.theme.text,
                   subject_of(session), box.width() - look - 2 * pad);
  look_buttons(ui, session, {box.high.x - pad, middle - 0.5f * side}, side);
}

/// Draws two buttons: one leaves presenter mode, the other one opens the help page.
void presenter_buttons(Ui& ui, Session& session, ImVec2 at, float side) {
  ImGui::SetCursorScreenPos(at);
  if (icon_button(ui, "presenter", Icon::presenter, side, true, true, "Leaves presenter mode (P).")) {
    session.look.presenter = false;
  }
  ImGui::SameLine(0, ui.px(6));
  if (icon_button(ui, "help", Icon::help, side, true, ui.help_open, "Lists the keyboard shortcuts (F1)."))
    ui.help_open = !ui.help_open;
}

/// Draws the transport panel of presenter mode as one low row, which leaves more height to the views.
void presenter_transport(Ui& ui, Session& session, const Box& box) {
  const float side = ui.px(28), pad = ui.px(8), top = box.low.y + 0.5f * (box.height() - side);
  float left = box.low.x + pad, right = box.high.x - pad;
  const Transport transport(session);
  if (!ui.still) {
    right -= 2 * side + ui.px(6);
    presenter_buttons(ui, session, {right, top}, side);
  }
  if (!transport.playable()) {
    const float y = 0.5f * (box.low.y + box.high.y - line_height(ui.fonts.title));
    return draw_text_elided(ui.fonts.title, {left + ui.px(4), y}, ui.theme.text, subject_of(session), right - left);
  }
  if (!ui.still) {
    ImGui::SetCursorScreenPos({left, top});
    pass_buttons(ui, session, side);
    left += 3 * side + 2 * ui.px(6) + ui.px(12);
  }
  const std::string place = transport.race() != nullptr ? place_text(*transport.race()) : place_text(session);
  const float room = std::min(text_width(ui.fonts.body, place), 0.4f * (right - left));
  right -= ui.px(12);
  draw_text_before(ui.fonts.body, {right, 0.5f * (box.low.y + box.high.y - line_height(ui.fonts.body))}, ui.theme.text,
                   place, room + 1);
  position_bar(ui, session, {{left, top + ui.px(2)}, {right - room - ui.px(14), top + side - ui.px(2)}});
}

}  // namespace

float transport_height(const Session& session, ImVec2 window) {
  if (session.look.presenter) return 40;
  if (hides_run(session.look.workspace) && session.look.workspace != "race") return 44;
  if (window.x >= one_row_width) return 104;
  return window.y >= tall_from ? 122 : 88;
}

void transport_panel(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "transport", box, false);
  if (session.look.presenter) {
    presenter_transport(ui, session, box);
  } else if (!Transport(session).playable()) {
    header_without_passes(ui, session, box);
  } else if (ui.window.x >= one_row_width) {
    wide_transport(ui, session, box);
  } else {
    narrow_transport(ui, session, box, ui.window.y >= tall_from);
  }
  end_card();
}

}  // namespace texelsort::app
