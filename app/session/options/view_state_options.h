#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/problem/algorithm_options.h"
#include "app/problem/cli_fwd.h"
#include "app/problem/problem_options.h"
#include "app/session/options/shown_algorithm.h"
#include "app/session/session.h"
#include "app/session/session_fields.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// Options that define a view state: input, questions of a selection, algorithm, --pass, --pin and display options.
class ViewStateOptions {
 public:
  /// Adds the options to a command. `pass` is the default of --pass in the help. If `pass` is empty, the option --pass
  /// is not added.
  void add_options(CLI::App& app, const std::string& pass);

  /// Returns the view state that the options define. If no option selects the keys, they are the algorithm's worked
  /// example. Throws UsageError for unknown algorithms and views, and for invalid numbers.
  ViewState view_state() const;

  /// Returns whether the command line contains at least one of the options. Ignores the option `except`, which is named
  /// without dashes.
  bool any(std::string_view except = {}) const;
  /// Returns the path of the input file or session file, or an empty string if no file is named.
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

/// An option of a view state, with the values that a command line gives it.
struct GivenOption {
  std::string name;      ///< name of the option without dashes: "pass"; "input" for the positional argument
  bool flag = false;     ///< true if the option has no value
  bool assigns = false;  ///< true if the values of the option are NAME=VALUE
  bool text = false;     ///< true if the values of the option are never numbers
  FieldKind kind = FieldKind::value;
  std::vector<std::string> values{};
};

/// Returns all options that a view state can have, without their values.
std::vector<GivenOption> view_state_options();

/// Returns those options of a view state that a command line contains.
std::vector<GivenOption> given_options(const std::string& line);

/// Reads a view state from the words of a command line. If the input is a session file, the file supplies all values
/// that no option sets. Throws UsageError for invalid options.
ViewState read_view_state(const std::vector<std::string>& words);

/// Reads a view state from a line of options such as "-d slides-bitonic --pass 3", which is split like in a shell.
/// Throws UsageError for invalid options.
ViewState read_view_state(const std::string& line);

/// Returns the theme that is called `text`. Throws UsageError, which lists the valid names, for an unknown name.
ThemeName theme_option(const std::string& text);

/// Returns the colour map that is called `text`. Throws UsageError, which lists the valid names, for an unknown name.
ColormapName colormap_option(const std::string& text);

}  // namespace texelsort::app
