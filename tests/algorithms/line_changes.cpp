#include "tests/algorithms/line_changes.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace texelsort::tests {
namespace {

struct Token {
  std::size_t at = 0;
  std::string_view text;

  std::size_t end() const { return at + text.size(); }
  bool is_word() const { return std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_'; }
  bool is_number() const { return std::isdigit(static_cast<unsigned char>(text[0])); }
  /// Returns true for "=" and for compound assignments such as "+=".
  bool assigns() const { return text.ends_with('=') && text != "==" && text != "!=" && text != "<=" && text != ">="; }
};

std::vector<Token> tokens_of(std::string_view line) {
  constexpr std::string_view long_symbols[] = {"<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^",
                                               "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"};
  const auto is_part = [&](std::size_t at) {
    return std::isalnum(static_cast<unsigned char>(line[at])) || line[at] == '_';
  };
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < line.size();) {
    if (std::isspace(static_cast<unsigned char>(line[at]))) {
      ++at;
      continue;
    }
    const std::string_view rest = line.substr(at);
    std::size_t end = at + 1;
    if (is_part(at)) {
      const bool number = std::isdigit(static_cast<unsigned char>(line[at]));
      while (end < line.size() && (is_part(end) || (number && line[end] == '.'))) ++end;
    } else {
      const auto symbol =
          std::ranges::find_if(long_symbols, [&](std::string_view each) { return rest.starts_with(each); });
      if (symbol != std::end(long_symbols)) end = at + symbol->size();
    }
    tokens.push_back({at, line.substr(at, end - at)});
    at = end;
  }
  return tokens;
}

std::optional<std::string_view> other_operator(std::string_view symbol) {
  constexpr std::pair<std::string_view, std::string_view> others[] = {
      {"<", "<="}, {"<=", "<"}, {">", ">="},  {">=", ">"},  {"+", "-"},   {"-", "+"},   {"+=", "-="}, {"-=", "+="},
      {"&", "|"},  {"|", "&"},  {"<<", ">>"}, {">>", "<<"}, {"&&", "||"}, {"||", "&&"}, {"==", "!="}, {"!=", "=="}};
  for (const auto& [one, other] : others) {
    if (symbol == one) return other;
  }
  return std::nullopt;
}

/// Returns replacements of an integer literal: the number plus 1, and 0 for 1.
std::vector<std::string> other_numbers(std::string_view number) {
  if (number.find('.') != std::string_view::npos) return {};
  const bool is_unsigned = number.ends_with('u'), hexadecimal = number.starts_with("0x");
  const std::string suffix = is_unsigned ? "u" : "";
  const auto value = static_cast<std::uint32_t>(std::stoull(std::string(number), nullptr, 0));
  const std::uint32_t more = value + 1;
  std::vector<std::string> others{(hexadecimal ? fmt::format("0x{:x}", more) : fmt::format("{}", more)) + suffix};
  if (value == 1) others.push_back("0" + suffix);
  return others;
}

/// Returns the index of the token at which the condition of the `?:` operator starts. `question` is the index of its
/// `?`.
std::size_t condition_start(const std::vector<Token>& tokens, std::size_t question) {
  constexpr std::string_view ends[] = {",", ";", "{", "}", "?", ":", "return"};
  int depth = 0;
  for (std::size_t i = question; i-- > 0;) {
    const std::string_view text = tokens[i].text;
    if (text == ")" || text == "]") ++depth;
    if ((text == "(" || text == "[") && depth-- == 0) return i + 1;
    if (depth == 0 && (tokens[i].assigns() || std::ranges::find(ends, text) != std::end(ends))) return i + 1;
  }
  return 0;
}

/// Returns the token at which the target of an assignment starts. `assignment` is the index of its operator. Null if
/// the assignment is a declaration or part of another statement.
std::optional<std::size_t> statement_start(const std::vector<Token>& tokens, std::size_t assignment) {
  std::size_t i = assignment;
  while (i-- > 0) {
    for (int depth = 0;; --i) {  // skips the tokens of an array index or of a macro's arguments
      if (tokens[i].text == "]" || tokens[i].text == ")") ++depth;
      if (tokens[i].text == "[" || tokens[i].text == "(") --depth;
      if (depth == 0) break;
      if (i == 0) return std::nullopt;
    }
    const bool indexed = tokens[i].text == "[" || tokens[i].text == "(";
    if (indexed) continue;
    if (!tokens[i].is_word()) return std::nullopt;
    if (i > 0 && tokens[i - 1].text == ".") {
      --i;
      continue;
    }
    break;
  }
  if (i >= assignment) return std::nullopt;
  if (i == 0) return i;
  constexpr std::string_view before[] = {";", "{", "}", ")", "else"};
  return std::ranges::find(before, tokens[i - 1].text) != std::end(before) ? std::optional(i) : std::nullopt;
}

/// Returns the index of the `;` that ends an assignment. Null if the statement continues on the next line.
std::optional<std::size_t> statement_end(const std::vector<Token>& tokens, std::size_t assignment) {
  int depth = 0;
  for (std::size_t i = assignment; i < tokens.size(); ++i) {
    if (tokens[i].text == "(") ++depth;
    if (tokens[i].text == ")" && depth-- == 0) return std::nullopt;
    if (tokens[i].text == ";" && depth == 0) return i;
  }
  return std::nullopt;
}

bool is_declaration(const Token& first) {
  constexpr std::string_view words[] = {"layout", "uniform", "shared", "in",        "out",
                                        "flat",   "struct",  "buffer", "precision", "coherent"};
  return std::ranges::find(words, first.text) != std::end(words);
}

/// Returns whether a token is inside parentheses that open in the same line. An assignment there belongs to the head of
/// a loop.
bool is_inside(const std::vector<Token>& tokens, std::size_t token) {
  int depth = 0;
  for (std::size_t i = 0; i < token; ++i) depth += (tokens[i].text == "(") - (tokens[i].text == ")");
  return depth > 0;
}

}  // namespace

std::string without_comments(std::string line) {
  for (auto from = line.find("/*"); from != std::string::npos; from = line.find("/*", from + 1)) {
    const auto to = std::min(line.find("*/", from), line.size() - 2) + 2;
    std::fill(line.begin() + static_cast<std::ptrdiff_t>(from), line.begin() + static_cast<std::ptrdiff_t>(to), ' ');
  }
  return line.substr(0, line.find("//"));
}

std::vector<Change> changes_of(const std::string& code) {
  const std::string line = without_comments(code);
  const std::vector<Token> tokens = tokens_of(line);
  if (tokens.empty() || tokens[0].text.starts_with('#') || is_declaration(tokens[0])) return {};
  std::vector<Change> changes;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const auto replace = [&](std::string_view operation, std::string_view replacement) {
      changes.push_back({std::string(operation), token.at, token.text.size(), std::string(replacement)});
    };
    if (const auto other = other_operator(token.text)) replace(token.text, *other);
    if (token.is_number()) {
      for (const std::string& other : other_numbers(token.text)) replace("literal", other);
    }
    const bool called = i + 1 < tokens.size() && tokens[i + 1].text == "(";
    if (called && token.text == "min") replace("min", "max");
    if (called && token.text == "max") replace("max", "min");
    if (token.text == "?") {
      const std::size_t start = condition_start(tokens, i);
      if (start == i) continue;
      const std::size_t from = tokens[start].at, length = tokens[i - 1].end() - from;
      changes.push_back({"condition", from, length, fmt::format("!({})", line.substr(from, length))});
    }
    if (token.assigns() && !is_inside(tokens, i)) {
      const auto start = statement_start(tokens, i), end = statement_end(tokens, i);
      if (!start || !end) continue;
      changes.push_back({"deletion", tokens[*start].at, tokens[*end].end() - tokens[*start].at, ";"});
    }
  }
  return changes;
}

}  // namespace texelsort::tests
