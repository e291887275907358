#include "compute/data/format/document.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::data {
namespace {

void require_length(std::string_view text, std::size_t most, const std::string& origin) {
  if (text.size() > most)
    throw UsageError(fmt::format("{}: the file is larger than the limit of {} MiB", origin, most >> 20));
}

/// Returns the end of the TOML string that starts at `at`. A string ends after its closing quotes, or at the end of the
/// text. A single-line string also ends at a line end, because it must not contain one.
std::size_t end_of_toml_text(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool has_lines = text.substr(at).starts_with(three);
  at += has_lines ? 3 : 1;
  while (at < text.size()) {
    if (text[at] == '\\' && quote == '"') {
      at += 2;
    } else if (has_lines && text.substr(at).starts_with(three)) {
      // A string in triple quotes may contain up to two quotes directly before the closing three.
      return std::min(text.find_first_not_of(quote, at), text.size());
    } else if (!has_lines && (text[at] == quote || text[at] == '\n')) {
      return text[at] == quote ? at + 1 : at;
    } else {
      ++at;
    }
  }
  return text.size();
}

}  // namespace

void require_json_bounds(std::string_view text, const std::string& origin) {
  require_length(text, most_document_bytes, origin);
  std::vector<std::size_t> members;     // number of members of each open object; 0 for each open array
  std::size_t keys = 0, last_text = 0;  // number of keys so far, and length in bytes of the last string
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        last_text = at + 1;
        at = text.find_first_of("\"\\", at + 1);
        while (at < text.size() && text[at] == '\\') at = text.find_first_of("\"\\", at + 2);
        if (at >= text.size()) return;
        last_text = at - last_text;
        break;
      case '{':
      case '[':
        members.push_back(0);
        if (members.size() > deepest_document) {
          throw UsageError(fmt::format("{}: nested more than {} levels deep, the limit", origin, deepest_document));
        }
        break;
      case '}':
      case ']':
        if (!members.empty()) members.pop_back();
        break;
      case ':':
        if (!members.empty() && ++members.back() > most_members) {
          throw UsageError(fmt::format("{}: an object has more than {} keys, the limit", origin, most_members));
        }
        if (++keys > most_keys)
          throw UsageError(fmt::format("{}: the document has more than {} keys, the limit", origin, most_keys));
        if (last_text > longest_key) {
          throw UsageError(fmt::format("{}: a key has more than {} bytes, the limit", origin, longest_key));
        }
        break;
      default:
        break;
    }
  }
}

void refuse_json_number(const std::string& origin, const std::string& message) {
  const std::string_view number = std::string_view(message).substr(std::min(message.find('\''), message.size()));
  throw UsageError(fmt::format("{}: the number {} is too large: expected less than 1.8e308", origin, number));
}

void require_toml_bounds(std::string_view text, const std::string& origin) {
  require_length(text, most_toml_bytes, origin);
  std::size_t line = 1, all_dots = 0;
  // Number of dots in the current dotted key or number, outside all brackets and within each open bracket.
  std::vector<std::size_t> dots{0};
  for (std::size_t at = 0; at < text.size();) {
    const char letter = text[at];
    if (letter == '"' || letter == '\'') {
      const std::size_t end = end_of_toml_text(text, at);
      line += static_cast<std::size_t>(std::ranges::count(text.substr(at, end - at), '\n'));
      at = end;
      continue;
    }
    if (letter == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    ++at;
    if (letter == '[' || letter == '{') dots.push_back(0);
    if (letter == '.') {
      ++dots.back();
      ++all_dots;
    } else if (letter == ',' || letter == '\n' || letter == ']' || letter == '}') {
      all_dots -= std::exchange(dots.back(), 0);
    }
    if ((letter == ']' || letter == '}') && dots.size() > 1) dots.pop_back();
    if (letter == '\n') ++line;
    if (dots.size() - 1 + all_dots >= deepest_document) {
      throw UsageError(
          fmt::format("{}:{}: nested more than {} levels deep, the limit, the limit", origin, line, deepest_document));
    }
  }
}

}  // namespace texelsort::data
