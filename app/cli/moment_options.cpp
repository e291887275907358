#include "app/cli/moment_options.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "app/cli/option_group.h"
#include "app/cli/parse_error.h"
#include "app/cli/shown_algorithm.h"
#include "app/views/diagrams.h"
#include "app/window/frame.h"
#include "compute/data/error.h"
#include "compute/data/nearest.h"

namespace texelsort::app {

namespace {

std::string existing_view(const std::string& text) {
  const std::vector<std::string> names = part_names();
  if (std::ranges::find(names, text) != names.end()) return text;
  const std::string nearest = data::nearest(text, names);
  throw UsageError(fmt::format("--view {}: there is no such view{} (choose from {})", text,
                               nearest.empty() ? "" : fmt::format(", did you mean {}?", nearest),
                               fmt::join(names, ", ")));
}

/// "window, texture, bars, timing; of radix sorts digits; ...".
std::string views_help() {
  std::string help;
  for (const std::string& name : part_names()) {
    const auto diagram = std::ranges::find(diagrams(), name, &Diagram::name);
    if (diagram == diagrams().end()) {
      help += (help.empty() ? "" : ", ") + name;
    } else {
      const bool again = diagram != diagrams().begin() && std::string_view((diagram - 1)->subject) == diagram->subject;
      help += again ? ", " + name : fmt::format("; of {} {}", diagram->subject, name);
    }
  }
  return help + " (default: window)";
}

}  // namespace

void MomentOptions::add_options(CLI::App& app, const std::string& pass) {
  app_ = &app;
  add_problem_options(app, problem_);
  add_sequence_options(app, problem_);
  questions_.add_options(app);
  algorithm_.add_options(app);
  const OptionGroup group(app, "Moment");
  group.value("--pass", "PASS", moment_.pass,
              fmt::format("passes done: 0 is the input, 'end' the result (default: {})", pass), listed("0, end"));
  group.value("--pin", "INDEX", moment_.pin, "as if this index had been clicked");
}

void MomentOptions::add_view(CLI::App& app) {
  const OptionGroup group(app, "Moment");
  group.value("--view", "VIEW", moment_.view, views_help(), part_names);
}

bool MomentOptions::names_a_problem() const {
  return !problem_.input.empty() || !problem_.values.empty() || problem_.n || app_->count("--distribution") > 0;
}

Moment MomentOptions::moment() const {
  const auto& algorithm = shown_algorithm(algorithm_, questions_);
  Moment moment = moment_;
  moment.view = existing_view(moment.view);
  moment.problem = problem_;
  if (!names_a_problem()) {
    const ProblemSpec example = shown_example(algorithm);
    moment.problem.distribution = example.distribution;
    moment.problem.n = example.n;
  }
  moment.problem.questions = questions_.questions();
  moment.algorithm = algorithm.info().id;
  moment.parameters = algorithm_.overrides(algorithm);
  return moment;
}

Moment read_moment(const std::string& line) {
  // As a command, so that messages tell options from the names of commands.
  CLI::App app("", "texelsort");
  CLI::App* command = app.add_subcommand("render");
  MomentOptions options;
  options.add_options(*command, "half of them");
  options.add_view(*command);
  try {
    app.parse("render " + line, false);
  } catch (const CLI::ParseError& error) {
    throw UsageError(describe(app, error));
  }
  return options.moment();
}

}  // namespace texelsort::app
