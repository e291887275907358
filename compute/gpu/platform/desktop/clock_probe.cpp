#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

#include "compute/gpu/executor.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/probes.h"
#include "compute/gpu/timer_ring.h"

namespace texelsort::gpu {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

/// Spans of a short, a long and a short dispatch, without waits between them.
struct Reading {
  std::array<double, 3> spans_ms{};
  double wall_ms = 0;

  double ratio() const { return spans_ms[1] / wall_ms; }
  /// Returns whether timestamps attribute the work to the long span. Wall time includes launches and the wait, so it is
  /// slightly longer.
  bool credible() const {
    return ratio() > 0.93 && ratio() < 1.02 && spans_ms[0] < 0.1 * wall_ms && spans_ms[2] < 0.1 * wall_ms;
  }
};

class Probe {
 public:
  explicit Probe(Device& device)
      : program_(device.compute_program("common/clock_probe.comp")),
        executor_(device.executor()),
        sink_(256, "clock probe") {}

  Reading read(std::uint32_t rounds) {
    glFinish();
    const auto start = std::chrono::steady_clock::now();
    for (const std::uint32_t work : {1u, rounds, 1u}) {
      ring_.begin();
      executor_.dispatch(
          {.program = &program_, .buffers = {{0, &sink_}}, .uniforms = {{"rounds", work}}, .rounds = work});
      ring_.end();
    }
    glFinish();
    Reading reading{.wall_ms = Milliseconds(std::chrono::steady_clock::now() - start).count()};
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
  Reading reading = probe.read(rounds);
  while (reading.wall_ms < long_enough_ms && rounds < (1u << 26)) reading = probe.read(rounds *= 2);

  std::array<Reading, 3> samples{};
  for (Reading& sample : samples) sample = probe.read(rounds);
  // Require all samples to agree, so that the choice is not random.
  const auto worst = std::ranges::find_if_not(samples, &Reading::credible);
  if (worst == samples.end()) {
    return {Clock::gl_timestamp, fmt::format("agrees with fenced wall time (ratio {:.3f})", samples[1].ratio()),
            rounds};
  }
  return {
      Clock::fenced_wall,
      fmt::format("GL_TIMESTAMP counts {:.3f}, {:.3f} and {:.3f} ms to a short, a long and a short span of {:.3f} ms",
                  worst->spans_ms[0], worst->spans_ms[1], worst->spans_ms[2], worst->wall_ms)};
}

}  // namespace texelsort::gpu
