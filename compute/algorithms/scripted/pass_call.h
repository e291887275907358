#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compute/gpu/device.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"
#include "compute/script/script.h"

namespace texelsort::algorithms::scripted {

/// Returns the declared rounds of loops of a pass whose script gives none. OpenGL gets a bound that it does not use.
/// The CPU ends an endless loop soon.
std::uint64_t default_rounds(const gpu::DeviceInfo& device);

/// A buffer, or the contents of a small block, for a block of a shader.
struct BlockCall {
  std::optional<std::pair<std::uint32_t, std::uint32_t>> place{};  ///< descriptor set and binding; null: by name
  std::string name{};                                              ///< name of the block or of its variable
  std::string buffer{};                                            ///< name of the buffer; empty: contents
  script::Value contents{};                                        ///< table of members
  std::string text() const;                                        ///< how the script names the block, for messages
};

/// Numbers of workgroups: given, or read from a buffer when the dispatch runs.
struct Groups {
  std::array<std::uint64_t, 3> counts{1, 1, 1};
  std::string buffer{};  ///< empty if the numbers are given
  std::uint64_t word = 0;
};

/// A call of `pass` in a script, after checks that need no shader.
struct PassCall {
  int line = 0;
  std::string shader;  ///< file of the compute or fragment shader
  std::string entry = "main";
  gpu::Defines defines;
  script::Value uniforms, push, constants;  ///< tables, or nil
  std::vector<BlockCall> blocks;
  Groups groups;
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> bytes;
  std::vector<std::string> clear;
  bool swap = false, permutes = true;
  std::string stage, label;
  std::vector<script::Value> claims;
  // Passes of fragments only.
  std::string vertex;
  script::Value samplers;
  std::vector<std::string> targets;
  gpu::Blend blend = gpu::Blend::none;
  std::optional<std::vector<gpu::Rect>> quads;  ///< null: the whole texture
  std::uint32_t instances = 1;
  bool count = false;
};

/// Reads the arguments of `pass`. Throws UsageError with file and line of the script.
PassCall read_pass(const script::Script& script, const script::Request& request, bool fragments);

}  // namespace texelsort::algorithms::scripted
