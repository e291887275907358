#pragma once

#include <string>

namespace texelsort::data {

/// A file's bytes as UTF-8, see Source. Internal to the data layer.
std::string to_utf8(std::string bytes, const std::string& origin);

}  // namespace texelsort::data
