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

/// One call of a GPU program: a draw, a dispatch or a kernel launch.
struct ProgramCall {
  std::uint64_t groups = 0;   ///< number of workgroups or thread blocks; 0 for a draw
  std::uint64_t threads = 0;  ///< threads per block of a kernel launch
  std::uint64_t quads = 0;    ///< number of instances of a draw; 0 for a dispatch or a kernel launch
  gpu::Blend blend = gpu::Blend::none;
  std::array<bool, 4> channels{true, true, true, true};
  std::map<std::string, gpu::UniformValue> uniforms;
};

/// A program that the present pass executed, with its source text.
struct PassProgram {
  enum class Kind : std::uint8_t { draw, dispatch, kernel };
  Kind kind = Kind::draw;
  std::string name;                      ///< file name of a shader, or text of a kernel launch
  std::vector<data::SourceText> stages;  ///< source of the stage that computes; for a draw, also of the vertex shader
  std::vector<ProgramCall> calls;
};

struct PassSource {
  std::vector<PassProgram> programs;  ///< programs in the order of each program's first call
};

/// Executes the passes from number `first` to the present one once more, and returns the source of each. If `device` is
/// null, finds only kernels.
std::vector<PassSource> pass_sources(Player& player, gpu::Device* device, std::uint64_t first);

/// Executes the present pass once more and returns the programs that the pass calls. Returns nothing at the input. If
/// `device` is null, finds only kernels.
std::optional<PassSource> pass_source(Player& player, gpu::Device* device);

}  // namespace texelsort::app
