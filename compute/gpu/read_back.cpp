#include "compute/gpu/read_back.h"

#include <algorithm>

#include "compute/gpu/platform.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::gpu {

ReadBack::ReadBack(const DeviceInfo& device, std::uint64_t most_bytes) : size_(most_bytes) {
  if (device.software || most_bytes == 0) return;
  room_ = make_mapped_storage(most_bytes, mapped_);
}

void ReadBack::read(const Buffer& buffer, std::uint64_t offset, std::span<std::byte> bytes) const {
  if (mapped_ == nullptr || !buffer.is_one() || bytes.size() > size_) return buffer.read(offset, bytes);
  transfers().from_device_bytes += bytes.size();
  copy_and_wait(buffer.id(), offset, room_.id(), bytes.size());
  std::copy_n(mapped_, bytes.size(), bytes.data());
}

}  // namespace texelsort::gpu
