#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// Appends bytes whose memcmp order is the exact order of the decimal numbers, at any length: "1e3" and "1000.0" have
/// equal bytes. Accepts signs, a decimal point, exponents, and "inf", "infinity" and "nan" in any case. -0 equals 0,
/// and NaN is larger than all other numbers. No result is a prefix of a different one. Returns false, without
/// appending, if the text is not a number.
bool append_decimal_code(std::string_view text, std::vector<std::byte>& code);

}  // namespace texelsort::data
