#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"
#include "compute/network/network.h"

/// Network steps as the defines, uniforms and textures of shaders/networks/pattern.glsl.
namespace texelsort::algorithms {

/// Maximum patterns per step, far below the 1024 uniform components that OpenGL 3.3 guarantees for a fragment shader.
inline constexpr std::size_t max_patterns = 16;

/// Returns whether a step lists comparators. Shaders then get a table of partners, which also contains any patterns of
/// the step.
inline bool needs_table(const network::Step& step) {
  return !step.listed.empty();
}

/// Adds the defines with which pattern.glsl is compiled for this step.
void add_step_defines(gpu::Defines& defines, const network::Step& step);

/// Returns the fields of patterns in the order of pattern.glsl. Throws InternalError beyond max_patterns.
std::vector<std::uint32_t> pattern_words(std::span<const network::Pattern> patterns);

/// A step, and a program whose fragments find the step's comparators themselves.
class StepDraw {
 public:
  /// Compiles `shader`, which covers the target, for a step of a network of n places. If it needs a table, place i is
  /// at texel (i mod width, i div width) of `extent`, whose width is a power of two.
  StepDraw(gpu::Device& device, const std::string& shader, gpu::Defines defines, const network::Step& step,
           std::uint64_t n, gpu::Extent extent);

  /// Binds the data of a draw except the program's own textures and uniforms.
  void bind(gpu::DrawCall& call) const;

 private:
  const gpu::Program* program_;
  gpu::Texture table_;
  std::vector<gpu::Uniform> uniforms_;
};

}  // namespace texelsort::algorithms
