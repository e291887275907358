#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compute/data/format/row_words.h"
#include "compute/data/io/files.h"
#include "compute/data/text/source.h"

/// Functions that read one format each. `contents` is the whole file. Internal to the data layer.
namespace texelsort::data {

Input read_text(const Source& source, const ReadOptions& options);
Input read_csv(const Source& source, const ReadOptions& options);
Input read_binary(std::string_view contents, const std::string& origin, const ReadOptions& options);
Input read_image(std::string_view contents, const std::string& origin, const ReadOptions& options);

/// Writes rows of key, payload and fields as text. Omits payload and fields if there are none. Writes fields as u32
/// unless the shape has another type. Omits an empty header. `words` determines where rows without a key are written.
/// All processor cores format parts of the file, which are written in order at the same time.
void write_rows(const State& state, std::string_view header, char separator, const Shape& shape, const RowWords& words,
                const Put& put);

/// Returns the contents of an image file. `ending` selects the format, such as ".png". Throws UsageError if the keys
/// are not pixels, or if the format cannot represent them exactly. JPEG is lossy, PGM has only grey, and PPM has no
/// transparency.
std::string write_image(const Keys& keys, const Shape& shape, std::string_view ending, const RowWords& words);

/// Returns the ending of a file name in lower case, such as ".csv". Ignores .gz and .zst. Returns an empty string if
/// the name has no ending.
std::string ending_of(std::string_view path);

/// Returns the format of a file name's ending, or null if the ending is unknown.
std::optional<Format> known_format_of_name(std::string_view path);

}  // namespace texelsort::data
