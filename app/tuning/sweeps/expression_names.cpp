#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "app/tuning/sweeps/expression.h"

namespace texelsort::app {

namespace {

/// Words of an expression that are not names of values: keywords and functions.
constexpr std::array<std::string_view, 12> known_words{"and",  "or",  "not", "true",  "false", "nil",
                                                       "math", "min", "max", "floor", "ceil",  "abs"};

}  // namespace

std::vector<std::string> names_in(const std::string& expression) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<std::string> names;
  for (std::size_t at = 0; at < expression.size();) {
    const char c = expression[at];
    if (c == '"' || c == '\'') {
      at = std::min(expression.find(c, at + 1), expression.size() - 1) + 1;
      continue;
    }
    std::size_t end = at;
    while (end < expression.size() && is_part(expression[end])) ++end;
    if (end == at) {
      ++at;
      continue;
    }
    std::string word = expression.substr(at, end - at);
    const bool is_name = std::isdigit(static_cast<unsigned char>(c)) == 0 && (at == 0 || expression[at - 1] != '.') &&
                         std::ranges::find(known_words, word) == known_words.end();
    if (is_name && std::ranges::find(names, word) == names.end()) names.push_back(std::move(word));
    at = end;
  }
  return names;
}

bool is_expression(const std::string& text, const std::vector<std::string>& names) {
  if (text.find_first_of("*%<>()") != std::string::npos) return true;
  if (text.find(',') != std::string::npos || text.find("..") != std::string::npos) return false;
  return std::ranges::any_of(names_in(text),
                             [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); });
}

}  // namespace texelsort::app
