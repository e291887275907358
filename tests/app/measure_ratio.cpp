/// Prints the ratio of times, and its 95 % interval, that the window shows after a change of a parameter:
///
///     measure_ratio SORT N PARAMETER OLD NEW
///
/// scripts/measure_verdicts.py runs it.

#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "app/problem/problem_options.h"
#include "app/session/run_timer.h"
#include "app/tuning/device_thread.h"
#include "tests/app/frames.h"
#include "tests/app/specs.h"

namespace texelsort::app {

namespace {

constexpr std::chrono::seconds longest{90};

bool wait_for_measurement(Session& session) {
  const auto start = std::chrono::steady_clock::now();
  while (!workspace<RunTimer>(session).measurement()) {
    session.update(0.02);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (std::chrono::steady_clock::now() - start > longest) return false;
  }
  return true;
}

int measure_ratio(char** words) {
  const auto device = gpu::Device::headless();
  Session session(device.get());
  session.has_user = true;
  session.open(uniform(size_option(words[2], "N")), words[1], {{words[3], words[4]}});
  workspace<RunTimer>(session).measure(session);
  const bool measured =
      wait_for_measurement(session) && session.change_parameter(words[3], words[5]) && wait_for_measurement(session);
  const auto ratio = workspace<RunTimer>(session).ratio();
  if (!measured || !ratio) {
    fmt::print(stderr, "no ratio: {}\n", session.message());
    return 1;
  }
  fmt::print("{} {} {}\n", ratio->estimate, ratio->low, ratio->high);
  return 0;
}

}  // namespace

}  // namespace texelsort::app

int main(int count, char** words) {
  constexpr int expected = 6;
  if (count != expected) {
    fmt::print(stderr, "usage: measure_ratio SORT N PARAMETER OLD NEW\n");
    return 2;
  }
  return texelsort::app::measure_ratio(words);
}
