#include "app/problem/json_lines.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// Greatest depth of keys whose lines are recorded. For example, "view_state.parameter.digit" has depth three.
constexpr std::size_t deepest_line = 4;

}  // namespace

std::map<std::string, std::size_t> json_lines(std::string_view text, const std::string& file) {
  std::map<std::string, std::size_t> lines;
  struct Level {
    bool object = false;
    std::string key{};
  };
  std::vector<Level> levels;
  std::string last;  // JSON string that was read last, without its quotes
  std::size_t line = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '\n') ++line;  // every line end is outside strings, because JSON strings contain none
    if (letter == '"') {
      last.clear();
      while (++i < text.size() && text[i] != '"') {
        if (text[i] == '\\') ++i;
        if (i < text.size()) last += text[i];
      }
    } else if (letter == ':' && !levels.empty()) {
      levels.back().key = last;
      if (levels.size() > deepest_line) continue;
      std::string path;
      const bool in_array = std::ranges::any_of(levels, [](const Level& level) { return !level.object; });
      if (in_array) continue;
      for (const Level& level : levels) path += (path.empty() ? "" : ".") + level.key;
      if (!lines.emplace(path, line).second) {
        throw UsageError(fmt::format("{}:{}: duplicate key '{}'", file, line, last));
      }
    } else if (letter == '{' || letter == '[') {
      levels.push_back({letter == '{'});
    } else if ((letter == '}' || letter == ']') && !levels.empty()) {
      levels.pop_back();
    }
  }
  return lines;
}

}  // namespace texelsort::app
