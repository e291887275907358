#include "compute/cuda/pinned.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/cuda/driver.h"
#include "compute/data/error.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::cuda {
namespace {

constexpr std::uint64_t tables_under_way = 4;
constexpr std::uint64_t alignment = 16;

}  // namespace

PinnedBuffer::PinnedBuffer(std::uint64_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  Driver& driver = present_driver();
  memory_ = std::unique_ptr<std::byte, ReleasePinned>(driver.allocate_pinned(bytes), ReleasePinned{&driver});
}

void ReleasePinned::operator()(std::byte* memory) const {
  driver->release_pinned(memory);
}

Outbox::Outbox(std::uint64_t bytes, std::chrono::milliseconds timeout)
    : memory_(bytes > 0 ? tables_under_way * (bytes + alignment) : 0), timeout_(timeout) {}

void Outbox::send(const Stream& stream, std::byte* target, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  if (used_ + bytes.size() > memory_.data().size()) {
    if (!sent_.reached_within(timeout_)) {
      throw UnavailableError(fmt::format("the upload of {} bytes to the device timed out after {} seconds",
                                         bytes.size(),
                                         std::chrono::duration_cast<std::chrono::seconds>(timeout_).count()));
    }
    used_ = 0;
  }
  const std::span<std::byte> own = memory_.data().subspan(used_, bytes.size());
  std::ranges::copy(bytes, own.begin());
  stream.driver().copy(stream.handle(), target, own.data(), own.size(), Driver::Way::to_device);
  sent_.record(stream);
  used_ += (bytes.size() + alignment - 1) / alignment * alignment;
  gpu::transfers().to_device_bytes += bytes.size();
}

}  // namespace texelsort::cuda
