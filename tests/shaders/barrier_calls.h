#pragma once

#include <string>
#include <vector>

#include "compute/gpu/shader_library.h"

namespace texelsort::tests {

/// Barrier in a shader source: a call of a GLSL function or of the program's own function, or a macro's parameter that
/// stands for a barrier.
struct BarrierCall {
  std::size_t at = 0, size = 0;  ///< start and length of the call in the source text
  std::string text;              ///< text of the call, such as "barrier()"
  std::string place;             ///< file and line, such as "radix/count.comp:16"
  bool meets = false;            ///< true for barriers at which invocations wait; false for pure memory barriers

  auto key() const { return place + " " + text; }
};

std::vector<BarrierCall> barrier_calls(const gpu::ShaderLibrary::Assembled& source);

}  // namespace texelsort::tests
