#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "compute/data/text/charconv_fallback.h"

namespace texelsort::data {

/// A size as people write it: 1000000, 1e6, 1M (10^6), 1k, 4G, 1Ki, 1Mi, 1Gi, 2^20. Nothing when it is none of these or
/// exceeds 64 bits.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// The whole text as a number as std::from_chars reads it; nothing when it is none or does not fit.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace texelsort::data
