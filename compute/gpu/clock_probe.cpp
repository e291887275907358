#include "compute/gpu/clock_probe.h"

#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

#include "compute/gpu/executor.h"
#include "compute/gpu/gl.h"

namespace texelsort::gpu {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

struct Reading {
  double timestamp_ms = 0;
  double wall_ms = 0;
};

class Probe {
 public:
  explicit Probe(Device& device)
      : program_(device.compute_program("common/clock_probe.comp")),
        executor_(device.executor()),
        sink_(256, "clock probe") {
    glGenQueries(2, queries_.data());
  }
  ~Probe() { glDeleteQueries(2, queries_.data()); }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  Reading read(std::uint32_t rounds) {
    glFinish();
    const auto start = std::chrono::steady_clock::now();
    glQueryCounter(queries_[0], GL_TIMESTAMP);
    executor_.dispatch({.program = &program_, .buffers = {{0, &sink_}}, .uniforms = {{"rounds", rounds}}});
    glQueryCounter(queries_[1], GL_TIMESTAMP);
    glFinish();
    const Milliseconds wall = std::chrono::steady_clock::now() - start;
    std::array<GLuint64, 2> ticks{};
    for (int i = 0; i < 2; ++i) glGetQueryObjectui64v(queries_[i], GL_QUERY_RESULT, &ticks[i]);
    return {static_cast<double>(static_cast<GLint64>(ticks[1] - ticks[0])) * 1e-6, wall.count()};
  }

 private:
  const Program& program_;
  Executor& executor_;
  Buffer sink_;
  std::array<GLuint, 2> queries_{};
};

}  // namespace

ClockChoice probe_clock(Device& device) {
  GLint bits = 0;
  glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
  if (bits < 36) return {Clock::fenced_wall, fmt::format("the timestamp counter has {} bits", bits)};
  if (!device.info().compute) return {Clock::fenced_wall, "no compute shaders to probe timestamps with"};

  Probe probe(device);
  constexpr double long_enough_ms = 4.0;  // a hundred times the cost of a launch and a wait
  std::uint32_t rounds = 1u << 10;
  Reading reading = probe.read(rounds);
  while (reading.wall_ms < long_enough_ms && rounds < (1u << 26)) reading = probe.read(rounds *= 2);

  std::array<double, 3> ratios{};
  for (double& ratio : ratios) {
    const Reading sample = probe.read(rounds);
    ratio = sample.timestamp_ms / sample.wall_ms;
  }
  std::ranges::sort(ratios);
  // The wall span holds the launch and the wait too, so it is a little longer; all samples must say so, or the choice
  // would be left to chance.
  if (ratios.front() > 0.93 && ratios.back() < 1.02) {
    return {Clock::gl_timestamp, fmt::format("agrees with fenced wall time (ratio {:.3f})", ratios[1])};
  }
  return {Clock::fenced_wall, fmt::format("GL_TIMESTAMP disagrees with fenced wall time (ratios {:.3f} to {:.3f})",
                                          ratios.front(), ratios.back())};
}

}  // namespace texelsort::gpu
