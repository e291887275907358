#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compute/data/format/row_words.h"
#include "compute/data/io/files.h"
#include "compute/data/text/source.h"

/// A reader per format. `contents` is the whole file. Internal to the data layer.
namespace texelsort::data {

Input read_text(const Source& source, const ReadOptions& options);
Input read_csv(const Source& source, const ReadOptions& options);
Input read_binary(std::string_view contents, const std::string& origin, const ReadOptions& options);
Input read_image(std::string_view contents, const std::string& origin, const ReadOptions& options);

/// Writes rows of key, payload (if any) and fields (if any). Fields are u32 unless the shape gives another type. An
/// empty header is not written. `words` determines the position of rows without a key. All processor cores format parts
/// of the file, and parts are written in order while others are being formatted.
void write_rows(const State& state, std::string_view header, char separator, const Shape& shape, const RowWords& words,
                const Put& put);

/// Returns the contents of an image file. `ending` selects the format (".png"). Throws UsageError if the keys are not
/// pixels or the format cannot represent them exactly: JPEG is lossy, PGM is grey only, PPM has no transparency.
std::string write_image(const Keys& keys, const Shape& shape, std::string_view ending, const RowWords& words);

/// Returns the ending in lower case with its dot (".csv"), without .gz or .zst. Empty if there is none.
std::string ending_of(std::string_view path);

/// Version of format_of_name() that returns nothing for unknown endings.
std::optional<Format> known_format_of_name(std::string_view path);

}  // namespace texelsort::data
