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

/// A draw, dispatch or launch of a program.
struct ProgramCall {
  std::uint64_t groups = 0;   ///< workgroups or blocks; 0 of a draw
  std::uint64_t threads = 0;  ///< of a kernel's block
  std::uint64_t quads = 0;    ///< instances that are drawn
  gpu::Blend blend = gpu::Blend::none;
  std::array<bool, 4> channels{true, true, true, true};
  std::map<std::string, gpu::UniformValue> uniforms;
};

/// What the present pass has run, as text.
struct PassProgram {
  enum class Kind : std::uint8_t { draw, dispatch, kernel };
  Kind kind = Kind::draw;
  std::string name;                      ///< its file, or a kernel's launch
  std::vector<data::SourceText> stages;  ///< what computes first, then the vertex shader of a draw
  std::vector<ProgramCall> calls;
};

struct PassSource {
  std::vector<PassProgram> programs;  ///< in the order of their first calls
};

/// Executes the present pass once more and returns what it calls; nothing at the input. Finds only kernels if `device`
/// is null.
std::optional<PassSource> pass_source(Player& player, gpu::Device* device);

}  // namespace texelsort::app
