#include "app/gui/window/shortcuts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/layout.h"
#include "app/gui/window/views_area.h"
#include "app/playback/models/keys_view.h"
#include "app/session/lesson_player.h"
#include "app/session/run_timer.h"
#include "app/session/transport.h"
#include "app/session/view_names.h"

namespace texelsort::app {

namespace {

void toggle_focus(Session& session, Focus focus) {
  session.look.focus = session.look.focus == focus ? Focus::none : focus;
  session.look.diagram.clear();
}

void show_next_kernel_view(Ui&, Session& session) {
  session.look.kernels = static_cast<KernelView>((static_cast<int>(session.look.kernels) + 1) % 3);
}

void let_go(Ui& ui, Session& session) {
  if (ui.palette.asks != CommandPalette::Asks::nothing) {
    ui.palette.asks = CommandPalette::Asks::nothing;
  } else if (ui.help_open) {
    ui.help_open = false;
  } else if (ui.chooser.open) {
    ui.chooser.open = false;
  } else if (cancel_export(session)) {
    return;
  } else if (session.pinned()) {
    session.pin(std::nullopt);
  } else if (workspace<RunTimer>(session).measuring()) {
    workspace<RunTimer>(session).cancel();
  } else if (!session.look.workspace.empty()) {
    session.look.workspace.clear();
  } else if (workspace<LessonPlayer>(session).quiz.on()) {
    workspace<LessonPlayer>(session).quiz.turn(session, false);
  } else if (session.look.focus != Focus::none) {
    session.look.focus = Focus::none;
    session.look.diagram.clear();
  } else if (!session.message().empty()) {
    session.dismiss_message();
  } else if (workspace<LessonPlayer>(session).lesson() != nullptr) {
    workspace<LessonPlayer>(session).close();
  } else {
    ui.full_screen = false;
  }
}

std::int64_t row_keys(const Session& session) {
  const auto keys = keys_view(session.player());
  return keys ? static_cast<std::int64_t>(shown_width(*keys)) : 1;
}

/// Shows or hides a text instead of the bars. If there is space for only one view, the text becomes that view, or the
/// pseudocode appears next to it.
template <bool RunLook::*text>
void toggle_text_view(Ui& ui, Session& session) {
  toggle_text(session.look, text);
  if (!(session.look.*text) || !ui.one_view) return;
  const bool beside = text == &RunLook::pseudocode && has_room_beside(ui, session.look);
  session.look.focus = beside && session.look.focus == Focus::bars ? Focus::none
                       : beside                                    ? session.look.focus
                                                                   : Focus::bars;
}

void toggle_playing(Ui&, Session& session) {
  Transport transport(session);
  transport.set_playing(!transport.playing());
}

template <int direction>
void step(Ui&, Session& session) {
  // After an answer, the quiz has already moved the run by one pass. Ask the next question instead of moving again.
  Quiz& quiz = workspace<LessonPlayer>(session).quiz;
  if (direction > 0 && quiz.on() && quiz.revealed() && !hides_run(session.look.workspace)) return quiz.enter(session);
  Transport(session).step(direction);
}

void go_to_input(Ui&, Session& session) {
  Transport(session).to_start();
}

void go_to_end(Ui&, Session& session) {
  Transport(session).to_end();
}

void start_again(Ui& ui, Session& session) {
  if (shown_race(session) == nullptr && held_by_question(session)) return;
  go_to_input(ui, session);
  toggle_playing(ui, session);
}

/// Changes the scale of text and widgets by `steps`, or restores the scale of the screen if `steps` is 0.
template <int steps>
void change_scale(Ui& ui, Session& session) {
  constexpr float step = 0.25f, least = 0.5f, most = 4;
  if (session.look.presenter) {
    ui.said = "In presenter mode, the scale follows from the size of the window.";
    return;
  }
  const float asked = ui.wanted_scale.asked;
  float next = steps == 0 ? ui.wanted_scale.usual : std::clamp(asked + static_cast<float>(steps) * step, least, most);
  const float fitting = fitted_scale(next, {ui.window.x * ui.scale, ui.window.y * ui.scale});
  const bool full = steps > 0 && fitting < next;
  if (full) next = std::max(asked, fitting);
  ui.wanted_scale.asked = next;
  ui.said = fmt::format("Scale: {:g}.{}", next, full ? " A larger scale does not fit into this window." : "");
}

/// Opens or closes the workspace in which the line of keys folds into the texture.
void toggle_fold(Ui&, Session& session) {
  toggle_workspace(session, "fold");
  if (session.look.workspace.empty()) return session.set_fold(1);
  session.set_fold(0);
  session.fold_to(1);
}

/// Moves to the next or previous step of the lesson. If no lesson is open, moves to the next or previous stage of the
/// run.
template <int direction>
void step_lesson_or_stage(Ui&, Session& session) {
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  if (lesson_player.lesson() != nullptr) return lesson_player.go_on(session, direction);
  if (hides_run(session.look.workspace) || (direction > 0 && held_by_question(session))) return;
  session.step_stage(direction);
}

/// Enlarges a view. Does nothing while a question waits, because the choices are often numbers themselves.
template <Focus view>
void enlarge(Ui&, Session& session) {
  if (!question_waits(session)) toggle_focus(session, view);
}

void choose_algorithm(Ui& ui, Session& session) {
  open_chooser(ui.chooser, session);
}

void change_colours(Ui&, Session& session) {
  session.look.value_colours = !session.look.value_colours;
}

void check_claims(Ui&, Session& session) {
  session.player().test_claim();
  session.player().test_result();
}

/// Answers a waiting question with one of its choices. If no question waits, does `otherwise`, which may be null.
template <std::size_t choice, void (*otherwise)(Ui&, Session&)>
void answer_or(Ui& ui, Session& session) {
  if (question_waits(session)) return workspace<LessonPlayer>(session).quiz.choose(session, choice);
  if constexpr (otherwise != nullptr) otherwise(ui, session);
}

void toggle_notes(Ui& ui, Session& session) {
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  if (session.look.presenter) {
    ui.said = "Presenter mode hides the notes. The teacher's window shows them (Ctrl+T)";
  } else if (lesson_player.lesson() == nullptr) {
    ui.said = "Only lessons have notes. Press H to open a lesson";
  } else {
    lesson_player.notes = !lesson_player.notes;
  }
}

void toggle_teacher_view(Ui&, Session& session) {
  bool& open = workspace<LessonPlayer>(session).teacher_view;
  open = !open;
}

constexpr std::array table{
    Shortcut{Key::space, "Space", "play or pause", toggle_playing},
    Shortcut{Key::right, "Right", "run the next pass", step<1>},
    Shortcut{Key::left, "Left", "go one pass back", step<-1>},
    Shortcut{Key::up, "Up", "pin the previous key", [](Ui&, Session& s) { s.pin_neighbour(-1); }},
    Shortcut{Key::down, "Down", "pin the next key", [](Ui&, Session& s) { s.pin_neighbour(1); }},
    Shortcut{Key::shift_left, "Shift+Left", "pin the texel to the left", [](Ui&, Session& s) { s.pin_neighbour(-1); }},
    Shortcut{Key::shift_right, "Shift+Right", "pin the texel to the right",
             [](Ui&, Session& s) { s.pin_neighbour(1); }},
    Shortcut{Key::shift_up, "Shift+Up", "pin the texel above", [](Ui&, Session& s) { s.pin_neighbour(-row_keys(s)); }},
    Shortcut{Key::shift_down, "Shift+Down", "pin the texel below",
             [](Ui&, Session& s) { s.pin_neighbour(row_keys(s)); }},
    Shortcut{Key::page_down, "Page Down", "go to the next stage, or to the next step of a lesson",
             step_lesson_or_stage<1>},
    Shortcut{Key::page_up, "Page Up", "go to the previous stage, or to the previous step of a lesson",
             step_lesson_or_stage<-1>},
    Shortcut{Key::home, "Home", "go to the input", go_to_input},
    Shortcut{Key::end, "End", "go to the end", go_to_end},
    Shortcut{Key::letter_r, "R", "play again from the input", start_again},
    Shortcut{Key::letter_l, "L", "loop", [](Ui&, Session& s) { s.loop = !s.loop; }},
    Shortcut{Key::letter_j, "J", "let keys travel to their new places, or jump",
             [](Ui&, Session& s) { s.look.motion = !s.look.motion; }},
    Shortcut{Key::plus, "+", "play faster", [](Ui&, Session& s) { s.faster(); }},
    Shortcut{Key::minus, "-", "play slower", [](Ui&, Session& s) { s.slower(); }},
    Shortcut{Key::letter_m, "M", "start or stop a measurement",
             [](Ui&, Session& s) {
               workspace<RunTimer>(s).measuring() ? workspace<RunTimer>(s).cancel() : workspace<RunTimer>(s).measure(s);
             }},
    Shortcut{Key::letter_c, "C", "check the claim of the pass, or the result at the end; or choose answer C",
             answer_or<2, check_claims>},
    Shortcut{Key::letter_d, "D", "show the history of the pinned index; or choose answer D",
             answer_or<3, toggle_text_view<&RunLook::history>>},
    Shortcut{Key::digit_1, "1", "enlarge the texture", enlarge<Focus::texture>},
    Shortcut{Key::digit_2, "2", "enlarge the bars", enlarge<Focus::bars>},
    Shortcut{Key::digit_3, "3", "enlarge the network or the view in its place", enlarge<Focus::diagram>},
    Shortcut{Key::letter_h, "H", "open the start page with lessons, your own numbers and files",
             [](Ui&, Session& s) { toggle_workspace(s, "start"); }},
    Shortcut{Key::letter_q, "Q", "start or stop questions before each pass",
             [](Ui&, Session& s) { workspace<LessonPlayer>(s).quiz.turn(s, !workspace<LessonPlayer>(s).quiz.on()); }},
    Shortcut{Key::letter_u, "U", "start or stop counting the votes of a class",
             [](Ui&, Session& s) {
               workspace<LessonPlayer>(s).quiz.set_in_class(!workspace<LessonPlayer>(s).quiz.in_class());
             }},
    Shortcut{Key::enter, "Enter", "submit the marked comparators, reveal the votes, or show the next question",
             [](Ui&, Session& s) { workspace<LessonPlayer>(s).quiz.enter(s); }},
    Shortcut{Key::backspace, "Backspace", "undo the last vote",
             [](Ui&, Session& s) { workspace<LessonPlayer>(s).quiz.take_back(); }},
    Shortcut{Key::tab, "Tab", "enlarge the next view", [](Ui& ui, Session& s) { show_next_view(ui, s); }},
    Shortcut{Key::letter_g, "G", "change the arrangement of the views", [](Ui&, Session& s) { arrange_next(s); }},
    Shortcut{Key::bracket_left, "[", "show or hide the panel of input and algorithm",
             [](Ui& ui, Session& s) { toggle(s.look.panels, Side::left, ui.panels_width); }},
    Shortcut{Key::bracket_right, "]", "show or hide the panel of pass and inspector",
             [](Ui& ui, Session& s) {
               if (!hides_run(s.look.workspace)) toggle(s.look.panels, Side::right, ui.panels_width);
             }},
    Shortcut{Key::letter_a, "A", "choose an algorithm, or answer A of a question", answer_or<0, choose_algorithm>},
    Shortcut{Key::letter_b, "B", "colour keys by digit or bucket, or by value; or choose answer B",
             answer_or<1, change_colours>},
    Shortcut{Key::letter_i, "I", "show or hide the teacher's notes and the answer (not in presenter mode)",
             toggle_notes},
    Shortcut{Key::control_t, "Ctrl+T", "open or close the teacher's window: notes, answer, votes and next step",
             toggle_teacher_view},
    Shortcut{Key::letter_f, "F", "switch between records in memory and the diagram of the sort",
             [](Ui&, Session& s) { s.look.own_picture = !s.look.own_picture; }},
    Shortcut{Key::letter_s, "S", "show the shader or kernel of the pass instead of the bars",
             toggle_text_view<&RunLook::source>},
    Shortcut{Key::letter_z, "Z", "show the pseudocode of the algorithm, with the lines of the pass",
             toggle_text_view<&RunLook::pseudocode>},
    Shortcut{Key::letter_w, "W", "show or hide the trail of the pinned key through all passes so far",
             [](Ui&, Session& s) { s.look.trail = !s.look.trail; }},
    Shortcut{Key::letter_k, "K",
             "switch between views of CPU-executed kernels: sort, threads over time, words of a "
             "warp",
             show_next_kernel_view},
    Shortcut{Key::letter_n, "N", "open the network editor, or return to the run",
             [](Ui&, Session& s) { toggle_workspace(s, "network-editor"); }},
    Shortcut{Key::letter_e, "E", "edit the shader of the pass, or return to the views",
             [](Ui&, Session& s) { toggle_workspace(s, "shader"); }},
    Shortcut{Key::letter_v, "V", "race several algorithms, or return to the views",
             [](Ui&, Session& s) { toggle_workspace(s, "race"); }},
    Shortcut{Key::letter_y, "Y", "open sweeps over parameters, or return to the views",
             [](Ui&, Session& s) { toggle_workspace(s, "tuning"); }},
    Shortcut{Key::letter_x, "X", "open the file sort, or return to the views",
             [](Ui&, Session& s) { toggle_workspace(s, "external"); }},
    Shortcut{Key::letter_o, "O", "show how the array of keys folds into the texture", toggle_fold},
    Shortcut{
        Key::letter_t, "T", "switch between the light and the dark theme",
        [](Ui&, Session& s) { s.look.theme = s.look.theme == ThemeName::dark ? ThemeName::light : ThemeName::dark; }},
    Shortcut{Key::letter_p, "P", "start or end presenter mode: one view fills the screen",
             [](Ui&, Session& s) { s.look.presenter = !s.look.presenter; }},
    Shortcut{Key::control_p, "Ctrl+P", "find a command, an algorithm, a lesson or a view",
             [](Ui& ui, Session&) { ask(ui.palette, CommandPalette::Asks::command); }},
    Shortcut{Key::control_o, "Ctrl+O", "open a file", [](Ui& ui, Session&) { choose_file(ui); }},
    Shortcut{Key::control_s, "Ctrl+S", "save the session",
             [](Ui& ui, Session& s) {
               if (s.look.workspace != "shader") save_session_of(ui, s);
             }},
    Shortcut{Key::control_z, "Ctrl+Z", "undo a change of input, algorithm or parameters",
             [](Ui&, Session& s) {
               if (s.look.workspace != "network-editor") s.undo();
             }},
    Shortcut{Key::control_shift_z, "Ctrl+Shift+Z", "redo the change",
             [](Ui&, Session& s) {
               if (s.look.workspace != "network-editor") s.redo();
             }},
    Shortcut{Key::control_c, "Ctrl+C", "copy the command that opens this view state", copy_command},
    Shortcut{Key::control_plus, "Ctrl++", "enlarge text and widgets", change_scale<1>},
    Shortcut{Key::control_minus, "Ctrl+-", "shrink text and widgets", change_scale<-1>},
    Shortcut{Key::control_0, "Ctrl+0", "restore the scale of the screen", change_scale<0>},
    Shortcut{Key::control_q, "Ctrl+Q", "close the window", [](Ui& ui, Session&) { ui.closes = true; }},
    Shortcut{Key::f11, "F11", "switch between full screen and window",
             [](Ui& ui, Session&) { ui.full_screen = !ui.full_screen; }},
    Shortcut{Key::escape, "Esc", "close, unpin, or restore the views", let_go},
    Shortcut{Key::f1, "F1", "show the list of keyboard shortcuts, its next page, or hide it",
             [](Ui& ui, Session&) { std::exchange(ui.help_open, true) ? ++ui.help_page : ui.help_page = 0; }},
};

constexpr std::array in_views{
    Gesture{"point", "show the key of a texel, bar or comparator in all views"},
    Gesture{"click", "pin the key under the mouse; Esc unpins it"},
    Gesture{"click in network", "pin the pair of a comparator, and go to the pass under the mouse"},
    Gesture{"wheel", "zoom the texture at the mouse"},
    Gesture{"drag", "move the zoomed texture, or resize views by the space between them"},
    Gesture{"double click", "show the whole texture"},
    Gesture{"drop a file", "open a session or lesson, run a network, or use the file as input"},
};

}  // namespace

std::span<const Shortcut> shortcuts() {
  return table;
}

std::span<const Gesture> gestures() {
  return in_views;
}

void go_to_pass(Session& session, std::uint64_t pass) {
  const bool forward = pass > session.player().position();
  if (forward && question_waits(session) && workspace<LessonPlayer>(session).quiz.hold(session, false)) return;
  session.seek(pass);
}

void press(Ui& ui, Session& session, Key key) {
  if (session.look.workspace == "start" && press_in_start_page(ui, session, key)) return;
  for (const auto& shortcut : table) {
    if (shortcut.key == key) shortcut.act(ui, session);
  }
}

}  // namespace texelsort::app
