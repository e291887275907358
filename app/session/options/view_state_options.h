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
  /// Adds the options to a command. `pass` is the default that the help states for --pass; if it is empty, --pass is
  /// not added.
  void add_options(CLI::App& app, const std::string& pass);

  /// Returns the view state. If no option names the keys, they are the worked example of the algorithm. Throws
  /// UsageError for unknown algorithms and views, and for invalid numbers.
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

/// A view state option with its values.
struct GivenOption {
  std::string name;      ///< "pass"; "input" for the positional argument
  bool flag = false;     ///< whether it has no value
  bool assigns = false;  ///< whether its values are NAME=VALUE
  bool text = false;     ///< whether its values are never numbers
  FieldKind kind = FieldKind::value;
  std::vector<std::string> values{};
};

/// Returns all options, without values.
std::vector<GivenOption> view_state_options();

/// Returns the options that a command line contains.
std::vector<GivenOption> given_options(const std::string& line);

/// Parses options that are already split into words. A session file among them supplies all other values. Throws
/// UsageError.
ViewState read_view_state(const std::vector<std::string>& words);

/// Parses a line of options, split as a shell would: "-d slides-bitonic --pass 3". Throws UsageError.
ViewState read_view_state(const std::string& line);

/// Parses the name of a theme. Throws UsageError, with the valid names, if it is unknown.
ThemeName theme_option(const std::string& text);

/// Parses the name of a colour map. Throws UsageError, with the valid names, if it is unknown.
ColormapName colormap_option(const std::string& text);

}  // namespace texelsort::app
