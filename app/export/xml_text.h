#pragma once

#include <string>
#include <string_view>

namespace texelsort::app {

/// A text as SVG and HTML have it, between tags or in quotes.
std::string escaped(std::string_view text);

}  // namespace texelsort::app
