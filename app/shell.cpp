#include "app/shell.h"

#include <optional>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::app {

std::string shell_quoted(const std::string& word) {
  constexpr auto harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%^";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  const auto put = [&word](char letter) {
    if (!word) word.emplace();
    *word += letter;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    const bool escapes = letter == '\\' && quote != '\'' && i + 1 < line.size();
    if (escapes && (quote == 0 || line[i + 1] == '"' || line[i + 1] == '\\')) {
      put(line[++i]);
    } else if (quote != 0) {
      if (letter == quote) {
        quote = 0;
      } else {
        put(letter);
      }
    } else if (letter == '\'' || letter == '"') {
      quote = letter;
      if (!word) word.emplace();
    } else if (letter == ' ' || letter == '\t' || letter == '\n') {
      if (word) words.push_back(std::move(*word));
      word.reset();
    } else {
      put(letter);
    }
  }
  if (quote != 0) throw UsageError(fmt::format("a quote {} in '{}' is not closed", quote, line));
  if (word) words.push_back(std::move(*word));
  return words;
}

}  // namespace texelsort::app
