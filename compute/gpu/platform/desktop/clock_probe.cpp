#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "compute/gpu/executor.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/probes.h"
#include "compute/gpu/timer_ring.h"

namespace texelsort::gpu {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

class Probe {
 public:
  explicit Probe(Device& device)
      : program_(device.compute_program("common/clock_probe.comp")),
        executor_(device.executor()),
        sink_(256, "clock probe") {}

  /// Measures three dispatches without waits between them.
  ClockReading read(std::uint32_t rounds) {
    glFinish();
    const auto start = std::chrono::steady_clock::now();
    for (const std::uint32_t work : {1u, rounds, 1u}) {
      ring_.begin();
      executor_.dispatch(
          {.program = &program_, .buffers = {{0, &sink_}}, .uniforms = {{"rounds", work}}, .rounds = work});
      ring_.end();
    }
    glFinish();
    ClockReading reading{.wall_ms = Milliseconds(std::chrono::steady_clock::now() - start).count()};
    std::ranges::copy(ring_.take(), reading.spans_ms.begin());
    return reading;
  }

 private:
  const Program& program_;
  Executor& executor_;
  Buffer sink_;
  TimerRing ring_;
};

}  // namespace

std::optional<bool> trusts_timestamps(std::span<const ClockReading> readings) {
  constexpr std::size_t few = 3, many = 9;
  const auto credible = static_cast<std::size_t>(std::ranges::count_if(readings, &ClockReading::credible));
  if (readings.size() == few && (credible == 0 || credible == few)) return credible == few;
  if (readings.size() < many) return std::nullopt;
  return 3 * credible >= 2 * many;
}

ClockChoice probe_clock(Device& device) {
  if (device.info().software)
    return {Clock::fenced_wall,
            "a software renderer takes timestamps when it queues "
            "commands, not when it executes them"};
  GLint bits = 0;
  glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
  if (bits < 36) return {Clock::fenced_wall, fmt::format("the timestamp counter has {} bits", bits)};
  if (!device.info().compute)
    return {Clock::fenced_wall,
            "there are no compute shaders, which the test of "
            "timestamps needs"};

  Probe probe(device);
  constexpr double long_enough_ms = 4.0;  // a hundred times the cost of a launch and a wait
  std::uint32_t rounds = 1u << 10;
  // The first use of a shader, or a busy host, lengthens single readings.
  const auto calm_ms = [&] { return std::min(probe.read(rounds).wall_ms, probe.read(rounds).wall_ms); };
  while (calm_ms() < long_enough_ms && rounds < (1u << 26)) rounds *= 2;

  std::vector<ClockReading> readings;
  std::optional<bool> trusted;
  while (!(trusted = trusts_timestamps(readings))) readings.push_back(probe.read(rounds));
  if (*trusted) {
    const auto good = std::ranges::find_if(readings, &ClockReading::credible);
    return {Clock::gl_timestamp, fmt::format("agrees with fenced wall time (ratio {:.3f})", good->ratio()), rounds};
  }
  const auto bad = std::ranges::find_if_not(readings, &ClockReading::credible);
  return {
      Clock::fenced_wall,
      fmt::format("GL_TIMESTAMP counts {:.3f}, {:.3f} and {:.3f} ms to a short, a long and a short span of {:.3f} ms",
                  bad->spans_ms[0], bad->spans_ms[1], bad->spans_ms[2], bad->wall_ms)};
}

}  // namespace texelsort::gpu
