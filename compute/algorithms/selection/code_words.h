#pragma once

#include <cstdint>
#include <glm/vec2.hpp>

namespace texelsort::algorithms {

/// A code as shaders take it, low word first.
inline glm::uvec2 code_words(std::uint64_t code) {
  return {static_cast<std::uint32_t>(code), static_cast<std::uint32_t>(code >> 32)};
}

}  // namespace texelsort::algorithms
