#pragma once

#include <string>

namespace texelsort::data {

/// Converts the bytes of a file to UTF-8, see Source. Internal to the data layer.
std::string to_utf8(std::string bytes, const std::string& origin);

}  // namespace texelsort::data
