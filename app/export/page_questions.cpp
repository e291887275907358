#include "app/export/page_run.h"
#include "app/session/predictions.h"

namespace texelsort::app {

nlohmann::ordered_json page_question(const Prediction& prediction) {
  const LessonQuestion& question = prediction.question;
  nlohmann::ordered_json result{{"ask", question.text}};
  // For a question about swaps, readers of a page mark comparators instead of choosing a combination of comparators.
  if (question.asked == Asked::swaps) {
    for (const network::Comparator& comparator : prediction.comparators) {
      result["pairs"].push_back(swaps_text({comparator}));
    }
  } else {
    result["choices"] = prediction.choices;
  }
  result["right"] = question.answer;
  if (!question.hint.empty()) result["hint"] = question.hint;
  if (asks_of_next_pass(question.asked)) result["next"] = true;
  if (prediction.key) result["key"] = *prediction.key;
  return result;
}

}  // namespace texelsort::app
