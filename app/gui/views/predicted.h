#pragma once

#include <algorithm>

#include "app/session/lesson_player.h"
#include "app/session/session.h"

/// Part that a comparator of the next pass plays in a question about swaps, for example whether the user has marked it.
namespace texelsort::app {

enum class Predicted : std::uint8_t { not_asked, asked, marked };

/// Returns the part that a comparator plays in the quiz's open question. `pass` is the index, from 0, of the pass that
/// executes it.
inline Predicted predicted(const Session& session, const network::Comparator& comparator, std::uint64_t pass) {
  const Quiz& quiz = workspace<LessonPlayer>(session).quiz;
  if (!quiz.waits() || pass != session.player().position() || !quiz.is_about(session)) return Predicted::not_asked;
  const auto& asked = quiz.asked()->comparators;
  if (std::ranges::find(asked, comparator) == asked.end()) return Predicted::not_asked;
  return std::ranges::find(quiz.marked(), comparator) == quiz.marked().end() ? Predicted::asked : Predicted::marked;
}

}  // namespace texelsort::app
