#pragma once

#include <string>
#include <vector>

#include "app/problem/algorithm_options.h"
#include "app/problem/cli_fwd.h"
#include "app/problem/problem_options.h"
#include "app/session/options/shown_algorithm.h"
#include "app/session/session_fields.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// The options that make a view state: those of the input, of what a selection is to find, of the algorithm, --pass,
/// --pin, and all that says what is looked at.
class ViewStateOptions {
 public:
  /// `pass` is where it is without --pass, for the help; empty: no option says it.
  void add_options(CLI::App& app, const std::string& pass);

  /// Where nothing says which keys are sorted, those of the worked example that goes with the algorithm. Throws
  /// UsageError for words that name no algorithm, no view or no number.
  ViewState view_state() const;

  /// Whether an option says anything at all.
  bool any() const;
  /// The file that is to be opened; empty: none.
  const std::string& input() const { return problem_.input; }

 private:
  bool names_a_problem() const;
  ViewState of_file() const;

  const CLI::App* app_ = nullptr;
  std::vector<const CLI::Option*> all_;
  ProblemSpec problem_ = undecided_problem();
  QuestionOptions questions_;
  AlgorithmOptions algorithm_;
  ViewState view_state_;
};

/// An option of a view state with what it was given.
struct GivenOption {
  std::string name;      ///< "pass", and "input" for what has no name
  bool flag = false;     ///< it has no value
  bool assigns = false;  ///< its values are NAME=VALUE
  bool text = false;     ///< its values are never numbers
  FieldKind kind = FieldKind::value;
  std::vector<std::string> values{};
};

/// All there are, without values.
std::vector<GivenOption> view_state_options();

/// Those of a line that is given.
std::vector<GivenOption> given_options(const std::string& line);

/// The view state of such options, split into words; a session file that is named says what they do not. Throws
/// UsageError.
ViewState read_view_state(const std::vector<std::string>& words);

/// The view state of a line of such options, as a shell would split it: "-d slides-bitonic --pass 3". Throws
/// UsageError.
ViewState read_view_state(const std::string& line);

}  // namespace texelsort::app
