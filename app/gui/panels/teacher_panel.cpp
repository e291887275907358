#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/gui/panels/lesson_panel.h"
#include "app/gui/window/compat.h"

namespace texelsort::app {

namespace {

struct Section {
  const char* title;
  std::string text;
};

/// Returns the answer to the open question with its letter, and the explanation: "C: 11. The second largest key ...".
std::string answer_text(const Prediction& asked) {
  std::string text = fmt::format("{}: {}.", choice_letter(asked.right), asked.question.answer);
  if (!asked.question.hint.empty()) text += " " + asked.question.hint;
  return text;
}

/// Returns the number of votes for each choice: "A 3, B 5, C 0".
std::string votes_text(const Quiz& quiz) {
  std::string text;
  for (std::size_t i = 0; i < quiz.votes().size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", choice_letter(i), quiz.votes()[i]);
  }
  return text;
}

/// Adds the texts that answer the open question and explain the step.
void add_notes(const LessonPlayer& lesson_player, std::vector<Section>& sections) {
  if (const Prediction* asked = lesson_player.quiz.asked()) sections.push_back({"Answer", answer_text(*asked)});
  if (lesson_player.lesson() == nullptr) return;
  if (!lesson_player.step().notes.empty()) sections.push_back({"Notes", lesson_player.step().notes});
}

/// Adds the teacher's notes on the whole lesson, and its level, length and source.
void add_lesson(const LessonPlayer& lesson_player, std::vector<Section>& sections) {
  if (lesson_player.lesson() == nullptr) return;
  const Lesson& lesson = *lesson_player.lesson();
  sections.push_back(
      {"Lesson", fmt::format("{}{}Level: {}, {} minutes. Source: {}", lesson.notes, lesson.notes.empty() ? "" : " ",
                             lesson.level, lesson.minutes, lesson.source)});
}

/// Returns all texts of the teacher's window, the most urgent first.
std::vector<Section> teacher_sections(const LessonPlayer& lesson_player) {
  std::vector<Section> sections;
  const Quiz& quiz = lesson_player.quiz;
  if (quiz.asked() != nullptr) sections.push_back({"Question", quiz.asked()->question.text});
  if (quiz.asked() != nullptr && quiz.in_class()) sections.push_back({"Votes", votes_text(quiz)});
  add_notes(lesson_player, sections);
  if (const Lesson* lesson = lesson_player.lesson()) {
    const bool last = lesson_player.at_last();
    sections.push_back(
        {"Next step", last ? "The lesson ends here." : lesson->steps[lesson_player.step_number() + 1].caption});
  } else if (quiz.asked() == nullptr) {
    sections.push_back({"Notes", "No lesson is open. Press H in either window to choose one."});
  }
  add_lesson(lesson_player, sections);
  return sections;
}

float sections_height(const Ui& ui, const std::vector<Section>& sections, ImFont* font, float width) {
  const float space = ImGui::GetStyle().ItemSpacing.y;
  float height = 0;
  for (const Section& section : sections) {
    height += line_height(ui.fonts.small) + wrapped_height(font, section.text, width) + 3 * space;
  }
  return height;
}

void draw_sections(const Ui& ui, const std::vector<Section>& sections, ImFont* font) {
  for (const Section& section : sections) {
    caption(ui, section.title);
    text_item(font, ui.theme.text, section.text);
  }
}

/// Draws the name of the lesson, the number of the step and the time since the lesson began.
void draw_place(const Ui& ui, const LessonPlayer& lesson_player) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = compat::room().x;
  const Lesson* lesson = lesson_player.lesson();
  const std::string time = lesson == nullptr
                               ? std::string()
                               : fmt::format("step {} of {}, {} of {} min", lesson_player.step_number() + 1,
                                             lesson->steps.size(), lesson_player.minutes(), lesson->minutes);
  const float right = text_width(ui.fonts.title, time) + ui.px(12);
  draw_text_elided(ui.fonts.title, at, ui.theme.dim, lesson == nullptr ? "texelsort" : lesson->title, width - right);
  draw_text_before(ui.fonts.title, {at.x + width, at.y}, ui.theme.text, time);
  ImGui::Dummy({width, line_height(ui.fonts.title)});
}

}  // namespace

void notes_panel(const Ui& ui, Session& session, const Box& box) {
  const LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  if (lesson_player.lesson() == nullptr) return;
  std::vector<Section> sections;
  add_notes(lesson_player, sections);
  add_lesson(lesson_player, sections);
  begin_card(ui, "notes", box, true);
  draw_sections(ui, sections, ui.fonts.small);
  end_scrolling_card(ui, box);
}

void teacher_view(Ui& ui, Session& session, const Box& box) {
  const LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  const std::vector<Section> sections = teacher_sections(lesson_player);
  begin_card(ui, "teacher", box, true);
  draw_place(ui, lesson_player);
  const ImVec2 room = compat::room();
  const auto fits = [&](ImFont* font) { return sections_height(ui, sections, font, room.x) <= room.y; };
  ImFont* font = fits(ui.fonts.large) ? ui.fonts.large : fits(ui.fonts.body) ? ui.fonts.body : ui.fonts.small;
  draw_sections(ui, sections, font);
  end_scrolling_card(ui, box);
}

}  // namespace texelsort::app
