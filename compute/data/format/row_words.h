#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compute/data/io/files.h"

namespace texelsort::data {

/// What is written in place of keys, fields and indices by themselves: the particulars of the input in the order of the
/// output. Internal to the data layer.
class RowWords {
 public:
  RowWords() = default;

  /// `places` of the n keys of the output; particulars without places are not written. Both must outlive this.
  RowWords(const SourceSpelling* spelling, std::span<const std::uint64_t> places, std::uint32_t fields)
      : particulars_(places.empty() ? nullptr : spelling), rows_only_(spelling), places_(places), fields_(fields) {}

  bool has_keys() const { return particulars_ != nullptr && !particulars_->keys.empty(); }

  /// Empty if key i is written as it is.
  std::string_view key(std::uint64_t i) const {
    return has_keys() ? particulars_->keys[places_[i]] : std::string_view();
  }
  std::string_view field(std::uint64_t i, std::uint32_t f) const {
    return particulars_ == nullptr || particulars_->fields.empty() ? ""
                                                                   : particulars_->fields[places_[i] * fields_ + f];
  }

  /// The row of the file that an index stands for.
  std::uint64_t row(std::uint64_t index) const {
    return rows_only_ == nullptr || rows_only_->rows.empty() ? index : rows_only_->rows[index];
  }

  /// The alpha of pixel i: 255 unless the picture says less.
  std::uint8_t alpha(std::uint64_t i) const { return has_alpha() ? particulars_->alpha[places_[i]] : 255; }
  bool has_alpha() const { return particulars_ != nullptr && !particulars_->alpha.empty(); }

  /// The particulars if rows without a key come at this end of the output, else null.
  const SourceSpelling* missing_at(Missing end) const {
    return rows_only_ != nullptr && rows_only_->missing == end ? rows_only_ : nullptr;
  }

 private:
  const SourceSpelling* particulars_ = nullptr;
  const SourceSpelling* rows_only_ = nullptr;  // what needs no places
  std::span<const std::uint64_t> places_;
  std::uint32_t fields_ = 0;
};

}  // namespace texelsort::data
