#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/lesson_player.h"
#include "app/session/session.h"

/// Panels for the open lesson, next to the run's views, and for its questions.
namespace texelsort::app {

/// Draws the present step's caption and the navigation between steps. In presenter mode, also draws the question.
void lesson_panel(Ui& ui, Session& session, const Box& box);

/// Draws the texts that only the teacher sees: notes, and the question's answer.
void notes_panel(const Ui& ui, Session& session, const Box& box);

/// Adds the question, its choices, the run's answer and the score to the present card.
void quiz_items(const Ui& ui, Session& session, ImFont* font);
/// Returns the height of the question and its choices in pixels.
float quiz_items_height(const Ui& ui, const Quiz& quiz, ImFont* font, float width);

/// Draws the items of quiz_items() in a separate card.
void quiz_panel(Ui& ui, Session& session, const Box& box);
/// Returns the height of the quiz card in the last frame, in pixels.
float quiz_height(const Ui& ui);

}  // namespace texelsort::app
