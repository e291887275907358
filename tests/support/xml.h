#pragma once

#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace texelsort::tests {

inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

/// Every tag closes, in order, and no bare '&' or '<' stands in text: what an XML parser would stumble over first.
inline testing::AssertionResult balanced(const std::string& xml) {
  static const std::regex tag("<(/?)([a-z][a-z-]*)((?: [a-zA-Z0-9:_-]+=\"[^\"<]*\")*)(/?)>");
  std::vector<std::string> open;
  std::size_t end = 0;
  for (std::sregex_iterator it(xml.begin(), xml.end(), tag), last; it != last; ++it) {
    const std::string between = xml.substr(end, static_cast<std::size_t>(it->position()) - end);
    if (between.find_first_of("<>") != std::string::npos) return testing::AssertionFailure() << "stray " << between;
    end = static_cast<std::size_t>(it->position() + it->length());
    if ((*it)[1].length() > 0) {
      if (open.empty() || open.back() != (*it)[2]) return testing::AssertionFailure() << "unexpected " << it->str();
      open.pop_back();
    } else if ((*it)[4].length() == 0) {
      open.push_back((*it)[2]);
    }
  }
  static const std::regex bare_ampersand("&(?!amp;|lt;|gt;|quot;)");
  if (std::regex_search(xml, bare_ampersand)) return testing::AssertionFailure() << "bare &";
  if (!open.empty()) return testing::AssertionFailure() << "left open: " << open.back();
  return testing::AssertionSuccess();
}

}  // namespace texelsort::tests
