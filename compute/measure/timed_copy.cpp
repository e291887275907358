#include "compute/measure/timed_copy.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <vector>

#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/gpu/executor.h"

namespace texelsort::measure {
namespace {

constexpr std::uint32_t copy_workgroup = 256, bytes_per_invocation = 16, texture_width = 2048;

/// Returns `bytes` bytes of initialised memory. Without initialisation, a software renderer would read a single page of
/// zeros over and over.
std::vector<std::uint32_t> some_words(std::uint64_t bytes) {
  std::vector<std::uint32_t> words(bytes / sizeof(std::uint32_t));
  std::iota(words.begin(), words.end(), 1u);
  return words;
}

class FragmentCopy final : public TimedCopy {
 public:
  FragmentCopy(gpu::Device& device, std::uint64_t bytes)
      : device_(device),
        extent_{texture_width, static_cast<std::uint32_t>(bytes / sizeof(std::uint32_t) / texture_width)},
        from_(extent_, gpu::TexelFormat::r32ui, "copy source"),
        to_(extent_, gpu::TexelFormat::r32ui, "copy target") {
    const std::vector<std::uint32_t> words = some_words(bytes);
    from_.write({0, 0, extent_.width, extent_.height}, std::as_bytes(std::span(words)));
    call_.program = &device.draw_program("common/fullscreen.vert", "common/copy.frag");
    call_.targets = {&to_};
    call_.textures = {{"copied_from", &from_}};
    call_.uniforms = {{"texel_size", 1.0f / glm::vec2(extent_.width, extent_.height)}};
  }
  double copy_ms(int count) override {
    const double ms = device_.executor().time([&] {
      for (int i = 0; i < count; ++i) device_.executor().draw_aside(call_);
    });
    device_.check_errors("timing copies by fragment passes");
    return ms;
  }

 private:
  gpu::Device& device_;
  gpu::Extent extent_;
  gpu::Texture from_, to_;
  gpu::DrawCall call_;
};

class ComputeCopy final : public TimedCopy {
 public:
  ComputeCopy(gpu::Device& device, std::uint64_t bytes)
      : device_(device), from_(device, bytes, "copy source"), to_(device, bytes, "copy target") {
    const std::vector<std::uint32_t> words = some_words(bytes);
    from_.write(0, std::as_bytes(std::span(words)));
    call_.program = &device.compute_program("common/copy.comp", {{"WORKGROUP", std::to_string(copy_workgroup)}});
    call_.buffers = {{0, &from_}, {1, &to_}};
    call_.workgroups = static_cast<std::uint32_t>(bytes / bytes_per_invocation / copy_workgroup);
  }
  double copy_ms(int count) override {
    const double ms = device_.executor().time([&] {
      for (int i = 0; i < count; ++i) device_.executor().dispatch(call_);
    });
    device_.check_errors("timing copies by compute passes");
    return ms;
  }

 private:
  gpu::Device& device_;
  gpu::Buffer from_, to_;
  gpu::DispatchCall call_;
};

class CudaCopy final : public TimedCopy {
 public:
  CudaCopy(int ordinal, std::uint64_t bytes) : ordinal_(ordinal), bytes_(bytes) {}
  double copy_ms(int count) override { return count * cuda::copy_ms(ordinal_, bytes_); }

 private:
  int ordinal_;
  std::uint64_t bytes_;
};

class MemoryCopy final : public TimedCopy {
 public:
  explicit MemoryCopy(std::uint64_t bytes) : from_(some_words(bytes)), to_(from_.size()) {}
  double copy_ms(int count) override {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
      std::memcpy(to_.data(), from_.data(), from_.size() * sizeof(std::uint32_t));
      seen_ = to_[seen_ % to_.size()];
    }
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  std::vector<std::uint32_t> from_, to_;
  volatile std::uint32_t seen_ = 0;  ///< a read of the target, so that the compiler does not remove the copy
};

}  // namespace

std::unique_ptr<TimedCopy> timed_copy(algorithms::Backend backend, gpu::Device* device,
                                      const cuda::ExecutionOptions& execution, std::uint64_t bytes) {
  constexpr std::uint64_t row = texture_width * sizeof(std::uint32_t);
  const std::uint64_t whole = (bytes + row - 1) / row * row;
  if (backend == algorithms::Backend::cpu) return std::make_unique<MemoryCopy>(whole);
  if (device == nullptr) throw UnavailableError("no OpenGL device to measure a copy on");
  if (backend == algorithms::Backend::fragment) return std::make_unique<FragmentCopy>(*device, whole);
  if (backend == algorithms::Backend::compute) return std::make_unique<ComputeCopy>(*device, whole);
  // Use memcpy if the CPU executes CUDA kernels, because their copies use it.
  const int ordinal = cuda::choose(device->info(), execution).ordinal;
  if (ordinal == cuda::cpu_ordinal) return std::make_unique<MemoryCopy>(whole);
  return std::make_unique<CudaCopy>(ordinal, whole);
}

CopyControl::CopyControl(algorithms::Backend backend, gpu::Device* device, const cuda::ExecutionOptions& execution,
                         std::uint64_t key_bytes) {
  // Shorter copies measure only a launch, and larger ones need much memory.
  constexpr std::uint64_t least = std::uint64_t{64} << 10, most = std::uint64_t{64} << 20;
  copy_ = timed_copy(backend, device, execution, std::clamp(key_bytes, least, most));
  sample();
}

}  // namespace texelsort::measure
