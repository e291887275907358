#include "app/cli/manual_commands.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command_table.h"
#include "app/cli/completion.h"
#include "app/cli/completion_scripts.h"
#include "app/cli/help_text.h"
#include "app/cli/host.h"
#include "app/cli/manual_page.h"
#include "app/cli/option_words.h"
#include "compute/data/error.h"
#include "compute/data/nearest.h"

namespace texelsort::app {

namespace {

const CommandRow& resolve_command(const CommandRow& root, const std::vector<std::string>& words) {
  const CommandRow* command = &root;
  for (const std::string& word : words) {
    const CommandRow* next = find_command(*command, word);
    if (next == nullptr) {
      std::vector<std::string> names;
      for (const CommandRow& row : command->commands) names.push_back(row.name);
      const std::string nearest = data::nearest(word, names);
      throw UsageError(fmt::format("'{}' has no command '{}'{}; see {} --help", command->path, word,
                                   nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest), command->path));
    }
    command = next;
  }
  return *command;
}

}  // namespace

void add_help_command(CLI::App& app) {
  auto* command = app.add_subcommand("help", "Explain a command: what its --help prints");
  auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("COMMAND", *words, "a command, such as sort or network draw (default: the program itself)")
      ->type_name("");
  command->footer("Examples:\n  texelsort help sort\n  texelsort help network draw");
  command->callback(
      [&app, words] { fmt::print("{}", help_text(resolve_command(command_table(app), *words), terminal_width())); });
}

void add_manual_command(CLI::App& app) {
  auto* command = app.add_subcommand("man", "Print the manual page, for man");
  command->footer("Examples:\n  texelsort man | man -l -\n  texelsort man > texelsort.1");
  command->callback([&app] { fmt::print("{}", manual_page(command_table(app))); });
}

void add_completion_commands(CLI::App& app) {
  auto* scripts = app.add_subcommand("completions", "Print what makes a shell complete texelsort's command lines");
  auto shell = std::make_shared<std::string>();
  offer(scripts->add_option("SHELL", *shell, "bash, zsh or fish"), shell_names())->type_name("")->required();
  scripts->footer(
      "The Debian package installs them. To try one in the shell that runs:\n\n"
      "Examples:\n"
      "  source <(texelsort completions bash)\n"
      "  texelsort completions zsh > ~/.zfunc/_texelsort\n"
      "  texelsort completions fish | source");
  scripts->callback([shell] { fmt::print("{}", completion_script(*shell)); });

  // Answers the scripts: the last word is the one under the cursor.
  auto* answer = app.add_subcommand("complete", "Candidates for the last word of a command line")->group("");
  auto words = std::make_shared<std::vector<std::string>>();
  answer->add_option("WORD", *words)->type_name("");
  answer->callback([&app, words] {
    std::string current;
    if (!words->empty()) {
      current = words->back();
      words->pop_back();
    }
    fmt::print("{}", text(complete(command_table(app), *words, current)));
  });
}

}  // namespace texelsort::app
