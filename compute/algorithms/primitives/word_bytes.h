#pragma once

#include <cstdint>

namespace texelsort::algorithms {

/// Bytes per word (u32) of the tables that shaders and kernels share.
inline constexpr std::uint64_t word_bytes = sizeof(std::uint32_t);

}  // namespace texelsort::algorithms
