#pragma once

#include <cstdint>
#include <utility>

namespace texelsort::gpu {

/// Bytes of all live textures and buffers, and their maximum since the last reset_peak().
struct MemoryUse {
  std::uint64_t now = 0, peak = 0;
};
MemoryUse memory_use();
void reset_peak();

/// Counts an allocation during its lifetime.
class Allocation {
 public:
  Allocation() = default;
  explicit Allocation(std::uint64_t bytes);
  Allocation(Allocation&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}
  Allocation& operator=(Allocation&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Allocation();

 private:
  std::uint64_t bytes_ = 0;
};

}  // namespace texelsort::gpu
