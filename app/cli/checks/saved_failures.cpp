#include "app/cli/checks/saved_failures.h"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/problem/shared_file.h"
#include "app/session/session_file.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"

namespace texelsort::app {

namespace fs = std::filesystem;

namespace {

/// Greatest length of a case's name within a file name, in characters.
constexpr std::size_t longest_name = 120;

/// Returns the name of a case's session file, without characters that are special to shells or file systems.
std::string file_name(const std::string& case_name) {
  std::string name;
  for (const char letter : case_name.substr(0, longest_name)) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || letter == '-' || letter == '.';
    if (plain) {
      name += letter;
    } else if (!name.ends_with('_')) {
      name += '_';
    }
  }
  // A name that begins with a dot would be hidden, such as that of a sort in the folder "./".
  name.erase(0, name.find_first_not_of("._"));
  return name;
}

/// Returns the questions to a selection algorithm that a case tests: one for each tested rank.
std::vector<algorithms::Question> questions_of(const algorithms::CheckCase& check_case) {
  std::vector<algorithms::Question> questions;
  for (const std::uint64_t place : check_case.ranks) {
    const bool ascending = check_case.order == data::Order::ascending;
    questions.push_back(
        {.kind = algorithms::Question::Kind::smallest, .k = ascending ? place + 1 : check_case.n - place});
  }
  return questions;
}

}  // namespace

ViewState view_state_of(const algorithms::CheckCase& check_case, const CaseReport& report) {
  ViewState view_state;
  ProblemSpec& problem = view_state.problem;
  problem.distribution = check_case.distribution;
  problem.n = check_case.n;
  problem.seed = check_case.seed;
  problem.type = check_case.type;
  problem.order = check_case.order;
  problem.payload = check_case.payload;
  problem.comparison = check_case.comparison;
  problem.fields = check_case.shape.fields;
  if (check_case.payload == data::PayloadKind::record) problem.layout = check_case.shape.layout;
  problem.questions = questions_of(check_case);
  if (check_case.sequences > 0) {
    const auto starts = algorithms::checked_sequences(check_case.n, check_case.sequences, check_case.seed);
    for (std::size_t i = 1; i < starts.size(); ++i) problem.lengths.push_back(starts[i] - starts[i - 1]);
  }
  view_state.algorithm = check_case.algorithm->info().id;
  view_state.parameters = check_case.parameters;
  view_state.pass = report.pass ? std::to_string(*report.pass + 1) : report.index ? "end" : "0";
  if (report.index && *report.index < check_case.n) view_state.pin = report.index;
  return view_state;
}

SavedFailures::SavedFailures(fs::path folder, const fs::path& shader_folder, const std::vector<std::string>& replaced)
    : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!fs::is_directory(folder_)) {
    throw UsageError(
        fmt::format("--save-failures {}: this folder cannot be created: {}", folder_.string(), error.message()));
  }
  require_writable_shared_file((folder_ / "failure.texelsort").string());
  if (replaced.empty()) return;
  shaders_ = folder_ / "shaders";
  for (const std::string& shader : replaced) {
    fs::create_directories((shaders_ / shader).parent_path());
    write_shared_file((shaders_ / shader).string(), data::read_document((shader_folder / shader).string()));
  }
}

std::string SavedFailures::text_of(const algorithms::CheckCase& check_case, const CaseReport& report) const {
  ViewState view_state = view_state_of(check_case, report);
  view_state.shaders = shaders_.string();
  return session_text(view_state, folder_);
}

std::string SavedFailures::save(const algorithms::CheckCase& check_case, const CaseReport& report) {
  const std::string base = file_name(report.name);
  std::string name = base;
  for (int i = 2; !names_.insert(name).second; ++i) name = fmt::format("{}_{}", base, i);
  const fs::path path = folder_ / (name + std::string(session_ending));
  write_shared_file(path.string(), text_of(check_case, report));
  return path.string();
}

}  // namespace texelsort::app
