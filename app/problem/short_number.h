#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace texelsort::app {

/// Whether a text is a number of decimal digits alone.
bool all_digits(std::string_view text);

/// A number in at most `room` characters. Integers stay exact ("65536", "2^32-1", "12e6") or are visibly cut ("123…");
/// fractions are cut after their first digits. Nothing where no digit fits.
std::string short_number(const std::string& text, std::size_t room);

}  // namespace texelsort::app
