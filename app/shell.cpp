#include "app/shell.h"

namespace texelsort::app {

std::string shell_quoted(const std::string& word) {
  constexpr auto harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%^";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

}  // namespace texelsort::app
