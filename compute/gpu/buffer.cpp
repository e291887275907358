#include "compute/gpu/buffer.h"

#include <algorithm>

#include "compute/gpu/device.h"
#include "compute/gpu/gl_storage.h"
#include "compute/gpu/platform.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::gpu {
namespace {

/// Returns the storage as OpenGL's. Null if it belongs to another device.
const GlStorage* opengl(const std::unique_ptr<Storage>& storage) {
  return dynamic_cast<const GlStorage*>(storage.get());
}

}  // namespace

void finish() {
  wait_for_device();
}

Buffer::Buffer(Device& device, std::uint64_t size, std::string_view label)
    : storage_(device.compute().allocate(size, label)) {}

Buffer::Buffer(std::uint64_t size, std::string_view label) : storage_(std::make_unique<GlStorage>(size, label)) {}

Buffer::Buffer(std::uint64_t size, std::string_view label, std::uint64_t most)
    : storage_(std::make_unique<GlStorage>(size, label, most)) {}

Buffer::Buffer(std::shared_ptr<const ForeignMemory> memory, std::string_view label)
    : storage_(std::make_unique<GlStorage>(std::move(memory), label)) {}

std::uint32_t Buffer::id() const {
  const GlStorage* const storage = opengl(storage_);
  return storage == nullptr ? 0 : storage->objects().front().id();
}

bool Buffer::is_one() const {
  const GlStorage* const storage = opengl(storage_);
  return storage == nullptr || storage->objects().size() < 2;
}

std::vector<Buffer::Segment> Buffer::parts() const {
  std::vector<Segment> parts;
  const GlStorage* const storage = opengl(storage_);
  if (storage == nullptr) return parts;
  for (std::uint64_t i = 0; i < storage->objects().size(); ++i) {
    const std::uint64_t offset = i * storage->part_bytes();
    parts.push_back({storage->objects()[i].id(), offset, std::min(storage->part_bytes(), size() - offset)});
  }
  return parts;
}

const ForeignMemory* Buffer::foreign() const {
  const GlStorage* const storage = opengl(storage_);
  return storage == nullptr ? nullptr : storage->foreign();
}

void Buffer::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  transfers().to_device_bytes += bytes.size();
  storage_->write(offset, bytes);
}

void Buffer::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (bytes.empty()) return;
  transfers().from_device_bytes += bytes.size();
  storage_->read(offset, bytes);
}

void Buffer::copy_from(const Buffer& other, std::uint64_t offset, std::uint64_t size) {
  storage_->copy_from(*other.storage_, offset, size);
}

}  // namespace texelsort::gpu
