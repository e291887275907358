#pragma once

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/networks/network_run.h"
#include "compute/algorithms/networks/step_shader.h"

namespace texelsort::algorithms {

/// Base class of runs on textures with one key per texel.
class FragmentRun : public NetworkRunOn<TexelArrays> {
 protected:
  FragmentRun(const NetworkStart& start, std::uint32_t width, std::uint32_t log2_tile = 0);

  /// Returns the draw of one quad over all texels. Each fragment of the quad determines its partner and direction.
  StepDraw deciding_quad(const network::Step& step) const;
  void draw(const StepDraw& deciding);

  /// Returns the costs of a pass over all texels that has `draws` draws and `quads` quads.
  Counters count_texel_pass(const NetworkPass& pass, std::uint64_t draws, std::uint64_t quads) const;

  gpu::Device& device_;
};

}  // namespace texelsort::algorithms
