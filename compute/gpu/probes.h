#pragma once

#include <cstdint>
#include <string>

#include "compute/gpu/device.h"

namespace texelsort::gpu {

struct ClockChoice {
  Clock clock = Clock::fenced_wall;
  std::string reason;
  /// Rounds of common/clock_probe.comp that need a few milliseconds; 0 unless the clock is gl_timestamp.
  std::uint32_t busy_rounds = 0;
};

/// Measures compute work (no rasterisation) with GL_TIMESTAMP and with fenced wall time. Chooses timestamps only if
/// both agree. Skips software renderers: Mesa stamps a command when it is queued, so agreement would be chance. Needs a
/// few milliseconds.
ClockChoice probe_clock(Device& device);

/// Returns the subgroup size that shaders may rely on: 32 or 0. It is 32 if the driver supports the features that
/// shaders/common/subgroups.glsl needs (KHR_shader_subgroup) and a test workgroup consists of full subgroups of 32.
/// Drivers may use narrower subgroups than the size that they report.
std::uint32_t probe_subgroups(Device& device);

/// Returns whether all candidate devices are known to be CPU rasterisers. Creates no context.
bool has_only_software();

}  // namespace texelsort::gpu
