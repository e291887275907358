#pragma once

#include <string>

namespace texelsort::network {

/// The source of a network or an algorithm.
struct Citation {
  std::string authors;
  std::string title;
  std::string venue;
  int year = 0;
  std::string section;  ///< section, slide or figure
};

/// Formats the citation on one line: authors, title, venue, year, section.
std::string text(const Citation& citation);

}  // namespace texelsort::network
