#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "compute/algorithms/networks/network_run.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"

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

/// The fields of a pattern as pattern.glsl has them, in its order.
using PatternWords = std::array<std::uint32_t, 8>;
PatternWords pattern_words(const network::Pattern& pattern);

/// The uniforms of a step of patterns in a network of n places. Throws InternalError beyond max_patterns.
void append_pattern_uniforms(std::vector<gpu::Uniform>& uniforms, std::span<const network::Pattern> patterns,
                             std::uint64_t n);

/// The partners of every place for those steps of a schedule that list comparators, a texture each with place i at
/// texel (i mod width, i div width).
class PartnerTables {
 public:
  /// Textures of `width` texels a row, a power of two, and of `rows` rows; width * rows is at least n.
  PartnerTables(gpu::Device& device, const Schedule& schedule, gpu::Extent extent);

  /// What a draw of a program with this step's defines needs, the program's own textures and uniforms aside.
  void bind(gpu::DrawCall& call, const network::Step& step, std::uint64_t n) const;

 private:
  std::unordered_map<const network::Step*, gpu::Texture> tables_;
};

}  // namespace texelsort::algorithms
