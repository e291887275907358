#pragma once

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/networks/network_run.h"
#include "compute/algorithms/networks/step_shader.h"

namespace texelsort::algorithms {

/// Base class of runs on textures with one key per texel.
class FragmentRun : public NetworkRunOn<TexelArrays> {
 protected:
  FragmentRun(const NetworkStart& start, std::uint32_t width, std::uint32_t log2_tile = 0);

  /// Returns a draw of one quad that covers all texels. Each fragment finds the partner and the direction of its texel.
  StepDraw deciding_quad(const network::Step& step) const;
  void draw(const StepDraw& deciding);

  /// Returns the costs of a pass that draws all texels, with `draws` draws of `quads` quads in total.
  Counters count_texel_pass(const NetworkPass& pass, std::uint64_t draws, std::uint64_t quads) const;

  gpu::Device& device_;
};

}  // namespace texelsort::algorithms
