#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/lesson_player.h"
#include "app/session/session.h"

/// The lesson beside the run's views, and the questions.
namespace texelsort::app {

/// The present step's caption, the contents, the way back and on; on a projector the question, too.
void lesson_panel(Ui& ui, Session& session, const Box& box);

/// What only the teacher sees: notes, and the question's answer.
void notes_panel(const Ui& ui, Session& session, const Box& box);

/// The question, its choices, what the run has answered, the score, as items of the present card.
void quiz_items(const Ui& ui, Session& session, ImFont* font);
/// The pixels that question and choices want.
float quiz_items_height(const Ui& ui, const Quiz& quiz, ImFont* font, float width);

/// The same in a card of its own.
void quiz_panel(Ui& ui, Session& session, const Box& box);
/// The pixels that it wants, as it was drawn last.
float quiz_height(const Ui& ui);

}  // namespace texelsort::app
