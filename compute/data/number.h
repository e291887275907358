#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace texelsort::data {

/// A size as people write it: 1000000, 1e6, 1M (10^6), 1k, 4G, 1Ki, 1Mi, 1Gi, 2^20. Nothing when it is none of these or
/// exceeds 64 bits.
std::optional<std::uint64_t> parse_size(std::string_view text);

}  // namespace texelsort::data
