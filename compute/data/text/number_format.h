#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace texelsort::data {

/// Formats a number with commas between groups of three digits, such as "1,234,567".
std::string grouped(std::uint64_t number);

/// Formats a number with its noun, such as "1 key", "2 keys" or "4,096 keys". `plural` is only necessary if it is not
/// the singular plus "s".
std::string counted(std::uint64_t number, std::string_view one, std::string_view plural = {});

/// Formats a duration in milliseconds with three digits, such as "1.23 ms" or "456 µs".
std::string duration_text(double ms);

/// Formats a size in bytes with three digits, such as "512 MB" or "4.29 GB".
std::string size_text(double bytes);
std::string size_text(std::integral auto bytes) {
  return size_text(static_cast<double>(bytes));
}

}  // namespace texelsort::data
