#pragma once

#include <cstdint>

namespace texelsort::app {

/// What merges where nobody says, and how many sequences the input is then cut into.
inline constexpr auto default_merge = "merge/multiway@cpu";
inline constexpr std::uint64_t default_sequences = 4;

}  // namespace texelsort::app
