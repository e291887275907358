#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "compute/data/text/charconv_fallback.h"

namespace texelsort::data {

/// Parses a size such as 1000000, 1e6, 1M (10^6), 1k, 4G, 1Ki, 1Mi, 1Gi or 2^20. Returns null for other texts and for
/// more than 64 bits.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// Parses the whole text as a number in the syntax of std::from_chars. Returns null if the number is invalid or out of
/// range.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace texelsort::data
