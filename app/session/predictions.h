#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/lessons/lesson.h"
#include "app/session/view_state.h"
#include "compute/network/network.h"

/// Questions that people answer beforehand and the run decides. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

struct Prediction {
  LessonQuestion question;                            ///< with the run's answer
  std::vector<std::string> choices;                   ///< two to four, each once
  std::size_t right = 0;                              ///< the answer's place among them
  std::optional<std::uint64_t> key;                   ///< the index at which the key that is asked about stands
  std::vector<network::Comparator> comparators = {};  ///< `swaps`: those that are asked about
};

/// More keys than this are not looked through for one that is worth a question.
inline constexpr std::uint64_t most_predicted_keys = 4096;

/// What can be asked about the pass that the run executes next: which comparators swap; c(m), and whether the bit is
/// kept; the digit, bucket or part of a key; where a key lands. The pinned key is asked about if it can be, else one
/// that the pass moves. Every answer is the run's, which executes the pass for it and goes back; the hint is the pass's
/// claim. Empty at the end of the run, and where the pass decides nothing of that.
std::vector<Prediction> predictions(Session& session);

/// A lesson's question, answered by the session's run from its present view state on. Throws UsageError as answer().
Prediction prediction(Session& session, const LessonQuestion& question, const ViewState& other = {});

/// As the run answers `swaps`: "1:2, 5:6", or "none".
std::string swaps_text(const std::vector<network::Comparator>& comparators);

/// Whether a question is about the next pass, so that executing it shows the answer; others need the whole run, or
/// another one.
bool asks_of_next_pass(Asked asked);

}  // namespace texelsort::app
