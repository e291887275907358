#pragma once

#include <string>
#include <string_view>

namespace texelsort::data {

/// Returns outgoing_text() as the contents of an element, or of an attribute in double quotes, of XML, SVG or HTML.
std::string xml_text(std::string_view text);

}  // namespace texelsort::data
