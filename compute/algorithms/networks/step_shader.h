#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"
#include "compute/network/network.h"

/// A network's step as the defines, uniforms and textures of shaders/networks/pattern.glsl.
namespace texelsort::algorithms {

/// The most patterns a step may have; far below the 1024 uniform components that OpenGL 3.3 promises a fragment shader.
inline constexpr std::size_t max_patterns = 16;

/// Listed comparators reach shaders as a table of partners, and with them whatever patterns the step has besides.
inline bool needs_table(const network::Step& step) {
  return !step.listed.empty();
}

/// Compiles pattern.glsl for steps like this one.
void add_step_defines(gpu::Defines& defines, const network::Step& step);

/// The fields of patterns as pattern.glsl has them, in its order. Throws InternalError beyond max_patterns.
std::vector<std::uint32_t> pattern_words(std::span<const network::Pattern> patterns);

/// A program whose fragments look for a step's comparators by themselves, and the step.
class StepDraw {
 public:
  /// Compiles `shader`, which covers the target, for a step of a network of n places. Its table, if it needs one, has
  /// place i at texel (i mod width, i div width) of `extent`, whose width is a power of two.
  StepDraw(gpu::Device& device, const std::string& shader, gpu::Defines defines, const network::Step& step,
           std::uint64_t n, gpu::Extent extent);

  /// What a draw needs besides the program's own textures and uniforms.
  void bind(gpu::DrawCall& call) const;

 private:
  const gpu::Program* program_;
  gpu::Texture table_;
  std::vector<gpu::Uniform> uniforms_;
};

}  // namespace texelsort::algorithms
