#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/lessons/lesson.h"
#include "app/session/view_state.h"
#include "compute/network/network.h"

/// Questions about the next pass, which a user answers before the pass shows the answer. Independent of ImGui and
/// OpenGL.
namespace texelsort::app {

struct Prediction {
  LessonQuestion question;           ///< question with the answer of the run
  std::vector<std::string> choices;  ///< two to four different choices, one of which is the answer
  std::size_t right = 0;             ///< index of the answer in `choices`
  std::optional<std::uint64_t> key;  ///< index of the key to which the question refers; unset for other questions
  /// Comparators from which the user chooses. Empty unless the question is about swaps.
  std::vector<network::Comparator> comparators = {};
};

/// Greatest number of keys for which questions about single keys are asked.
inline constexpr std::uint64_t most_predicted_keys = 4096;

/// Returns the possible questions about the next pass. They ask which comparators swap, what c(m) is, or whether a bit
/// is kept. They also ask for the digit, bucket or part of a key, or where it moves. The key is the pinned one if
/// possible, otherwise one that moves. The session executes the pass to find the answers, and goes back. The hint is
/// the claim of the pass. Returns an empty list at the end of the run, and for passes without suitable questions.
std::vector<Prediction> predictions(Session& session);

/// Returns a question of a lesson with the answer of the session's run. Throws the errors of answer().
Prediction prediction(Session& session, const LessonQuestion& question, const ViewState& other = {});

/// Returns the text of an answer about swaps: "1:2, 5:6", or "none".
std::string swaps_text(const std::vector<network::Comparator>& comparators);

/// Returns whether the next pass alone determines the answer to this kind of question. Other kinds need the whole run
/// or a second run.
bool asks_of_next_pass(Asked asked);

}  // namespace texelsort::app
