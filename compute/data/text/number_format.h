#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace texelsort::data {

/// 1234567 as "1 234 567"; the spaces do not break.
std::string grouped(std::uint64_t number);

/// "1 key", "2 keys", "4 096 keys"; `plural` where it is not made by an s.
std::string counted(std::uint64_t number, std::string_view one, std::string_view plural = {});

/// Milliseconds with three digits: "1.23 ms", "456 µs".
std::string duration_text(double ms);

/// "512 MB", "4.29 GB": three digits.
std::string size_text(double bytes);
std::string size_text(std::integral auto bytes) {
  return size_text(static_cast<double>(bytes));
}

}  // namespace texelsort::data
