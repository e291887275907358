#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// Appends bytes whose order, as of memcmp, is the order of the decimal numbers that they stand for, exactly, whatever
/// their length: "1e3" and "1000.0" have the same ones. Signs, a decimal point, exponents, "inf", "infinity" and "nan" in
/// any case are read; -0 is 0, and NaN comes behind all others. No code is the beginning of
/// another one. Returns false, and appends nothing, for what is no number.
bool append_decimal_code(std::string_view text, std::vector<std::byte>& code);

}  // namespace texelsort::data
