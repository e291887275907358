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

namespace texelsort::gpu {

/// Pseudo-binding of a BufferBinding that is not a storage block: the device reads the number of workgroups along x, y
/// and z from it. DispatchCall::workgroups is then ignored.
inline constexpr std::uint32_t workgroup_counts = 0xFFFF'FFFF;

/// Compute shader and the arguments of its next dispatch. A derived type names the uniforms and storage blocks of its
/// shader, with one setter each:
///
///     struct Fill : ComputeProgram<Fill> {
///       Fill(Device& device) : ComputeProgram(device, "fill.comp") {}
///       Fill& count(std::uint64_t keys) { return set("count", keys); }
///       Fill& keys(const BufferBinding& buffer) { return bind(0, buffer); }
///     };
///     fill.count(n).keys(buffer).dispatch(n / 64);
///
/// dispatch() resets all arguments, so that no dispatch inherits a buffer or a number from an earlier one.
template <typename Self>
class ComputeProgram {
 public:
  /// Loads the shader at `path`, relative to shaders/. Throws InternalError with file:line of compile errors.
  ComputeProgram(Device& device, const std::string& path, const Defines& defines = {})
      : device_(&device), program_(&device.compute_program(path, defines)) {}

  /// Dispatches `workgroups` workgroups. `rounds` is an upper bound of the iterations of all loops of an invocation.
  void dispatch(std::uint64_t workgroups, std::uint64_t rounds = few_rounds) {
    call_.workgroups = whole("workgroups", workgroups);
    execute(rounds);
  }
  /// Dispatches the number of workgroups that the first three numbers of `counts` give when the device executes the
  /// call.
  void dispatch_counted(BufferBinding counts, std::uint64_t rounds = few_rounds) {
    counts.binding = workgroup_counts;
    call_.buffers.push_back(counts);
    execute(rounds);
  }

 protected:
  /// Sets a uint uniform, such as a number of keys. Throws InternalError if the number exceeds 32 bits.
  Self& set(std::string_view uniform, std::uint64_t number) { return give({uniform, whole(uniform, number)}); }
  /// Sets a uniform of any type.
  Self& give(const Uniform& uniform) {
    call_.uniforms.push_back(uniform);
    return self();
  }
  /// Binds a range of a buffer as storage block `block`.
  Self& bind(std::uint32_t block, BufferBinding buffer) {
    buffer.binding = block;
    call_.buffers.push_back(buffer);
    return self();
  }
  Self& sample(std::string_view sampler, const Texture& texture) {
    call_.textures.push_back({.sampler = sampler, .texture = &texture});
    return self();
  }
  /// Binds buffers to the blocks that they name.
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
