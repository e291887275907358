#pragma once

#include <string>
#include <string_view>

#include "compute/data/files.h"
#include "compute/data/row_words.h"

/// One writer a format; each makes the whole file's bytes. Internal to the data layer.
namespace texelsort::data {

/// Rows of key and, if there are any, payload and fields, which are u32 unless `fields` says more. The header is left
/// out when empty. Rows without a key come where the particulars want them.
std::string write_rows(const State& state, std::string_view header, char separator,
                       const std::vector<FieldColumn>& fields, const RowWords& words);

/// `ending` chooses the kind of picture (".png"). Throws UsageError when the keys are no pixels or this kind does not
/// hold them: JPEG changes pixels, PGM has grey ones, PPM none that are transparent.
std::string write_image(const Keys& keys, const Shape& shape, std::string_view ending, const RowWords& words);

}  // namespace texelsort::data
