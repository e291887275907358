#include <algorithm>
#include <vector>

#include "compute/cuda/buffer.h"
#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/event.h"

namespace texelsort::cuda {

double copy_ms(int ordinal, std::uint64_t bytes) {
  const Stream stream(ordinal);
  Driver& driver = stream.driver();
  const Buffer from(bytes, "a copy's source"), to(bytes, "a copy's target");
  driver.clear(stream.handle(), from.data(), bytes);
  const auto copy = [&] { driver.copy(stream.handle(), to.data(), from.data(), bytes, Driver::Way::within); };
  constexpr int warm_ups = 4, samples = 9;
  for (int i = 0; i < warm_ups; ++i) copy();
  SpanTimer timer;
  for (int i = 0; i < samples; ++i) {
    timer.begin(stream);
    copy();
    timer.end(stream);
  }
  std::vector<double> times = timer.take();
  std::ranges::sort(times);
  return times[samples / 2];
}

}  // namespace texelsort::cuda
