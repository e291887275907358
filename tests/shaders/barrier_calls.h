#pragma once

#include <string>
#include <vector>

#include "compute/gpu/shader_library.h"

namespace texelsort::tests {

/// A barrier where a source has it: a call of GLSL's own or of one of ours, or a macro's parameter that stands for one.
struct BarrierCall {
  std::size_t at = 0, size = 0;  ///< in the text
  std::string text;              ///< "barrier()"
  std::string place;             ///< "radix/count.comp:16"
  bool meets = false;            ///< invocations meet there, too: it is no memory barrier alone

  auto key() const { return place + " " + text; }
};

std::vector<BarrierCall> barrier_calls(const gpu::ShaderLibrary::Assembled& source);

/// The source with something else for the call.
gpu::ShaderLibrary::Assembled replaced(gpu::ShaderLibrary::Assembled source, const BarrierCall& call,
                                       const std::string& text);

}  // namespace texelsort::tests
