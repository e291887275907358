#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace texelsort::tests {

inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

/// Returns whether the text consists of a tag's attributes: each a space, a name, "=" and a quoted value.
inline bool are_attributes(std::string_view text) {
  while (!text.empty()) {
    const std::size_t equals = text.find("=\""), end = equals == text.npos ? text.npos : text.find('"', equals + 2);
    if (text.front() != ' ' || end == text.npos || equals < 2) return false;
    const std::string_view name = text.substr(1, equals - 1), value = text.substr(equals + 2, end - equals - 2);
    const bool named = std::all_of(name.begin(), name.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c == ':' || c == '-' || c == '_';
    });
    if (!named || value.find('<') != value.npos) return false;
    text.remove_prefix(end + 1);
  }
  return true;
}

/// Checks for the most common errors in XML: unclosed or wrongly nested tags, and text with a bare '&' or '<'.
inline testing::AssertionResult balanced(std::string_view xml) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size();) {
    const std::size_t begin = xml.find('<', at);
    const std::string_view between = xml.substr(at, begin - at);
    if (between.find('>') != between.npos) return testing::AssertionFailure() << "stray " << between;
    if (begin == xml.npos) break;
    const std::size_t end = xml.find('>', begin);
    if (end == xml.npos) return testing::AssertionFailure() << "a tag without end";
    std::string_view tag = xml.substr(begin + 1, end - begin - 1);
    at = end + 1;
    const bool closes = tag.starts_with('/'), alone = tag.ends_with('/');
    if (closes) tag.remove_prefix(1);
    if (alone) tag.remove_suffix(1);
    const std::size_t letters =
        std::find_if(tag.begin(), tag.end(), [](unsigned char c) { return std::isalpha(c) == 0 && c != '-'; }) -
        tag.begin();
    const std::string name(tag.substr(0, letters));
    if (name.empty() || !are_attributes(tag.substr(letters)))
      return testing::AssertionFailure() << "stray <" << tag << ">";
    if (closes) {
      if (open.empty() || open.back() != name) return testing::AssertionFailure() << "unexpected </" << name << ">";
      open.pop_back();
    } else if (!alone) {
      open.push_back(name);
    }
  }
  for (std::size_t at = xml.find('&'); at != xml.npos; at = xml.find('&', at + 1)) {
    const std::string_view rest = xml.substr(at + 1);
    if (!rest.starts_with("amp;") && !rest.starts_with("lt;") && !rest.starts_with("gt;") &&
        !rest.starts_with("quot;")) {
      return testing::AssertionFailure() << "bare &";
    }
  }
  if (!open.empty()) return testing::AssertionFailure() << "left open: " << open.back();
  return testing::AssertionSuccess();
}

}  // namespace texelsort::tests
