#include "app/cli/completion_scripts.h"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// Bash cuts words at "=", ":" and "@" too and puts what COMPREPLY holds behind the last cut, so that the line itself
/// is split at blanks, and what stands before the cut is taken off each candidate.
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

struct Script {
  const char* shell;
  const char* text;
};
constexpr std::array scripts{Script{"bash", bash_script}, Script{"zsh", zsh_script}, Script{"fish", fish_script}};

}  // namespace

std::vector<std::string> shell_names() {
  std::vector<std::string> names;
  for (const Script& script : scripts) names.emplace_back(script.shell);
  return names;
}

std::string completion_script(const std::string& shell) {
  for (const Script& script : scripts) {
    if (shell == script.shell) return script.text;
  }
  throw UsageError(
      fmt::format("there are no completions for '{}': the shells are {}", shell, fmt::join(shell_names(), ", ")));
}

}  // namespace texelsort::app
