#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compute/data/io/files.h"

/// What a file name's ending says. Internal to the data layer.
namespace texelsort::data {

/// The ending in small letters with its dot (".csv"), or empty; of compressed files that of what they hold.
std::string ending_of(std::string_view path);

/// As format_of_name, but nothing for an ending that this program does not know.
std::optional<Format> known_format_of_name(std::string_view path);

}  // namespace texelsort::data
