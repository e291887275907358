#pragma once

#include <string>
#include <vector>

#include "app/problem/algorithm_options.h"
#include "app/problem/cli_fwd.h"
#include "app/problem/problem_options.h"
#include "app/session/options/shown_algorithm.h"
#include "app/session/session.h"
#include "app/session/session_fields.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// The options that make a view state: input, selection questions, algorithm, --pass, --pin and the display options.
class ViewStateOptions {
 public:
  /// Adds the options to a command. `pass` is the default of --pass in the help. If it is empty, --pass is not added.
  void add_options(CLI::App& app, const std::string& pass);

  /// Returns the view state. If no option names the keys, they are the algorithm's worked example. Throws UsageError
  /// for unknown algorithms and views, and for invalid numbers.
  ViewState view_state() const;

  /// Returns whether any option was given.
  bool any() const;
  /// The input file or session file. Empty if none was given.
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

/// An option of a view state with its values.
struct GivenOption {
  std::string name;      ///< name without dashes: "pass"; "input" for the positional argument
  bool flag = false;     ///< true if it has no value
  bool assigns = false;  ///< true if its values are NAME=VALUE
  bool text = false;     ///< true if its values are never numbers
  FieldKind kind = FieldKind::value;
  std::vector<std::string> values{};
};

/// Returns all options that a view state can have, without values.
std::vector<GivenOption> view_state_options();

/// Returns the view state options that a command line contains.
std::vector<GivenOption> given_options(const std::string& line);

/// Reads a view state from options that are already split into words. If one of them is a session file, it supplies all
/// other values. Throws UsageError.
ViewState read_view_state(const std::vector<std::string>& words);

/// Reads a view state from a line of options, which it splits as a shell would: "-d slides-bitonic --pass 3". Throws
/// UsageError.
ViewState read_view_state(const std::string& line);

/// Parses the name of a theme. Throws UsageError, with the valid names, if it is unknown.
ThemeName theme_option(const std::string& text);

/// Parses the name of a colour map. Throws UsageError, with the valid names, if it is unknown.
ColormapName colormap_option(const std::string& text);

}  // namespace texelsort::app
