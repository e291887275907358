#pragma once

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

}  // namespace texelsort::data
