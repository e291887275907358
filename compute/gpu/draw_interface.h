#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/gpu/objects.h"
#include "compute/spirv/interface.h"

namespace texelsort::gpu {

/// Inputs and outputs of a linked program that draws, as OpenGL reports them. OpenGL leaves out those without effect.
struct DrawInterface {
  struct Sampler {
    std::string name;
    std::string type;  ///< type in GLSL, such as "usampler2D"
  };
  /// Output of the fragment shader.
  struct Output {
    spirv::Input value;
    std::uint32_t location = 0;  ///< index of the colour attachment
  };
  std::vector<spirv::Input> uniforms;          ///< uniforms outside blocks, without samplers
  std::vector<Sampler> samplers;               ///< samplers and images
  std::vector<std::string> blocks;             ///< names of uniform blocks and of storage blocks
  std::optional<std::vector<Output>> outputs;  ///< null if OpenGL does not report them (before version 4.3)
};

/// Reads the inputs and outputs of a program. The browser edition throws UnavailableError.
DrawInterface draw_interface(const Program& program);

}  // namespace texelsort::gpu
