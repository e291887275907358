#pragma once

#include <string>

namespace texelsort::app {

/// A word as a shell reads it back unchanged: in single quotes unless it has only harmless characters.
std::string shell_quoted(const std::string& word);

}  // namespace texelsort::app
