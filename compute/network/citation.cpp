#include "compute/network/citation.h"

namespace texelsort::network {

std::string text(const Citation& citation) {
  std::string line;
  const auto add = [&line](const std::string& part) {
    if (part.empty()) return;
    if (!line.empty()) line += ", ";
    line += part;
  };
  add(citation.authors);
  add(citation.title);
  add(citation.venue);
  if (citation.year != 0) add(std::to_string(citation.year));
  add(citation.section);
  return line;
}

}  // namespace texelsort::network
