#pragma once

#include <cstdint>

namespace texelsort::algorithms {

/// Bytes of a word of the tables that shaders and kernels share: a u32.
inline constexpr std::uint64_t word_bytes = sizeof(std::uint32_t);

}  // namespace texelsort::algorithms
