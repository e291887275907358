#include "compute/cuda/driver.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <GL/gl.h>
#include <unistd.h>
// This header must follow OpenGL's header.
#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "compute/cuda/error.h"
#include "compute/data/large_pages.h"
#include "compute/data/parallel_tasks.h"

namespace texelsort::cuda {
namespace {

constexpr cudaMemcpyKind kind_of(Driver::Way way) {
  switch (way) {
    case Driver::Way::to_device:
      return cudaMemcpyHostToDevice;
    case Driver::Way::from_device:
      return cudaMemcpyDeviceToHost;
    case Driver::Way::within:
      return cudaMemcpyDeviceToDevice;
  }
  return cudaMemcpyDefault;
}

constexpr std::string_view call_of(Driver::Way way) {
  switch (way) {
    case Driver::Way::to_device:
      return "cudaMemcpyAsync to the device";
    case Driver::Way::from_device:
      return "cudaMemcpyAsync to the host";
    case Driver::Way::within:
      return "cudaMemcpyAsync within the device";
  }
  return "";
}

constexpr std::uint64_t large_page = std::uint64_t{2} << 20;

/// Allocator of pinned memory from large pages, which several threads touch first. On a host with an H100, 48 MiB need
/// 5 ms, compared with 27 ms for cudaMallocHost.
class PinnedLargePages {
 public:
  /// Allocates pinned memory. Returns null if the memory cannot be allocated or pinned.
  std::byte* allocate(std::uint64_t bytes) {
    const std::uint64_t pages = (bytes + large_page - 1) / large_page;
    if (pages * large_page < bytes) return nullptr;
    Memory memory(static_cast<std::byte*>(std::aligned_alloc(large_page, pages * large_page)));
    if (memory == nullptr) return nullptr;
    data::prefer_large_pages({memory.get(), pages * large_page});
    constexpr std::uint64_t threads = 8;
    data::parallel_tasks(std::min(threads, pages), [&](std::uint64_t thread) {
      for (std::uint64_t page = thread; page < pages; page += threads) {
        std::memset(memory.get() + page * large_page, 0, large_page);
      }
    });
    if (cudaHostRegister(memory.get(), pages * large_page, cudaHostRegisterDefault) != cudaSuccess) {
      cudaGetLastError();
      return nullptr;
    }
    const std::lock_guard lock(mutex_);
    std::byte* const start = memory.get();
    all_.emplace(start, std::move(memory));
    return start;
  }
  /// Frees pinned memory of this allocator. Returns false if `start` is from another allocator.
  bool release(std::byte* start) {
    const std::lock_guard lock(mutex_);
    const auto found = all_.find(start);
    if (found == all_.end()) return false;
    cudaHostUnregister(start);
    all_.erase(found);
    return true;
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<std::byte, Free>;
  std::mutex mutex_;
  std::map<const std::byte*, Memory> all_;
};

class CudaDriver final : public Driver {
 public:
  void use(int ordinal) override { check(cudaSetDevice(ordinal), "cudaSetDevice"); }
  Memory memory() override {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return {free, total};
  }

  void reach(int ordinal) override {
    int own = 0, can = 0;
    check(cudaGetDevice(&own), "cudaGetDevice");
    const std::lock_guard lock(reached_mutex_);
    if (reached_.contains({own, ordinal})) return;
    check(cudaDeviceCanAccessPeer(&can, own, ordinal), "cudaDeviceCanAccessPeer");
    if (can == 0) return;
    const cudaError_t result = cudaDeviceEnablePeerAccess(ordinal, 0);
    if (result == cudaErrorPeerAccessAlreadyEnabled) {
      cudaGetLastError();  // clear CUDA's error if a library has already enabled the access
    } else {
      check(result, "cudaDeviceEnablePeerAccess");
    }
    reached_.insert({own, ordinal});
  }

  std::byte* allocate(std::uint64_t bytes, std::string_view what) override {
    void* memory = nullptr;
    check_allocation(cudaMalloc(&memory, bytes), "cudaMalloc", what, bytes);
    return static_cast<std::byte*>(memory);
  }
  void release(std::byte* memory) noexcept override { cudaFree(memory); }

  std::byte* allocate_pinned(std::uint64_t bytes) override {
    if (bytes >= large_page) {
      if (std::byte* const memory = large_pages_.allocate(bytes)) return memory;
    }
    void* memory = nullptr;
    check_allocation(cudaMallocHost(&memory, bytes), "cudaMallocHost", "pinned memory of the host", bytes);
    return static_cast<std::byte*>(memory);
  }
  void release_pinned(std::byte* memory) noexcept override {
    if (!large_pages_.release(memory)) cudaFreeHost(memory);
  }

  void copy(CUstream_st* stream, void* to, const void* from, std::uint64_t bytes, Way way) override {
    check(cudaMemcpyAsync(to, from, bytes, kind_of(way), stream), call_of(way));
  }
  void clear(CUstream_st* stream, void* memory, std::uint64_t bytes) override {
    check(cudaMemsetAsync(memory, 0, bytes, stream), "cudaMemsetAsync");
  }

  CUstream_st* make_stream(Turn turn, const std::optional<simt::Options>&) override {
    cudaStream_t stream = nullptr;
    int last = 0, first = 0;
    check(cudaDeviceGetStreamPriorityRange(&last, &first), "cudaDeviceGetStreamPriorityRange");
    check(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, turn == Turn::first ? first : last),
          "cudaStreamCreate");
    return stream;
  }
  void release(CUstream_st* stream) noexcept override { cudaStreamDestroy(stream); }
  void wait(CUstream_st* stream) override { check(cudaStreamSynchronize(stream), "cudaStreamSynchronize"); }

  void hang(CUstream_st* stream) override {
    const auto for_ever = [](void*) {
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    };
    check(cudaLaunchHostFunc(stream, for_ever, nullptr), "cudaLaunchHostFunc");
  }
  void leave_at_exit() override {
    on_exit(
        [](int status, void*) {
          std::fflush(nullptr);
          _exit(status);
        },
        nullptr);
  }

  CUevent_st* make_event() override {
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event), "cudaEventCreate");
    return event;
  }
  void release(CUevent_st* event) noexcept override { cudaEventDestroy(event); }
  void record(CUevent_st* event, CUstream_st* stream) override {
    check(cudaEventRecord(event, stream), "cudaEventRecord");
  }
  void hold_back(CUstream_st* stream, CUevent_st* event) override {
    check(cudaStreamWaitEvent(stream, event, 0), "cudaStreamWaitEvent");
  }
  bool reached(CUevent_st* event) override {
    const cudaError_t result = cudaEventQuery(event);
    if (result == cudaErrorNotReady) {
      cudaGetLastError();
      return false;
    }
    check(result, "cudaEventQuery");
    return true;
  }
  void wait(CUevent_st* event) override { check(cudaEventSynchronize(event), "cudaEventSynchronize"); }
  double ms_between(CUevent_st* start, CUevent_st* end) override {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, end), "cudaEventElapsedTime");
    return ms;
  }

  cudaGraphicsResource* register_buffer(unsigned id, std::string& refusal) override {
    cudaGraphicsResource_t resource = nullptr;
    const cudaError_t result = cudaGraphicsGLRegisterBuffer(&resource, id, cudaGraphicsRegisterFlagsNone);
    if (result == cudaSuccess) return resource;
    cudaGetLastError();
    refusal = fmt::format("cudaGraphicsGLRegisterBuffer refused: {}", cudaGetErrorString(result));
    return nullptr;
  }
  void release(cudaGraphicsResource* resource) noexcept override { cudaGraphicsUnregisterResource(resource); }
  void map(std::span<cudaGraphicsResource*> resources, CUstream_st* stream) override {
    check(cudaGraphicsMapResources(static_cast<int>(resources.size()), resources.data(), stream),
          "cudaGraphicsMapResources");
  }
  void unmap(std::span<cudaGraphicsResource*> resources, CUstream_st* stream) override {
    check(cudaGraphicsUnmapResources(static_cast<int>(resources.size()), resources.data(), stream),
          "cudaGraphicsUnmapResources");
  }
  std::span<std::byte> mapped(cudaGraphicsResource* resource) override {
    void* pointer = nullptr;
    std::size_t size = 0;
    check(cudaGraphicsResourceGetMappedPointer(&pointer, &size, resource), "cudaGraphicsResourceGetMappedPointer");
    return {static_cast<std::byte*>(pointer), size};
  }

 private:
  PinnedLargePages large_pages_;
  std::mutex reached_mutex_;
  /// Pairs of devices: kernels on the first may access the memory of the second.
  std::set<std::pair<int, int>> reached_;
};

}  // namespace

Driver& cuda_driver() {
  static CudaDriver driver;
  return driver;
}

}  // namespace texelsort::cuda
