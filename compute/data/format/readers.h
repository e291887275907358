#pragma once

#include <string>
#include <string_view>

#include "compute/data/io/files.h"
#include "compute/data/text/source.h"

/// A reader per format. `contents` is the whole file. Internal to the data layer.
namespace texelsort::data {

Input read_text(const Source& source, const ReadOptions& options);
Input read_csv(const Source& source, const ReadOptions& options);
Input read_binary(std::string_view contents, const std::string& origin, const ReadOptions& options);
Input read_image(std::string_view contents, const std::string& origin, const ReadOptions& options);

}  // namespace texelsort::data
