/// Program that prints frame times of the window. Run it on an idle machine; docs/measuring.md has the command.

#include <algorithm>

#include <fmt/format.h>

#include "app/session/race.h"
#include "app/session/run_timer.h"
#include "app/session/tuning.h"
#include "tests/app/frames.h"
#include "tests/app/specs.h"

namespace texelsort::app {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void report(const char* what, std::vector<double> times) {
  std::ranges::sort(times);
  const auto at = [&times](double share) {
    return 1e3 * times[static_cast<std::size_t>(share * (times.size() - 1.0))];
  };
  fmt::print("{:<34}{:>8.1f}{:>8.1f}{:>8.1f}{:>8.1f}\n", what, 1e3 / at(0.5), at(0.5), at(0.95), at(1));
}

void measure() {
  constexpr int count = 100;
  const auto start = Clock::now();
  const auto device = gpu::Device::headless();
  const double created = since(start);
  {
    Session session(device.get());
    session.open(uniform(1 << 16), "bitonic/grouped-quads");
    Frames frames(*device, session);
    frames.draw();
  }
  fmt::print("{}\nfirst frame at 2^16 keys: {:.0f} ms, {:.0f} ms of them for the device\n\n", device->info().renderer,
             1e3 * since(start), 1e3 * created);
  fmt::print("{:<34}{:>8}{:>8}{:>8}{:>8}\n", "2^20 keys, 1280 x 720", "frames/s", "median", "95 %", "ms most");
  Session session(device.get());
  session.open(uniform(1 << 20), "bitonic/grouped-quads");
  Frames frames(*device, session);
  frames.draw();
  report("still", frames.seconds(count));
  session.set_playing(true);
  report("playing, 4 passes/s", frames.seconds(count));
  session.seek(0);
  session.speed = 256;
  session.set_playing(true);
  report("playing, 256 passes/s", frames.seconds(count));
  session.set_playing(false);
  session.look.workspace = "race";
  frames.draw();
  race_of(session).set_playing(true);
  report("two runs racing", frames.seconds(count));
  fmt::print("after {} and {} passes\n", race_of(session).lanes().front()->player().position(),
             race_of(session).lanes().back()->player().position());
}

/// Measures frames in which 2^16 keys travel in the texture and the bars.
void measure_motion() {
  const auto device = gpu::Device::headless();
  Session session(device.get());
  session.open(uniform(1 << 16), "bitonic/grouped-quads");
  session.look.motion = true;
  Frames frames(*device, session);
  frames.draw();
  fmt::print("\n{:<34}{:>8}{:>8}{:>8}{:>8}\n", "2^16 keys, 1280 x 720", "frames/s", "median", "95 %", "ms most");
  std::vector<double> moving, starting;
  session.look.motion_seconds = 1;
  for (int pass = 0; pass < 12; ++pass) {
    session.seek(10 * static_cast<std::uint64_t>(pass));
    frames.draw();
    session.step(1);
    const auto first = frames.seconds(1);
    const auto others = frames.seconds(12);
    starting.push_back(first.front());
    moving.insert(moving.end(), others.begin(), others.end());
  }
  report("first frame of a motion", starting);
  report("keys travel", moving);
}

/// Measures a sweep and the measurement of a parameter, while frames are drawn as fast as possible.
void measure_tuning() {
  constexpr int count = 200;
  const auto device = gpu::Device::headless();
  Session session(device.get());
  session.has_user = true;
  session.open(uniform(1 << 16), "radix/grs@compute");
  session.look.workspace = "tuning";
  Frames frames(*device, session);
  frames.draw();
  fmt::print("\n{:<34}{:>8}{:>8}{:>8}{:>8}\n", "2^16 keys, 1280 x 720", "frames/s", "median", "95 %", "ms most");
  report("the workspace for tuning", frames.seconds(count));
  Tuning& tuning = workspace<Tuning>(session);
  tuning.request = {.competitors = {"radix/grs@compute", "bitonic/grouped-quads"},
                    .axes = {"digit=1..8", "workgroup=8..64:x2", "tile=512..4096:x2"},
                    .sizes = {"2^16"}};
  tuning.request.budget.budget.seconds = 0.2;
  const auto start = Clock::now();
  if (!tuning.start()) fmt::print("{}\n", tuning.message());
  report("while a sweep runs", frames.seconds(2 * count));
  fmt::print("{} configurations in {:.1f} s\n", tuning.results().rows.size(), since(start));
  const auto asked = Clock::now();
  tuning.cancel();
  while (tuning.state() != Tuning::State::idle) frames.draw();
  fmt::print("cancelled within {:.2f} s\n", since(asked));
  session.look.workspace.clear();
  frames.draw();
  workspace<RunTimer>(session).measure(session);
  report("while a setting is measured", frames.seconds(count / 4));
}

}  // namespace
}  // namespace texelsort::app

int main() {
  texelsort::app::measure();
  texelsort::app::measure_motion();
  texelsort::app::measure_tuning();
}
