#pragma once

#include <cstdint>
#include <string>

namespace texelsort::data {

/// 1234567 as "1 234 567"; the spaces do not break.
std::string grouped(std::uint64_t number);

/// Milliseconds with three digits: "1.23 ms", "456 µs".
std::string duration_text(double ms);

}  // namespace texelsort::data
