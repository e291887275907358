#include <algorithm>

#include <fmt/ranges.h>

#include "app/playback/models/key_groups.h"
#include "app/playback/models/selection_progress.h"
#include "app/session/lessons/lesson_check.h"
#include "app/session/predictions.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

[[noreturn]] void cannot(const LessonQuestion& question, const std::string& why) {
  throw UsageError(fmt::format("a question of kind '{}' has no answer at this step: {}", name(question.asked), why));
}

/// Executes the next pass of the session's run and returns the pass's record.
const algorithms::PassRecord& next_pass(Session& session, const LessonQuestion& question) {
  if (!session.player().step_forward()) cannot(question, "the run is at its end");
  return *session.player().record();
}

std::string swaps(Session& session, const LessonQuestion& question) {
  const algorithms::PassRecord& record = next_pass(session, question);
  if (record.step() == nullptr) cannot(question, "the next pass is not a step of a network");
  std::vector<network::Comparator> swapping;
  for (std::uint64_t i = 0; i < session.problem().n(); ++i) {
    const auto comparator = comparator_of(session.player(), i);
    if (!comparator || comparator->low != i) continue;
    const auto swapped = session.player().swapped(*comparator);
    if (!swapped) cannot(question, "texelsort does not read back so many keys: use fewer");
    if (*swapped) swapping.push_back(*comparator);
  }
  return swaps_text(swapping);
}

std::uint64_t index_of(const Session& session, const LessonQuestion& question) {
  if (*question.index < session.problem().n()) return *question.index;
  cannot(question, fmt::format("the input has {}, numbered from 0", data::counted(session.problem().n(), "key")));
}

/// Returns the index of the key whose text is `key`. Throws UsageError unless exactly one key has this text.
std::uint64_t place_of_key(const Session& session, const LessonQuestion& question, const std::string& key) {
  std::optional<std::uint64_t> place;
  for (std::uint64_t i = 0; i < session.problem().n(); ++i) {
    if (session.player().key_text(i) != key) continue;
    if (place) cannot(question, fmt::format("more than one key is {}", key));
    place = i;
  }
  if (!place) cannot(question, fmt::format("no key is {} after that pass", key));
  return *place;
}

std::string place(Session& session, const LessonQuestion& question) {
  const std::string key = session.player().key_text(index_of(session, question));
  next_pass(session, question);
  return std::to_string(place_of_key(session, question, key));
}

std::string key(Session& session, const LessonQuestion& question) {
  const std::uint64_t index = index_of(session, question);
  next_pass(session, question);
  return session.player().key_text(index);
}

std::string group(Session& session, const LessonQuestion& question) {
  const std::uint64_t index = index_of(session, question);
  next_pass(session, question);
  const KeyGroups* groups = key_groups(session.player());
  if (groups == nullptr) cannot(question, "the next pass does not divide the keys into groups");
  const std::uint32_t of_key = groups->of_key[index];
  return of_key == KeyGroups::none ? "none" : std::to_string(of_key);
}

std::string count(Session& session, const LessonQuestion& question) {
  next_pass(session, question);
  const auto* counted = app::counted(session.player());
  if (counted == nullptr) cannot(question, "the next pass counts no keys");
  return std::to_string(counted->count);
}

/// Returns whether the next pass keeps or clears the current bit, for each element that the selection wants. The
/// smallest k is first.
std::string bits(Session& session, const LessonQuestion& question) {
  next_pass(session, question);
  if (app::counted(session.player()) == nullptr) cannot(question, "the next pass counts no keys");
  std::vector<const char*> texts;
  for (const Decision decision : bit_table(session.player()).rows.back().decisions) {
    texts.push_back(decision == Decision::not_asked  ? "not asked"
                    : decision == Decision::at_least ? "kept"
                                                     : "cleared");
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::uint64_t passes_of_run(Session& session) {
  seek_to(session, "end");
  return session.player().position();
}

std::string sorted(Session& session) {
  seek_to(session, "end");
  return session.player().test_result()->holds() ? "yes" : "no";
}

std::string found(Session& session, const LessonQuestion& question) {
  seek_to(session, "end");
  std::vector<std::string> all;
  for (const auto& [name, value] : answers(session.player(), session.questions())) all.push_back(name + ": " + value);
  if (all.empty()) cannot(question, "this run is not a selection");
  return fmt::format("{}", fmt::join(all, ", "));
}

/// Returns the name of the algorithm that needs fewer passes. Runs the view state `other` to its end in a second
/// session.
std::string fewer(Session& session, const ViewState& other) {
  const std::uint64_t here = passes_of_run(session);
  Session second(session.device(), session.execution());
  show(second, other);
  const std::uint64_t there = passes_of_run(second);
  if (here == there) return "both";
  return here < there ? session.algorithm().info().id : second.algorithm().info().id;
}

}  // namespace

std::string answer(Session& session, const LessonQuestion& question, const ViewState& other) {
  const Excursion excursion(session);
  switch (question.asked) {
    case Asked::swaps:
      return swaps(session, question);
    case Asked::key:
      return key(session, question);
    case Asked::place:
      return place(session, question);
    case Asked::group:
      return group(session, question);
    case Asked::count:
      return count(session, question);
    case Asked::bit:
      return bits(session, question);
    case Asked::passes:
      return std::to_string(passes_of_run(session));
    case Asked::sorted:
      return sorted(session);
    case Asked::found:
      return found(session, question);
    case Asked::fewer:
      return fewer(session, other);
  }
  throw InternalError("a question of no kind");
}

}  // namespace texelsort::app
