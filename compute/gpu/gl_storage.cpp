#include "compute/gpu/gl_storage.h"

#include <algorithm>

#include "compute/gpu/buffer.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/platform.h"

namespace texelsort::gpu {
GlStorage::GlStorage(std::uint64_t size, std::string_view label, std::uint64_t most)
    : part_bytes_(size <= most ? size : most / 2 + 1), size_(size) {
  std::uint64_t done = 0;
  do {
    parts_.push_back(make_storage(std::min(part_bytes_, size - done), label));
    done += part_bytes_;
  } while (done < size);
  allocation_ = Allocation(size);
}

GlStorage::GlStorage(std::shared_ptr<const ForeignMemory> memory, std::string_view label)
    : foreign_(std::move(memory)),
      part_bytes_(std::min(foreign_->part_bytes(), foreign_->size())),
      allocation_(foreign_->size()),
      size_(foreign_->size()) {
  for (std::uint64_t offset = 0; offset < size_; offset += part_bytes_) {
    memories_.push_back(import_memory(foreign_->export_part(parts_.size())));
    parts_.push_back(make_imported_storage(std::min(part_bytes_, size_ - offset), memories_.back(), label));
  }
}

template <typename Transfer>
void GlStorage::in_parts(std::uint64_t offset, std::uint64_t size, const Transfer& transfer) const {
  for (std::uint64_t done = 0; done < size;) {
    const std::uint64_t part = (offset + done) / part_bytes_, at = (offset + done) % part_bytes_;
    const std::uint64_t count = std::min(size - done, part_bytes_ - at);
    transfer(part, static_cast<GLintptr>(at), done, static_cast<GLsizeiptr>(count));
    done += count;
  }
}

void GlStorage::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (foreign_) {
    finish();
    return foreign_->write(offset, bytes);
  }
  in_parts(offset, bytes.size(), [&](std::uint64_t part, GLintptr at, std::uint64_t done, GLsizeiptr count) {
    glBindBuffer(GL_COPY_WRITE_BUFFER, parts_[part].id());
    glBufferSubData(GL_COPY_WRITE_BUFFER, at, count, bytes.data() + done);
  });
}

void GlStorage::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (foreign_) {
    finish();
    return foreign_->read(offset, bytes);
  }
  in_parts(offset, bytes.size(), [&](std::uint64_t part, GLintptr at, std::uint64_t done, GLsizeiptr count) {
    read_storage(parts_[part].id(), static_cast<std::uint64_t>(at),
                 bytes.subspan(done, static_cast<std::size_t>(count)));
  });
}

void GlStorage::copy_from(const Storage& from, std::uint64_t offset, std::uint64_t size) {
  const auto& other = dynamic_cast<const GlStorage&>(from);
  in_parts(offset, size, [&](std::uint64_t part, GLintptr at, std::uint64_t done, GLsizeiptr count) {
    other.in_parts(offset + done, static_cast<std::uint64_t>(count),
                   [&](std::uint64_t other_part, GLintptr other_at, std::uint64_t more, GLsizeiptr other_count) {
                     glBindBuffer(GL_COPY_READ_BUFFER, other.parts_[other_part].id());
                     glBindBuffer(GL_COPY_WRITE_BUFFER, parts_[part].id());
                     glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, other_at,
                                         at + static_cast<GLintptr>(more), other_count);
                   });
  });
  glBindBuffer(GL_COPY_READ_BUFFER, 0);
  glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

}  // namespace texelsort::gpu
