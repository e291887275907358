#include "compute/gpu/buffer.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/object_making.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::gpu {
namespace {

/// Bound for writing.
Handle make_object() {
  GLuint id = 0;
  glGenBuffers(1, &id);
  Handle handle(id, [](std::uint32_t name) { glDeleteBuffers(1, &name); });
  glBindBuffer(GL_COPY_WRITE_BUFFER, id);
  return handle;
}

Handle make_part(std::uint64_t size, std::string_view label) {
  Handle handle = make_object();
  // Immutable storage stays where it is; a driver may move other buffers into memory of the host once they are read
  // back.
  if (GLEW_VERSION_4_4) {
    glBufferStorage(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(size), nullptr, GL_DYNAMIC_STORAGE_BIT);
  } else {
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(size), nullptr, GL_DYNAMIC_COPY);
  }
  throw_if_out_of_memory("a buffer", size);
  label_object(GL_BUFFER, handle.id(), label);
  return handle;
}

[[noreturn]] void refuse(std::string_view call) {
  throw UnavailableError(fmt::format("OpenGL does not import memory: {} refused it", call));
}

Handle import_memory(const ForeignMemory::Exported& exported) {
  GLuint id = 0;
  glCreateMemoryObjectsEXT(1, &id);
  Handle handle(id, [](std::uint32_t name) { glDeleteMemoryObjectsEXT(1, &name); });
  // The memory of one buffer and nothing else's: then the driver leaves it where it is.
  const GLint dedicated = GL_TRUE;
  glMemoryObjectParameterivEXT(id, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
  glImportMemoryFdEXT(id, exported.size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, exported.file);
  if (glGetError() == GL_NO_ERROR) return handle;  // the file is OpenGL's now
  close(exported.file);
  refuse("glImportMemoryFdEXT");
}

Handle make_imported_part(std::uint64_t size, const Handle& memory, std::string_view label) {
  Handle handle = make_object();
  glBufferStorageMemEXT(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(size), memory.id(), 0);
  if (glGetError() != GL_NO_ERROR) refuse("glBufferStorageMemEXT");
  label_object(GL_BUFFER, handle.id(), label);
  return handle;
}

}  // namespace

bool imports_memory() {
  return GLEW_EXT_memory_object_fd;
}

void finish() {
  glFinish();
}

Buffer::Buffer(std::uint64_t size, std::string_view label, std::uint64_t most)
    : part_bytes_(size <= most ? size : most / 2 + 1), size_(size) {
  std::uint64_t done = 0;
  do {
    parts_.push_back(make_part(std::min(part_bytes_, size - done), label));
    done += part_bytes_;
  } while (done < size);
  allocation_ = Allocation(size);
}

Buffer::Buffer(std::shared_ptr<const ForeignMemory> memory, std::string_view label)
    : foreign_(std::move(memory)),
      part_bytes_(std::min(foreign_->part_bytes(), foreign_->size())),
      allocation_(foreign_->size()),
      size_(foreign_->size()) {
  for (std::uint64_t offset = 0; offset < size_; offset += part_bytes_) {
    memories_.push_back(import_memory(foreign_->export_part(parts_.size())));
    parts_.push_back(make_imported_part(std::min(part_bytes_, size_ - offset), memories_.back(), label));
  }
}

std::vector<Buffer::Part> Buffer::parts() const {
  std::vector<Part> parts;
  for (std::uint64_t i = 0; i < parts_.size(); ++i) {
    const std::uint64_t offset = i * part_bytes_;
    parts.push_back({parts_[i].id(), offset, std::min(part_bytes_, size_ - offset)});
  }
  return parts;
}

template <typename Transfer>
void Buffer::in_parts(std::uint64_t offset, std::uint64_t size, const Transfer& transfer) const {
  for (std::uint64_t done = 0; done < size;) {
    const std::uint64_t part = (offset + done) / part_bytes_, at = (offset + done) % part_bytes_;
    const std::uint64_t count = std::min(size - done, part_bytes_ - at);
    transfer(part, static_cast<GLintptr>(at), done, static_cast<GLsizeiptr>(count));
    done += count;
  }
}

void Buffer::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  transfers().to_device_bytes += bytes.size();
  if (foreign_) {
    finish();
    return foreign_->write(offset, bytes);
  }
  in_parts(offset, bytes.size(), [&](std::uint64_t part, GLintptr at, std::uint64_t done, GLsizeiptr count) {
    glBindBuffer(GL_COPY_WRITE_BUFFER, parts_[part].id());
    glBufferSubData(GL_COPY_WRITE_BUFFER, at, count, bytes.data() + done);
  });
}

void Buffer::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (bytes.empty()) return;
  transfers().from_device_bytes += bytes.size();
  if (foreign_) {
    finish();
    return foreign_->read(offset, bytes);
  }
  in_parts(offset, bytes.size(), [&](std::uint64_t part, GLintptr at, std::uint64_t done, GLsizeiptr count) {
    glBindBuffer(GL_COPY_READ_BUFFER, parts_[part].id());
    glGetBufferSubData(GL_COPY_READ_BUFFER, at, count, bytes.data() + done);
  });
}

void Buffer::copy_from(const Buffer& other, std::uint64_t offset, std::uint64_t size) {
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
