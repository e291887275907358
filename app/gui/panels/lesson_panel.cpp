#include "app/gui/panels/lesson_panel.h"

#include <fmt/format.h>

#include "app/gui/window/compat.h"
#include "app/session/lesson_player.h"

namespace texelsort::app {

namespace {

/// Draws the lesson's title and the buttons for notes and for ending the lesson. Returns the area below.
Box draw_header(const Ui& ui, Session& session, const Box& box) {
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  const float pad = ui.px(14), side = ui.px(26), top = box.low.y + ui.px(10);
  // In presenter mode, omit title and buttons, which are of no use to the class.
  if (session.look.presenter) {
    // Notes must not reappear on the projector when presenter mode ends.
    lesson_player.notes = false;
    return {{box.low.x + pad, top}, {box.high.x - pad, box.high.y}};
  }
  float right = box.high.x - pad - side;
  ImGui::SetCursorScreenPos({right, top});
  const bool closes = icon_button(ui, "close lesson", Icon::cross, side, true, false, "Ends the lesson.");
  right -= side + ui.px(4);
  ImGui::SetCursorScreenPos({right, top});
  if (icon_button(ui, "notes", Icon::notes, side, true, lesson_player.notes,
                  "Shows or hides the teacher's notes and the answer (I). Presenter mode (P) always hides them.")) {
    lesson_player.notes = !lesson_player.notes;
  }
  const float left = box.low.x + pad;
  draw_text_elided(ui.fonts.small, {left, top + 0.5f * (side - line_height(ui.fonts.small))}, ui.theme.dim,
                   lesson_player.lesson()->title, right - ui.px(6) - left);
  if (closes) lesson_player.close();
  return {{left, top + side + ui.px(8)}, {box.high.x - pad, box.high.y}};
}

/// Draws the navigation of a lesson: the back button, the list of steps and the forward button.
void draw_steps(const Ui& ui, Session& session, const Box& box) {
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  const Lesson& lesson = *lesson_player.lesson();
  const float side = box.height(), gap = ui.px(6);
  const std::size_t now = lesson_player.step_number();
  const std::string place = fmt::format("{} of {}", now + 1, lesson.steps.size());
  if (ui.still) return draw_text_centred(ui.fonts.small, box.middle(), ui.theme.dim, place, box.width());
  std::size_t next = now;
  ImGui::SetCursorScreenPos(box.low);
  if (icon_button(ui, "previous step", Icon::step_back, side, now > 0, false, "Goes to the previous step (Page Up).") &&
      now > 0) {
    next = now - 1;
  }
  ImGui::SetCursorScreenPos({box.low.x + side + gap, box.low.y + 0.5f * (side - ImGui::GetFrameHeight())});
  ImGui::SetNextItemWidth(box.width() - 2 * (side + gap));
  if (begin_combo(ui, "##steps", place)) {
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      // Without a name, the title is from the caption, which may contain the answer to the question that waits.
      const bool secret = i > now && lesson_player.quiz.waits() && lesson.steps[i].name.empty();
      const std::string title = secret ? "after the question" : title_of(lesson.steps[i]);
      if (selectable(ui, fmt::format("{}  {}", i + 1, title), i == now)) next = i;
    }
    end_combo(ui);
  }
  ImGui::SetCursorScreenPos({box.high.x - side, box.low.y});
  const bool on = !lesson_player.at_last();
  if (icon_button(ui, "next step", Icon::step_on, side, on, on, "Goes to the next step (Page Down).") && on)
    next = now + 1;
  if (next != now) lesson_player.go_to(session, next);
}

constexpr auto where_notes_are = "Notes for the teacher: press I.";

/// Font of the step's caption, and whether the caption is drawn.
struct CaptionLook {
  ImFont* font;
  bool shown = true;
};

/// Returns the largest font in which the caption of the step fits into the panel. In presenter mode, the step's
/// question must fit too. If it does not fit in the smallest font, omits the caption, which the class has read before
/// the question. If no font is small enough, the caption scrolls.
CaptionLook caption_look(const Ui& ui, const Session& session, ImVec2 room) {
  const LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  const float space = ImGui::GetStyle().ItemSpacing.y;
  const std::string& text = lesson_player.step().caption;
  if (!session.look.presenter) {
    const float notes = space + wrapped_height(ui.fonts.small, where_notes_are, room.x);
    const bool large = wrapped_height(ui.fonts.large, text, room.x) + notes <= room.y;
    return {large ? ui.fonts.large : ui.fonts.body};
  }
  for (const bool shown : {true, false}) {
    for (ImFont* font : {ui.fonts.large, ui.fonts.body, ui.fonts.small}) {
      float wanted = presented_quiz_height(ui, lesson_player.quiz, font, room.x);
      if (shown) wanted += wrapped_height(font, text, room.x) + 2 * space;
      if (wanted <= room.y) return {font, shown};
    }
    if (lesson_player.quiz.asked() == nullptr) break;
  }
  return {ui.fonts.small};
}

}  // namespace

void lesson_panel(Ui& ui, Session& session, const Box& box) {
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  begin_card(ui, "lesson", box, false);
  Box body = draw_header(ui, session, box);
  if (lesson_player.lesson() == nullptr) return end_card();
  const float side = ui.px(session.look.presenter ? 26 : 34), bottom = box.high.y - ui.px(10);
  const Box steps{{body.low.x, bottom - side}, {body.high.x, bottom}};
  body.high.y = steps.low.y - ui.px(8);
  ImGui::SetCursorScreenPos(body.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
  // Each step needs its own child window, so that its scroll position starts at the top.
  compat::begin_child(fmt::format("step {}", lesson_player.step_number()).c_str(), body.size(), false, 0);
  ImGui::PopStyleColor();
  const auto [font, shown] = caption_look(ui, session, body.size());
  if (shown) text_item(font, ui.theme.text, lesson_player.step().caption);
  if (!lesson_player.trouble().empty()) text_item(ui.fonts.small, ui.theme.warning, lesson_player.trouble());
  if (session.look.presenter) {
    if (shown) ImGui::Dummy({0, 0});
    quiz_items(ui, session, font);
  } else if (!lesson_player.notes) {
    text_item(ui.fonts.small, ui.theme.dim, where_notes_are);
  }
  ImGui::EndChild();
  draw_steps(ui, session, steps);
  end_card();
}

}  // namespace texelsort::app
