#include <algorithm>
#include <cctype>
#include <deque>
#include <set>
#include <utility>

#include "compute/data/text/source_text.h"

namespace texelsort::data {
namespace {

/// Unit of source code whose use is decided as a whole: a function, a macro, or all code outside functions and macros.
struct SourceUnit {
  std::vector<SourceLine*> lines;
  std::set<std::string> words;
};

void add_words(std::string_view text, std::set<std::string>& words) {
  std::string word;
  for (const char letter : text) {
    if (std::isalnum(static_cast<unsigned char>(letter)) || letter == '_') {
      word += letter;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  if (!word.empty()) words.insert(word);
}

std::string_view without_comment(std::string_view line) {
  return line.substr(0, line.find("//"));
}

/// Returns the name of a function if the line starts its definition, and otherwise an empty string. Excludes layout
/// declarations, which also have parentheses and braces.
std::string function_name(std::string_view line) {
  const auto open = line.find('('), brace = line.find('{');
  if (open == std::string_view::npos || brace == std::string_view::npos || brace < open) return {};
  if (line.starts_with("layout")) return {};
  auto first = open;
  while (first > 0 && (std::isalnum(static_cast<unsigned char>(line[first - 1])) || line[first - 1] == '_')) --first;
  return std::string(line.substr(first, open - first));
}

std::string macro_name(std::string_view line) {
  constexpr std::string_view define = "#define ";
  if (!line.starts_with(define)) return {};
  line = line.substr(define.size());
  return std::string(line.substr(0, line.find_first_of(" (")));
}

class SourceUnitFinder {
 public:
  /// Returns the units of a source by name, with overloads combined. Code outside functions and macros has an empty
  /// name.
  std::map<std::string, SourceUnit> find(SourceText& source) {
    for (SourceLine& line : source.lines) {
      if (line.compiled) take(line);
    }
    for (const auto& [name, value] : source.defines) add_words(value, units_[name].words);
    return std::move(units_);
  }

 private:
  void take(SourceLine& line) {
    const std::string_view text = without_comment(line.text);
    if (!in_macro_.empty() || text.starts_with('#')) return take_directive(line, text);
    if (depth_ == 0) present_ = function_name(text);
    add(present_, line, text);
    depth_ += std::ranges::count(text, '{') - std::ranges::count(text, '}');
    if (depth_ == 0) present_.clear();
  }
  void take_directive(SourceLine& line, std::string_view text) {
    if (in_macro_.empty()) in_macro_ = macro_name(text);
    if (!in_macro_.empty()) add(in_macro_, line, text);
    if (!text.ends_with('\\')) in_macro_.clear();
  }
  void add(const std::string& name, SourceLine& line, std::string_view text) {
    SourceUnit& unit = units_[name];
    unit.lines.push_back(&line);
    add_words(text, unit.words);
  }

  std::map<std::string, SourceUnit> units_;
  std::string present_, in_macro_;
  std::ptrdiff_t depth_ = 0;
};

}  // namespace

void leave_out_unused(SourceText& source) {
  const auto found = SourceUnitFinder().find(source);
  std::set<std::string> reached{"", "main"};
  for (std::deque<std::string> left(reached.begin(), reached.end()); !left.empty(); left.pop_front()) {
    const auto unit = found.find(left.front());
    if (unit == found.end()) continue;
    for (const std::string& word : unit->second.words) {
      if (found.contains(word) && reached.insert(word).second) left.push_back(word);
    }
  }
  for (const auto& [name, unit] : found) {
    for (SourceLine* line : unit.lines) line->reached = reached.contains(name);
  }
}

}  // namespace texelsort::data
