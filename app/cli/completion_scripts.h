#pragma once

#include <string>
#include <vector>

namespace texelsort::app {

/// "bash", "zsh", "fish".
std::vector<std::string> shell_names();

/// What the shell reads; it asks "texelsort complete" for candidates, so that it never falls behind the program. Throws
/// UsageError for another shell.
std::string completion_script(const std::string& shell);

}  // namespace texelsort::app
