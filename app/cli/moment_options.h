#pragma once

#include <string>

#include "app/cli/common_options.h"
#include "app/moment.h"

namespace texelsort::app {

/// The options that make a moment: those of the input, of what a selection is to find, of the algorithm, and --pass and
/// --pin.
class MomentOptions {
 public:
  /// `pass` is where it is without --pass, for the help.
  void add_options(CLI::App& app, const std::string& pass);
  /// --view: a view that fills the picture.
  void add_view(CLI::App& app);

  /// Where nothing says which keys are sorted, those of the worked example that goes with the algorithm. Throws
  /// UsageError for words that name no algorithm, no view or no number.
  Moment moment() const;

 private:
  bool names_a_problem() const;

  const CLI::App* app_ = nullptr;
  ProblemSpec problem_;
  QuestionOptions questions_;
  AlgorithmOptions algorithm_;
  Moment moment_;
};

/// The moment of a line of such options, as a shell would split it: "-d slides-bitonic --pass 3". Throws UsageError.
Moment read_moment(const std::string& line);

}  // namespace texelsort::app
