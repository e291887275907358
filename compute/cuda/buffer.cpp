#include "compute/cuda/buffer.h"

#include "compute/cuda/driver.h"
#include "compute/cuda/pinned_staging.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::cuda {

Buffer::Buffer(std::uint64_t bytes, std::string_view what) : size_(bytes) {
  if (bytes == 0) return;
  memory_ = std::unique_ptr<std::byte, GiveBack>(present_driver().allocate(bytes, what), GiveBack{&present_driver()});
  allocation_ = gpu::Allocation(bytes);
}

void Buffer::restrict_to(std::uint64_t offset, std::uint64_t bytes) {
  if (size_ > 0) memory_.get_deleter().driver->restrict_to(data(), offset, bytes);
}

void Buffer::write(const Stream& stream, std::uint64_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  if (PinnedStaging* ring = PinnedStaging::for_copy(ring_, stream.ordinal(), bytes.size())) {
    stream.wait();
    ring->write(data() + offset, bytes);
  } else {
    stream.driver().copy(stream.handle(), data() + offset, bytes.data(), bytes.size(), Driver::Way::to_device);
    stream.wait();
  }
  gpu::transfers().to_device_bytes += bytes.size();
}

void Buffer::read(const Stream& stream, std::uint64_t offset, std::span<std::byte> bytes) const {
  if (bytes.empty()) return;
  if (PinnedStaging* ring = PinnedStaging::for_copy(ring_, stream.ordinal(), bytes.size())) {
    stream.wait();
    ring->read(bytes, data() + offset);
  } else {
    stream.driver().copy(stream.handle(), bytes.data(), data() + offset, bytes.size(), Driver::Way::from_device);
    stream.wait();
  }
  gpu::transfers().from_device_bytes += bytes.size();
}

}  // namespace texelsort::cuda
