#include "compute/data/format/xml_text.h"

#include "compute/data/text/outgoing_text.h"

namespace texelsort::data {

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : outgoing_text(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace texelsort::data
