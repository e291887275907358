#pragma once

#include <string>
#include <string_view>

namespace texelsort::data {

/// Escapes outgoing_text() for XML, SVG or HTML, as element content or as an attribute in double quotes.
std::string xml_text(std::string_view text);

}  // namespace texelsort::data
