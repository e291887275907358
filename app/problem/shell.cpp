#include "app/problem/shell.h"

#include <optional>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

std::string shell_quoted(const std::string& word) {
  constexpr auto harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%^";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos) return word;
  const bool exact = data::outgoing_text(word) == word;
  std::string quoted = exact ? "'" : "$'";
  for (const char letter : word) {
    if (exact) {
      quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    } else if (letter >= ' ' && letter <= '~' && letter != '\'' && letter != '\\') {
      quoted += letter;
    } else {
      quoted += fmt::format("\\{:03o}", static_cast<unsigned>(static_cast<unsigned char>(letter)));
    }
  }
  return quoted + "'";
}

std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  bool octal = false;  // true within $'...', where \ and up to three digits are an octal number
  const auto put = [&word](char letter) {
    if (!word) word.emplace();
    *word += letter;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    if (octal && letter == '\\' && i + 1 < line.size()) {
      unsigned code = 0, digits = 0;
      for (; digits < 3 && i + 1 < line.size() && line[i + 1] >= '0' && line[i + 1] <= '7'; ++digits) {
        code = code * 8 + static_cast<unsigned>(line[++i] - '0');
      }
      put(digits > 0 ? static_cast<char>(code) : line[++i]);
      continue;
    }
    const bool escapes = letter == '\\' && quote != '\'' && i + 1 < line.size();
    if (escapes && (quote == 0 || line[i + 1] == '"' || line[i + 1] == '\\')) {
      put(line[++i]);
    } else if (quote != 0) {
      if (letter == quote) {
        quote = 0;
        octal = false;
      } else {
        put(letter);
      }
    } else if (letter == '$' && i + 1 < line.size() && line[i + 1] == '\'') {
      octal = true;
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
  if (quote != 0)
    throw UsageError(fmt::format("the quote {} in '{}' is not closed: add the closing quote", quote, line));
  if (word) words.push_back(std::move(*word));
  return words;
}

}  // namespace texelsort::app
