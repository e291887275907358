// Driver that executes CUDA kernels on the CPU. Executes all work immediately instead of queueing it. Throws an error
// where an NVIDIA device would wait for a hung stream.
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>

#include <fmt/format.h>
#include <unistd.h>

#include "compute/cuda/driver.h"
#include "compute/data/error.h"
#include "compute/simt/arrays.h"
#include "compute/simt/queue.h"

namespace texelsort::cuda {
namespace {

using Clock = std::chrono::steady_clock;

/// Event of this driver, to which a CUevent_st* points.
struct Mark {
  Clock::time_point time;
  bool reached = true;  ///< true if the event was reached or was never recorded, as in CUDA
};
Mark& mark(CUevent_st* event) {
  return *reinterpret_cast<Mark*>(event);
}
simt::Queue& queue(CUstream_st* stream) {
  return *reinterpret_cast<simt::Queue*>(stream);
}

/// Sizes of all allocations of pinned host memory, by address.
class PinnedMemory {
 public:
  std::byte* allocate(std::uint64_t bytes) {
    std::unique_ptr<std::byte[]> memory(new (std::nothrow) std::byte[bytes]);
    if (memory == nullptr) throw UnavailableError(fmt::format("no memory for {} pinned bytes", bytes));
    std::byte* const start = memory.get();
    const std::lock_guard lock(mutex_);
    parts_[start] = {std::move(memory), bytes};
    return start;
  }
  void release(std::byte* memory) {
    const std::lock_guard lock(mutex_);
    parts_.erase(memory);
  }
  bool has(const void* place) const {
    const auto* byte = static_cast<const std::byte*>(place);
    const std::lock_guard lock(mutex_);
    const auto after = parts_.upper_bound(byte);
    if (after == parts_.begin()) return false;
    const auto& [start, part] = *std::prev(after);
    return byte < start + part.bytes;
  }

 private:
  struct Allocation {
    std::unique_ptr<std::byte[]> memory;
    std::uint64_t bytes = 0;
  };
  mutable std::mutex mutex_;
  std::map<const std::byte*, Allocation> parts_;
};

[[noreturn]] void throw_unmapped() {
  throw InternalError("kernels on the CPU have copies of OpenGL's buffers");
}

[[noreturn]] void throw_hangs(std::string_view what) {
  throw InternalError(fmt::format("{} waits for a stream that hangs, for ever", what));
}

class CpuDriver final : public Driver {
 public:
  void use(int) override {}
  Memory memory() override {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return {static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) * page,
            static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * page};
  }

  std::byte* allocate(std::uint64_t bytes, std::string_view what) override {
    const Memory there = memory();
    if (bytes <= there.total) return simt::allocate(bytes, what);
    throw UnavailableError(
        fmt::format("not enough memory for {}: {} bytes are needed, but only {} of {} bytes are free: choose a "
                    "smaller n",
                    what, bytes, there.free, there.total));
  }
  void release(std::byte* memory) noexcept override { simt::release(memory); }
  void restrict_to(const std::byte* memory, std::uint64_t offset, std::uint64_t bytes) override {
    simt::restrict_array(memory, offset, bytes);
  }

  std::byte* allocate_pinned(std::uint64_t bytes) override { return pinned_.allocate(bytes); }
  void release_pinned(std::byte* memory) noexcept override { pinned_.release(memory); }

  void copy(CUstream_st* stream, void* to, const void* from, std::uint64_t bytes, Way way) override {
    if (!simt::hangs(stream)) {
      std::memcpy(to, from, bytes);
    } else if (way != Way::within && !pinned_.has(way == Way::to_device ? from : to)) {
      throw_hangs("a copy from or to memory that is not pinned");
    }
  }
  void clear(CUstream_st* stream, void* memory, std::uint64_t bytes) override {
    if (!simt::hangs(stream)) std::memset(memory, 0, bytes);
  }

  CUstream_st* make_stream(Turn, const std::optional<simt::Options>& on_cpu) override {
    return reinterpret_cast<CUstream_st*>(new simt::Queue{.options = on_cpu});
  }
  void release(CUstream_st* stream) noexcept override { delete reinterpret_cast<simt::Queue*>(stream); }
  void wait(CUstream_st* stream) override {
    if (simt::hangs(stream)) throw_hangs("the host");
  }
  void hang(CUstream_st* stream) override { queue(stream).hangs = true; }

  CUevent_st* make_event() override { return reinterpret_cast<CUevent_st*>(new Mark); }
  void release(CUevent_st* event) noexcept override { delete reinterpret_cast<Mark*>(event); }
  void record(CUevent_st* event, CUstream_st* stream) override { mark(event) = {Clock::now(), !simt::hangs(stream)}; }
  void hold_back(CUstream_st* stream, CUevent_st* event) override {
    if (!mark(event).reached) queue(stream).hangs = true;
  }
  bool reached(CUevent_st* event) override { return mark(event).reached; }
  void wait(CUevent_st* event) override {
    if (!mark(event).reached) throw_hangs("the host");
  }
  double ms_between(CUevent_st* start, CUevent_st* end) override {
    return std::chrono::duration<double, std::milli>(mark(end).time - mark(start).time).count();
  }

  cudaGraphicsResource* register_buffer(unsigned, std::string&) override { throw_unmapped(); }
  void release(cudaGraphicsResource*) noexcept override {}
  void map(std::span<cudaGraphicsResource*> resources, CUstream_st*) override {
    if (!resources.empty()) throw_unmapped();
  }
  void unmap(std::span<cudaGraphicsResource*> resources, CUstream_st*) override {
    if (!resources.empty()) throw_unmapped();
  }
  std::span<std::byte> mapped(cudaGraphicsResource*) override { throw_unmapped(); }

 private:
  PinnedMemory pinned_;
};

}  // namespace

std::string_view cpu_absence() {
  return "";
}

Driver& cpu_driver() {
  static CpuDriver driver;
  return driver;
}

const DeviceInfo& cpu_device() {
  static const DeviceInfo info = [] {
    // Use the properties of an H200, so that kernels on the CPU have the same default parameters as on an H200.
    DeviceInfo cpu;
    cpu.ordinal = cpu_ordinal;
    cpu.engine = Engine::cpu;
    cpu.name = "CPU, kernels thread by thread";
    cpu.major = 9;
    cpu.multiprocessors = 132;
    cpu.memory_bytes = cpu_driver().memory().total;
    cpu.l2_bytes = 50ull << 20;
    cpu.max_shared_bytes = 227 * 1024;
    return cpu;
  }();
  return info;
}

}  // namespace texelsort::cuda
