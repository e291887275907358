#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace texelsort::data {

/// Returns 1234567 as "1 234 567", with non-breaking spaces.
std::string grouped(std::uint64_t number);

/// Returns "1 key", "2 keys" or "4 096 keys". `plural` is needed if it is not the singular with an s.
std::string counted(std::uint64_t number, std::string_view one, std::string_view plural = {});

/// Formats milliseconds with three digits: "1.23 ms", "456 µs".
std::string duration_text(double ms);

/// Formats a size with three digits: "512 MB", "4.29 GB".
std::string size_text(double bytes);
std::string size_text(std::integral auto bytes) {
  return size_text(static_cast<double>(bytes));
}

}  // namespace texelsort::data
