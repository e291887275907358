// The CPU as a device: nothing is queued, all is done at once.
#include <chrono>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

#include "compute/cuda/driver.h"
#include "compute/data/error.h"
#include "compute/simt/arrays.h"

namespace texelsort::cuda {
namespace {

using Clock = std::chrono::steady_clock;

/// What a CUevent_st* of this driver points to.
struct Mark {
  Clock::time_point time;
};
Mark& mark(CUevent_st* event) {
  return *reinterpret_cast<Mark*>(event);
}

[[noreturn]] void throw_unmapped() {
  throw InternalError("kernels on the CPU have copies of OpenGL's buffers");
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
        fmt::format("no room for {}: {} bytes are needed, and {} of this machine's {} are free; "
                    "choose a smaller n",
                    what, bytes, there.free, there.total));
  }
  void release(std::byte* memory) noexcept override { simt::release(memory); }
  void restrict_to(const std::byte* memory, std::uint64_t offset, std::uint64_t bytes) override {
    simt::restrict_array(memory, offset, bytes);
  }

  void copy(CUstream_st*, void* to, const void* from, std::uint64_t bytes, Way) override {
    std::memcpy(to, from, bytes);
  }
  void clear(CUstream_st*, void* memory, std::uint64_t bytes) override { std::memset(memory, 0, bytes); }

  CUstream_st* make_stream(Turn) override { return nullptr; }
  void release(CUstream_st*) noexcept override {}
  void wait(CUstream_st*) override {}

  CUevent_st* make_event() override { return reinterpret_cast<CUevent_st*>(new Mark); }
  void release(CUevent_st* event) noexcept override { delete reinterpret_cast<Mark*>(event); }
  void record(CUevent_st* event, CUstream_st*) override { mark(event).time = Clock::now(); }
  void hold_back(CUstream_st*, CUevent_st*) override {}
  bool reached(CUevent_st*) override { return true; }
  void wait(CUevent_st*) override {}
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
    // An H200's shape, so that what is tuned for one looks the same here, array by array.
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
