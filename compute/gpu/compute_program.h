#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/device.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/indirect.h"

namespace texelsort::gpu {

/// A compute shader, and what its next dispatch is given. A type that derives names the uniforms and storage blocks of
/// its shader, each in one setter:
///
///     struct Fill : ComputeProgram<Fill> {
///       Fill(Device& device) : ComputeProgram(device, "fill.comp") {}
///       Fill& count(std::uint64_t keys) { return set("count", keys); }
///       Fill& keys(const BufferBinding& buffer) { return bind(0, buffer); }
///     };
///     fill.count(n).keys(buffer).dispatch(n / 64);
///
/// dispatch() forgets what was set, so that no dispatch takes over a buffer or a number from the one before.
template <typename Self>
class ComputeProgram {
 public:
  /// `path` below shaders/. Throws InternalError with file:line of compile errors.
  ComputeProgram(Device& device, const std::string& path, const Defines& defines = {})
      : device_(&device), program_(&device.compute_program(path, defines)) {}

  /// `rounds`: of all loops of an invocation together, at the most.
  void dispatch(std::uint64_t workgroups, std::uint64_t rounds = few_rounds) {
    call_.workgroups = whole("workgroups", workgroups);
    execute(rounds);
  }
  /// As many workgroups as three numbers at the start of `counts` say once the device has come to it.
  void dispatch_counted(BufferBinding counts, std::uint64_t rounds = few_rounds) {
    counts.binding = workgroup_counts;
    call_.buffers.push_back(counts);
    execute(rounds);
  }

 protected:
  /// Numbers of keys, and whatever else shaders take as uint. Throws InternalError if there are too many for that.
  Self& set(std::string_view uniform, std::uint64_t number) { return give({uniform, whole(uniform, number)}); }
  /// What the uniform's type is beside uint.
  Self& give(const Uniform& uniform) {
    call_.uniforms.push_back(uniform);
    return self();
  }
  /// The bytes that `buffer` names, as storage block `block`.
  Self& bind(std::uint32_t block, BufferBinding buffer) {
    buffer.binding = block;
    call_.buffers.push_back(buffer);
    return self();
  }
  Self& sample(std::string_view sampler, const Texture& texture) {
    call_.textures.push_back({.sampler = sampler, .texture = &texture});
    return self();
  }
  /// Blocks that carry their numbers.
  Self& bind(const std::vector<BufferBinding>& buffers) {
    call_.buffers.insert(call_.buffers.end(), buffers.begin(), buffers.end());
    return self();
  }

 private:
  void execute(std::uint64_t rounds) {
    DispatchCall call = std::move(call_);
    call_ = {};
    call.program = program_;
    call.rounds = rounds;
    device_->executor().dispatch(call);
  }
  Self& self() { return static_cast<Self&>(*this); }
  static std::uint32_t whole(std::string_view what, std::uint64_t number) {
    if (number <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(number);
    throw InternalError(fmt::format("{} = {} does not fit the 32 bits that a shader takes", what, number));
  }

  Device* device_;
  const Program* program_;
  DispatchCall call_;
};

}  // namespace texelsort::gpu
