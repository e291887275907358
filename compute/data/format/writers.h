#pragma once

#include <string>
#include <string_view>

#include "compute/data/format/row_words.h"
#include "compute/data/io/files.h"
#include "compute/data/io/pieces.h"

/// One writer a format. Internal to the data layer.
namespace texelsort::data {

/// Rows of key and, if there are any, payload and fields, which are u32 unless the shape says more. The header is left
/// out when empty. Rows without a key come where the particulars want them. All processors make parts of the file,
/// which are put in order, each while others are made.
void write_rows(const State& state, std::string_view header, char separator, const Shape& shape, const RowWords& words,
                const Put& put);

/// The whole file's bytes. `ending` chooses the kind of picture (".png"). Throws UsageError when the keys are no pixels
/// or this kind does not hold them: JPEG changes pixels, PGM has grey ones, PPM none that are transparent.
std::string write_image(const Keys& keys, const Shape& shape, std::string_view ending, const RowWords& words);

}  // namespace texelsort::data
