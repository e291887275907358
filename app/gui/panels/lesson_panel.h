#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/lesson_player.h"
#include "app/session/session.h"

/// Panels for lessons and for questions. They are next to the views of the run.
namespace texelsort::app {

/// Draws the caption of the present lesson step and the navigation between steps. In presenter mode, also draws the
/// step's question.
void lesson_panel(Ui& ui, Session& session, const Box& box);

/// Draws the texts that only the teacher sees: the answer to the question, and the notes of the step and the lesson.
void notes_panel(const Ui& ui, Session& session, const Box& box);

/// Draws the contents of the teacher's window: the question with answer and votes, notes, the next step and the time.
void teacher_view(Ui& ui, Session& session, const Box& box);

/// Draws the question into ImGui's current card, with its choices, the run's answer, and the score.
void quiz_items(const Ui& ui, Session& session, ImFont* font);
/// Returns the height in pixels of quiz_items() in presenter mode.
float presented_quiz_height(const Ui& ui, const Quiz& quiz, ImFont* font, float width);

/// Draws the question in a card of its own, with the contents of quiz_items().
void quiz_panel(Ui& ui, Session& session, const Box& box);
/// Returns the height in pixels of the question's card in the last frame.
float quiz_height(const Ui& ui);

}  // namespace texelsort::app
