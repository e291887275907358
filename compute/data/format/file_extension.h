#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compute/data/io/files.h"

/// Interpretation of file name endings. Internal to the data layer.
namespace texelsort::data {

/// Returns the ending in lower case with its dot (".csv"), without .gz or .zst. Empty if there is none.
std::string ending_of(std::string_view path);

/// Version of format_of_name() that returns nothing for unknown endings.
std::optional<Format> known_format_of_name(std::string_view path);

}  // namespace texelsort::data
