#include "app/session/moment_address.h"

#include <vector>

#include <fmt/format.h>

#include "app/problem/shell.h"
#include "app/session/lessons/lesson.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

[[noreturn]] void refuse_file(const std::string& what) {
  throw UsageError(fmt::format("a link carries no {}: save the session and hand that on with the file", what));
}

void require_no_file(const std::string& algorithm) {
  try {
    algorithms::find_algorithm_without_files(algorithm);
  } catch (const UsageError&) {
    refuse_file(fmt::format("network of a file, as {} is", algorithm));
  }
}

}  // namespace

SessionFile read_address(const std::string& address) {
  return read_session_text(session_text_of(address), {.file = "the link", .is_link = true});
}

Moment moment_for_address(Session& session) {
  Moment moment = moment_of(session);
  if (!moment.problem.files.empty()) refuse_file("files to merge");
  require_no_file(moment.algorithm);
  for (const std::string& lane : moment.lanes) require_no_file(shell_words(lane).front());
  if (!moment.results.empty()) refuse_file("results of a sweep");
  if (!moment.problem.input.empty()) write_out_keys(session, moment.problem);
  if (moment.lesson && !is_built_in_lesson(moment.lesson->name)) refuse_file("lesson of a file");
  return moment;
}

std::string fragment_of(Session& session) {
  return fragment_of(session_text(moment_for_address(session), {}));
}

std::string short_fragment(Session& session) {
  try {
    std::string fragment = fragment_of(session);
    return fragment.size() <= most_kept_fragment ? fragment : std::string();
  } catch (const UsageError&) {
    return {};
  }
}

}  // namespace texelsort::app
