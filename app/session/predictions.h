#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/lessons/lesson.h"
#include "app/session/view_state.h"
#include "compute/network/network.h"

/// Prediction questions: users answer before the run shows the result. Independent of ImGui and OpenGL.
namespace texelsort::app {

struct Prediction {
  LessonQuestion question;                            ///< question, which includes the run's answer
  std::vector<std::string> choices;                   ///< two to four different choices for the answer
  std::size_t right = 0;                              ///< index of the answer in `choices`
  std::optional<std::uint64_t> key;                   ///< index of the key that the question is about
  std::vector<network::Comparator> comparators = {};  ///< comparators in the question; only for `swaps`
};

/// Greatest number of keys in an input for which questions about single keys are made.
inline constexpr std::uint64_t most_predicted_keys = 4096;

/// Returns the possible questions about the next pass: which comparators swap; c(m), and whether the bit is kept; the
/// digit, bucket or part of a key; where a key moves. Questions about a key choose the pinned key if possible,
/// otherwise a key that the pass moves. To find the answers, the run executes the pass and goes back. The hint is the
/// claim of the pass. The result is empty at the end of the run, and if none of these questions applies to the pass.
std::vector<Prediction> predictions(Session& session);

/// Returns a lesson's question with the answer of the session's run. Throws UsageError like answer().
Prediction prediction(Session& session, const LessonQuestion& question, const ViewState& other = {});

/// Returns swapping comparators in the form of `swaps` answers: "1:2, 5:6", or "none".
std::string swaps_text(const std::vector<network::Comparator>& comparators);

/// Returns whether the next pass alone shows the answer to such a question. Other questions need the whole run or a
/// second run.
bool asks_of_next_pass(Asked asked);

}  // namespace texelsort::app
