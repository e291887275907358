#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"
#include "compute/network/network.h"

/// Converts network steps to the defines, uniforms and textures of shaders/networks/pattern.glsl.
namespace texelsort::algorithms {

/// Maximum number of patterns per step. The uniforms of this number of patterns have far fewer components than the 1024
/// that OpenGL 3.3 guarantees for a fragment shader.
inline constexpr std::size_t max_patterns = 16;

/// Returns whether a step lists comparators. Shaders then need a table of partners, which also covers the patterns of
/// the step.
inline bool needs_table(const network::Step& step) {
  return !step.listed.empty();
}

/// Adds the preprocessor defines that pattern.glsl needs for this step.
void add_step_defines(gpu::Defines& defines, const network::Step& step);

/// Returns the fields of patterns as words, in the order of pattern.glsl. Throws InternalError for more than
/// max_patterns patterns.
std::vector<std::uint32_t> pattern_words(std::span<const network::Pattern> patterns);

/// Draw of a network step over all texels. Each fragment finds the partner of its texel, so that no geometry is needed.
class StepDraw {
 public:
  /// Compiles `shader`, which draws all texels of the target, for a step of a network of n places. If the step needs a
  /// table of partners, place i is at texel (i mod width, i div width) of `extent`. The width must be a power of two.
  StepDraw(gpu::Device& device, const std::string& shader, gpu::Defines defines, const network::Step& step,
           std::uint64_t n, gpu::Extent extent);

  /// Binds the step's uniforms and the table of partners, but no textures and uniforms that only the shader itself
  /// defines.
  void bind(gpu::DrawCall& call) const;

 private:
  const gpu::Program* program_;
  gpu::Texture table_;
  std::vector<gpu::Uniform> uniforms_;
};

}  // namespace texelsort::algorithms
