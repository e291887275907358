#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace texelsort::app {

/// Returns whether a text consists of decimal digits only.
bool all_digits(std::string_view text);

/// Returns a number in at most `room` characters. Integers stay exact ("65536", "2^32-1", "12e6") or end in an ellipsis
/// ("123…"). Fractions are cut after their first digits. Returns an empty string if `room` is too small.
std::string short_number(const std::string& text, std::size_t room);

}  // namespace texelsort::app
