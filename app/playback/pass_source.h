#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"
#include "compute/data/text/source_text.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// One call of a program: a draw, a dispatch or a launch.
struct ProgramCall {
  std::uint64_t groups = 0;   ///< number of workgroups or thread blocks; 0 for a draw
  std::uint64_t threads = 0;  ///< threads per block of a kernel
  std::uint64_t quads = 0;    ///< number of instances drawn
  gpu::Blend blend = gpu::Blend::none;
  std::array<bool, 4> channels{true, true, true, true};
  std::map<std::string, gpu::UniformValue> uniforms;
};

/// A program that the present pass executed, as source text.
struct PassProgram {
  enum class Kind : std::uint8_t { draw, dispatch, kernel };
  Kind kind = Kind::draw;
  std::string name;                      ///< file name, or the launch of a kernel
  std::vector<data::SourceText> stages;  ///< sources: computing stage, then vertex shader of a draw
  std::vector<ProgramCall> calls;
};

struct PassSource {
  std::vector<PassProgram> programs;  ///< programs in the order of their first calls
};

/// Executes the present pass once more and returns the programs that it calls. Returns nothing at the input. If
/// `device` is null, it finds only kernels.
std::optional<PassSource> pass_source(Player& player, gpu::Device* device);

}  // namespace texelsort::app
