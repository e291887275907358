#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "compute/gpu/device.h"

namespace texelsort::gpu {

/// Spans of a short, a long and a short dispatch by timestamps, and the time of all three by the wall clock.
struct ClockReading {
  std::array<double, 3> spans_ms{};
  double wall_ms = 0;

  double ratio() const { return spans_ms[1] / wall_ms; }
  /// Returns whether timestamps attribute the work to the long span. Wall time includes launches and the wait, so it is
  /// slightly longer.
  bool credible() const {
    return ratio() > 0.93 && ratio() < 1.02 && spans_ms[0] < 0.1 * wall_ms && spans_ms[2] < 0.1 * wall_ms;
  }
};

/// Returns whether to trust timestamps, or null if more readings must decide. Three readings that agree decide. If only
/// some of them are credible, the machine may have been busy, and two thirds of nine readings must be credible.
std::optional<bool> trusts_timestamps(std::span<const ClockReading> readings);

struct ClockChoice {
  Clock clock = Clock::fenced_wall;
  std::string reason;
  /// Rounds of common/clock_probe.comp that need a few milliseconds; 0 unless the clock is gl_timestamp.
  std::uint32_t busy_rounds = 0;
};

/// Measures compute work (no rasterisation) with GL_TIMESTAMP and with fenced wall time. Chooses timestamps only if
/// both agree; see trusts_timestamps(). Skips software renderers: Mesa stamps a command when it is queued, so agreement
/// would be chance. Needs a few milliseconds.
ClockChoice probe_clock(Device& device);

/// Returns the subgroup size that shaders may rely on: 32 or 0. It is 32 if the driver supports the features that
/// shaders/common/subgroups.glsl needs (KHR_shader_subgroup) and a test workgroup consists of full subgroups of 32.
/// Drivers may use narrower subgroups than the size that they report.
std::uint32_t probe_subgroups(Device& device);

/// Returns whether all candidate devices are known to be CPU rasterisers. Creates no context.
bool has_only_software();

}  // namespace texelsort::gpu
