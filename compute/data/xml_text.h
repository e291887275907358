#pragma once

#include <string>
#include <string_view>

namespace texelsort::data {

/// Text as the contents of an XML element or a quoted attribute.
std::string xml_text(std::string_view text);

}  // namespace texelsort::data
