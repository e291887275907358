#pragma once

#include <string>
#include <vector>

#include "compute/gpu/shader_library.h"

namespace texelsort::tests {

/// A barrier in a source: a call of GLSL or of one of the program's functions, or a macro's parameter that represents
/// one.
struct BarrierCall {
  std::size_t at = 0, size = 0;  ///< in the text
  std::string text;              ///< "barrier()"
  std::string place;             ///< "radix/count.comp:16"
  bool meets = false;            ///< true if invocations also wait there, so it is not only a memory barrier

  auto key() const { return place + " " + text; }
};

std::vector<BarrierCall> barrier_calls(const gpu::ShaderLibrary::Assembled& source);

}  // namespace texelsort::tests
