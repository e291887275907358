#pragma once

#include <string>

namespace texelsort::network {

/// Source of a network or an algorithm in the literature.
struct Citation {
  std::string authors;
  std::string title;
  std::string venue;
  int year = 0;
  std::string section;  ///< section, slide or figure of the source
};

/// Formats a source on one line: authors, title, venue, year, section.
std::string text(const Citation& citation);

}  // namespace texelsort::network
