#pragma once

#include <span>
#include <vector>

#include "compute/cuda/buffer.h"

namespace texelsort::algorithms {

/// A list that the host makes for kernels, anew for each round. Waits for the device when it is sent.
template <typename Item>
class DeviceList {
 public:
  const Item* send(const std::vector<Item>& items, const cuda::Stream& stream) {
    const auto bytes = std::as_bytes(std::span(items));
    if (memory_.size() < bytes.size()) memory_ = cuda::Buffer(2 * bytes.size(), "lists for kernels");
    if (!bytes.empty()) memory_.write(stream, 0, bytes);
    return get();
  }
  const Item* get() const { return reinterpret_cast<const Item*>(memory_.data()); }

 private:
  cuda::Buffer memory_;
};

}  // namespace texelsort::algorithms
