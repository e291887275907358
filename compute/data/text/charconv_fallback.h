#pragma once

#include <charconv>
#include <concepts>

/// Replacement for std::from_chars and std::to_chars with floating-point numbers, which libc++ 19 does not have.
/// Internal to the data layer and to readers of settings.
namespace texelsort::data {

/// Functions that use fast_float, fmt and snprintf, which round correctly. They are compiled with every standard
/// library, so that tests can compare them with the standard functions.
namespace portable {

std::from_chars_result from_chars(const char* first, const char* last, float& value);
std::from_chars_result from_chars(const char* first, const char* last, double& value);
/// Writes the shortest text that reads back as the same number. Prefers fixed notation if fixed and scientific notation
/// have the same length.
std::to_chars_result to_chars(char* first, char* last, float value);
std::to_chars_result to_chars(char* first, char* last, double value);
/// Writes a number in scientific notation with `precision` digits after the point.
std::to_chars_result to_chars_scientific(char* first, char* last, double value, int precision);

}  // namespace portable

#ifdef __cpp_lib_to_chars
using std::from_chars;
using std::to_chars;
template <std::floating_point Number>
std::to_chars_result to_chars_scientific(char* first, char* last, Number value, int precision) {
  return std::to_chars(first, last, value, std::chars_format::scientific, precision);
}
#else
template <std::integral Number>
std::from_chars_result from_chars(const char* first, const char* last, Number& value, int base = 10) {
  return std::from_chars(first, last, value, base);
}
template <std::integral Number>
std::to_chars_result to_chars(char* first, char* last, Number value) {
  return std::to_chars(first, last, value);
}
using portable::from_chars;
using portable::to_chars;
using portable::to_chars_scientific;
#endif

}  // namespace texelsort::data
