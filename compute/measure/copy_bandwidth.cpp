#include "compute/measure/copy_bandwidth.h"

#include <array>

#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/measure/clock_warm_up.h"
#include "compute/measure/statistics.h"
#include "compute/measure/timed_copy.h"

namespace texelsort::measure {
namespace {

constexpr int timings = 5;

/// Size in bytes of the copied array, and number of copies before timing starts.
struct Copies {
  std::uint64_t bytes = 0;
  int warm_ups = 1;
};

/// For GPUs, 256 MiB are much larger than the level-2 cache of an NVIDIA H200 (50 MiB).
constexpr Copies on_hardware{std::uint64_t{256} << 20, 4};
constexpr Copies in_software{std::uint64_t{8} << 20, 1};
constexpr Copies by_memcpy{std::uint64_t{32} << 20, 1};

const Copies& copies_of(algorithms::Backend backend, const gpu::Device* device,
                        const cuda::ExecutionOptions& execution) {
  if (backend == algorithms::Backend::cpu || device == nullptr) return by_memcpy;
  if (backend == algorithms::Backend::cuda) {
    return cuda::choose(device->info(), execution).ordinal == cuda::cpu_ordinal ? by_memcpy : on_hardware;
  }
  return device->info().software ? in_software : on_hardware;
}

}  // namespace

double CopyBandwidth::bytes_per_second(algorithms::Backend backend) {
  if (const auto found = known_.find(backend); found != known_.end()) return found->second;
  const Copies& copies = copies_of(backend, device_, execution_);
  const auto copy = timed_copy(backend, device_, execution_, copies.bytes);
  if (backend != algorithms::Backend::cpu) ClockWarmUp(device_).wake();
  for (int i = 0; i < copies.warm_ups; ++i) copy->copy_ms(1);
  std::array<double, timings> times{};
  for (double& time : times) time = copy->copy_ms(1);
  const double ms = summarise(times).median;
  if (ms <= 0) throw UnavailableError("the clock of this device measures no time for a copy");
  const double bandwidth = static_cast<double>(2 * copies.bytes) / ms * 1e3;
  known_.emplace(backend, bandwidth);
  return bandwidth;
}

}  // namespace texelsort::measure
