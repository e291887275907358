#include "compute/measure/copy_bandwidth.h"

#include <array>
#include <chrono>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/gpu/executor.h"
#include "compute/measure/clock_warm_up.h"
#include "compute/measure/statistics.h"

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

const Copies& copies_on(const gpu::Device& device) {
  return device.info().software ? in_software : on_hardware;
}

/// Returns `bytes` bytes of initialised memory. Without initialisation, a software renderer would read a single page of
/// zeros over and over.
std::vector<std::uint32_t> some_words(std::uint64_t bytes) {
  std::vector<std::uint32_t> words(bytes / sizeof(std::uint32_t));
  std::iota(words.begin(), words.end(), 1u);
  return words;
}

double median_bandwidth(const Copies& copies, const std::function<double()>& timed_copy_ms) {
  for (int i = 0; i < copies.warm_ups; ++i) timed_copy_ms();
  std::array<double, timings> times{};
  for (double& time : times) time = timed_copy_ms();
  const double ms = summarise(times).median;
  if (ms <= 0) throw UnavailableError("the clock of this device measures no time for a copy");
  return static_cast<double>(2 * copies.bytes) / ms * 1e3;
}

double fragment_bandwidth(gpu::Device& device) {
  const Copies& copies = copies_on(device);
  const std::uint64_t bytes = copies.bytes;
  constexpr std::uint32_t width = 2048;
  const gpu::Extent extent{width, static_cast<std::uint32_t>(bytes / sizeof(std::uint32_t) / width)};
  gpu::Texture from(extent, gpu::TexelFormat::r32ui, "copy source"), to(extent, gpu::TexelFormat::r32ui, "copy target");
  const std::vector<std::uint32_t> words = some_words(bytes);
  from.write({0, 0, extent.width, extent.height}, std::as_bytes(std::span(words)));
  gpu::DrawCall call;
  call.program = &device.draw_program("common/fullscreen.vert", "common/copy.frag");
  call.targets = {&to};
  call.textures = {{"copied_from", &from}};
  call.uniforms = {{"texel_size", 1.0f / glm::vec2(extent.width, extent.height)}};
  gpu::Executor& executor = device.executor();
  ClockWarmUp(&device).wake();
  const double bandwidth = median_bandwidth(copies, [&] { return executor.time([&] { executor.draw_aside(call); }); });
  device.check_errors("measuring the copy bandwidth of fragment passes");
  return bandwidth;
}

double compute_bandwidth(gpu::Device& device) {
  const Copies& copies = copies_on(device);
  const std::uint64_t bytes = copies.bytes;
  gpu::Buffer from(device, bytes, "copy source"), to(device, bytes, "copy target");
  const std::vector<std::uint32_t> words = some_words(bytes);
  from.write(0, std::as_bytes(std::span(words)));
  constexpr std::uint32_t workgroup = 256, bytes_an_invocation = 16;
  gpu::DispatchCall call;
  call.program = &device.compute_program("common/copy.comp", {{"WORKGROUP", std::to_string(workgroup)}});
  call.buffers = {{0, &from}, {1, &to}};
  call.workgroups = static_cast<std::uint32_t>(bytes / bytes_an_invocation / workgroup);
  gpu::Executor& executor = device.executor();
  ClockWarmUp(&device).wake();
  const double bandwidth = median_bandwidth(copies, [&] { return executor.time([&] { executor.dispatch(call); }); });
  device.check_errors("measuring the copy bandwidth of compute passes");
  return bandwidth;
}

double cuda_bandwidth(int ordinal) {
  const double ms = cuda::copy_ms(ordinal, on_hardware.bytes);
  if (ms <= 0) throw UnavailableError("CUDA events measure no time for a copy");
  return static_cast<double>(2 * on_hardware.bytes) / ms * 1e3;
}

double cpu_bandwidth() {
  const std::uint64_t bytes = by_memcpy.bytes;
  const std::vector<std::uint32_t> from = some_words(bytes);
  std::vector<std::uint32_t> to(from.size());
  volatile std::uint32_t seen = 0;  // read the target, so that the compiler does not remove the copy
  return median_bandwidth(by_memcpy, [&] {
    const auto start = std::chrono::steady_clock::now();
    std::memcpy(to.data(), from.data(), bytes);
    seen = to[seen % to.size()];
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  });
}

}  // namespace

double CopyBandwidth::bytes_per_second(algorithms::Backend backend) {
  if (const auto found = known_.find(backend); found != known_.end()) return found->second;
  const auto measured = [&] {
    if (backend == algorithms::Backend::cpu) return cpu_bandwidth();
    if (device_ == nullptr) throw UnavailableError("no OpenGL device to measure a copy on");
    if (backend == algorithms::Backend::fragment) return fragment_bandwidth(*device_);
    if (backend == algorithms::Backend::compute) return compute_bandwidth(*device_);
    // Measure memcpy if the CPU executes CUDA kernels, because their copies use it.
    const int ordinal = cuda::choose(device_->info(), execution_).ordinal;
    return ordinal == cuda::cpu_ordinal ? cpu_bandwidth() : cuda_bandwidth(ordinal);
  };
  const double bandwidth = measured();
  known_.emplace(backend, bandwidth);
  return bandwidth;
}

}  // namespace texelsort::measure
