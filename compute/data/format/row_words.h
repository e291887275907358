#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compute/data/io/files.h"

namespace texelsort::data {

/// Original spellings of keys, fields and indices, in the order of the output. They replace the standard spellings.
/// Internal to the data layer.
class RowWords {
 public:
  RowWords() = default;

  /// `places` contains the input index of each output key. If it is empty, single keys and fields are written in
  /// standard spelling. Spelling and places must outlive this object.
  RowWords(const SourceSpelling* spelling, std::span<const std::uint64_t> places, std::uint32_t fields)
      : spelling_(places.empty() ? nullptr : spelling), rows_only_(spelling), places_(places), fields_(fields) {}

  bool has_keys() const { return spelling_ != nullptr && !spelling_->keys.empty(); }

  /// Returns the original spelling of output key i, or an empty text if the standard spelling applies.
  std::string_view key(std::uint64_t i) const { return has_keys() ? spelling_->keys[places_[i]] : std::string_view(); }
  std::string_view field(std::uint64_t i, std::uint32_t f) const {
    return spelling_ == nullptr || spelling_->fields.empty() ? "" : spelling_->fields[places_[i] * fields_ + f];
  }

  /// Returns the row number in the input file of the key with an index.
  std::uint64_t row(std::uint64_t index) const {
    return rows_only_ == nullptr || rows_only_->rows.empty() ? index : rows_only_->rows[index];
  }

  /// Returns the alpha value of pixel i. The value is 255 unless the input picture has another one.
  std::uint8_t alpha(std::uint64_t i) const { return has_alpha() ? spelling_->alpha[places_[i]] : 255; }
  bool has_alpha() const { return spelling_ != nullptr && !spelling_->alpha.empty(); }

  /// Returns the original spelling of rows without a key if they belong at this end of the output. Otherwise returns
  /// null.
  const SourceSpelling* missing_at(Missing end) const {
    return rows_only_ != nullptr && rows_only_->missing == end ? rows_only_ : nullptr;
  }

 private:
  const SourceSpelling* spelling_ = nullptr;
  // Spelling for the functions that do not need `places`; null if there is no spelling.
  const SourceSpelling* rows_only_ = nullptr;
  std::span<const std::uint64_t> places_;
  std::uint32_t fields_ = 0;
};

}  // namespace texelsort::data
