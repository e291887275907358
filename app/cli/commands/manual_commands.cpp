#include <array>
#include <memory>
#include <utility>

#include <fmt/ranges.h>

#include "app/cli/commands/commands.h"
#include "app/cli/help/completion.h"
#include "app/cli/help/help_text.h"
#include "app/problem/host.h"
#include "app/problem/option_group.h"
#include "compute/data/error.h"
#include "compute/data/text/nearest.h"

namespace texelsort::app {

namespace {

const CommandRow& resolve_command(const CommandRow& root, const std::vector<std::string>& words) {
  const CommandRow* command = &root;
  for (const std::string& word : words) {
    const CommandRow* next = find_command(*command, word);
    if (next == nullptr) {
      std::vector<std::string> names;
      for (const CommandRow& row : command->commands) names.push_back(row.name);
      throw UsageError(fmt::format("'{}' has no command '{}'{}; see {} --help", command->path, word,
                                   data::did_you_mean(word, names), command->path));
    }
    command = next;
  }
  return *command;
}

/// Completion script for bash. Bash also splits words at "=", ":" and "@", and inserts a candidate after the last of
/// these characters. The script therefore splits the line at blanks itself, and removes the text that bash keeps from
/// each candidate.
constexpr auto bash_script = R"script(# texelsort: completion for bash
_texelsort() {
  local line=${COMP_LINE:0:COMP_POINT} current='' paths word help
  local -a words
  read -ra words <<<"$line"
  if [[ $line != *[[:space:]] ]]; then
    current=${words[-1]}
    unset 'words[-1]'
  fi
  words=("${words[@]//[\'\"]/}")
  current=${current#[\'\"]}
  local before=${current%"${current##*[=:@]}"}
  COMPREPLY=()
  {
    read -r paths
    while IFS=$'\t' read -r word help; do
      COMPREPLY+=("${word#"$before"}")
    done
  } < <("${words[0]:-texelsort}" complete -- "${words[@]:1}" "$current" 2>/dev/null)
  if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[=:] ]]; then compopt -o nospace; fi
  local flag=
  case $paths in
    files) flag=-f ;;
    directories) flag=-d ;;
  esac
  if [[ -n $flag ]]; then
    compopt -o filenames
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$flag" -- "${current#"$before"}")
  fi
}
complete -F _texelsort texelsort
)script";

constexpr auto zsh_script = R"script(#compdef texelsort
# texelsort: completion for zsh
_texelsort() {
  local -a lines closed closed_help open open_help typed
  local paths line word shown
  typed=("${(@Q)words[2,CURRENT-1]}")
  lines=("${(@f)$("${(Q)words[1]}" complete -- "${typed[@]}" "${(Q)PREFIX}" 2>/dev/null)}")
  paths=$lines[1]
  for line in "${(@)lines[2,-1]}"; do
    word=${line%%$'\t'*}
    shown=${line/$'\t'/  -- }
    if [[ $word == *[=:] ]]; then
      open+=("$word")
      open_help+=("$shown")
    else
      closed+=("$word")
      closed_help+=("$shown")
    fi
  done
  local found=1
  (($#closed)) && compadd -l -d closed_help -- "${closed[@]}" && found=0
  (($#open)) && compadd -l -S '' -d open_help -- "${open[@]}" && found=0
  case $paths in
    files) _files && found=0 ;;
    directories) _files -/ && found=0 ;;
  esac
  return found
}
if [[ $funcstack[1] == _texelsort ]]; then _texelsort "$@"; else compdef _texelsort texelsort; fi
)script";

constexpr auto fish_script = R"script(# texelsort: completion for fish
function __texelsort_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
    switch "$lines[1]"
        case files
            __fish_complete_path "$current"
        case directories
            __fish_complete_directories "$current"
    end
    for line in $lines[2..-1]
        echo $line
    end
end
complete -c texelsort -f -a '(__texelsort_complete)'
)script";

/// Completion scripts by shell. The scripts ask "texelsort complete" for candidates, so candidates always match the
/// program's version.
constexpr std::array scripts{std::pair{"bash", bash_script}, std::pair{"zsh", zsh_script},
                             std::pair{"fish", fish_script}};

std::vector<std::string> shell_names() {
  std::vector<std::string> names;
  for (const auto& [shell, script] : scripts) names.emplace_back(shell);
  return names;
}

void print_completion_script(const std::string& shell) {
  const auto found = std::ranges::find(scripts, shell, &std::pair<const char*, const char*>::first);
  if (found == scripts.end()) {
    throw UsageError(fmt::format("unknown shell '{}': choose from {}", shell, fmt::join(shell_names(), ", ")));
  }
  fmt::print("{}", found->second);
}

}  // namespace

void add_help_command(CLI::App& app) {
  auto* command = app.add_subcommand("help", "Print the help of a command, as its --help does");
  auto words = std::make_shared<std::vector<std::string>>();
  OptionGroup(*command).value("COMMAND", "", *words,
                              "a command, such as sort or network draw (default: the program itself)");
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
  auto* command =
      app.add_subcommand("completions", "Print the script with which a shell completes texelsort's command lines");
  auto shell = std::make_shared<std::string>();
  OptionGroup(*command).value("SHELL", "", *shell, "shell to complete in: bash, zsh or fish", shell_names)->required();
  command->footer(
      "The Debian package installs the scripts. To load or install one yourself:\n\n"
      "Examples:\n"
      "  source <(texelsort completions bash)\n"
      "  texelsort completions zsh > ~/.zfunc/_texelsort\n"
      "  texelsort completions fish | source");
  command->callback([shell] { print_completion_script(*shell); });

  // Completion scripts call this hidden command. Its last word is the word under the cursor.
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
