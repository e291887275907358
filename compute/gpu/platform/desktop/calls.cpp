#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/object_making.h"
#include "compute/gpu/platform.h"

namespace texelsort::gpu {
namespace {

/// Creates a buffer and binds it for writing.
Handle make_buffer_object() {
  GLuint id = 0;
  glGenBuffers(1, &id);
  Handle handle(id, [](std::uint32_t name) { glDeleteBuffers(1, &name); });
  glBindBuffer(GL_COPY_WRITE_BUFFER, id);
  return handle;
}

[[noreturn]] void refuse_memory(std::string_view call) {
  throw UnavailableError(fmt::format("OpenGL does not import memory: {} refused it", call));
}

}  // namespace

void label_object(GLenum kind, std::uint32_t id, std::string_view label) {
  if (GLEW_VERSION_4_3) glObjectLabel(kind, id, static_cast<GLsizei>(label.size()), label.data());
}

void wait_for_device() {
  glFinish();
}

bool shows_groups() {
  GLint flags = 0;
  glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
  return GLEW_VERSION_4_3 && (flags & GL_CONTEXT_FLAG_DEBUG_BIT) != 0;
}

void push_group(std::string_view label) {
  glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(label.size()), label.data());
}

void pop_group() {
  glPopDebugGroup();
}

void begin_count(std::uint32_t query) {
  glBeginQuery(GL_SAMPLES_PASSED, query);
}

void end_count() {
  glEndQuery(GL_SAMPLES_PASSED);
}

std::uint64_t read_count(std::uint32_t query) {
  GLuint64 samples = 0;
  glGetQueryObjectui64v(query, GL_QUERY_RESULT, &samples);
  return samples;
}

void set_clear_depth(float depth) {
  glClearDepth(depth);
}

void read_depth(const Texture& texture, const Rect& rect, std::span<std::byte> texels) {
  read_attached(texture, GL_DEPTH_ATTACHMENT, GL_NONE, GL_DEPTH_COMPONENT, GL_FLOAT, rect, texels);
}

void set_empty_extent(Extent extent) {
  glFramebufferParameteri(GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, static_cast<GLint>(extent.width));
  glFramebufferParameteri(GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, static_cast<GLint>(extent.height));
}

void bind_image(std::uint32_t array) {
  glBindImageTexture(0, array, 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RGBA32UI);
}

void show_image_stores() {
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
}

void bind_storage(std::uint32_t block, std::uint32_t id, std::uint64_t offset, std::uint64_t size) {
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, block, id, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(size));
}

void unbind_blocks(std::uint32_t storage, std::uint32_t uniform) {
  for (std::uint32_t block = 0; block < storage; ++block) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, block, 0);
  for (std::uint32_t block = 0; block < uniform; ++block) glBindBufferBase(GL_UNIFORM_BUFFER, block, 0);
}

void bind_uniform_block(std::uint32_t block, std::uint32_t id, std::uint64_t offset, std::uint64_t size, Handle& copy) {
  // OpenGL reads whole vectors of 16 bytes.
  constexpr std::uint64_t vector_bytes = 16;
  GLint alignment = 1;
  glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
  glMemoryBarrier(GL_UNIFORM_BARRIER_BIT);
  if (offset % static_cast<std::uint64_t>(std::max(alignment, 1)) != 0 || size % vector_bytes != 0) {
    const std::uint64_t whole = (size + vector_bytes - 1) / vector_bytes * vector_bytes;
    copy = make_storage(whole, "uniform block");
    glBindBuffer(GL_COPY_READ_BUFFER, id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, copy.id());
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset), 0,
                        static_cast<GLsizeiptr>(size));
    id = copy.id();
    offset = 0;
    size = whole;
  }
  glBindBufferRange(GL_UNIFORM_BUFFER, block, id, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(size));
}

void dispatch_workgroups(std::uint32_t columns, std::uint32_t rows, std::uint32_t layers) {
  glDispatchCompute(columns, rows, layers);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
}

void dispatch_counted(std::uint32_t buffer, std::uint64_t offset) {
  glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, buffer);
  glDispatchComputeIndirect(static_cast<GLintptr>(offset));
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
}

Handle make_storage(std::uint64_t size, std::string_view label) {
  Handle handle = make_buffer_object();
  // Immutable storage is never moved. A driver may move other buffers to host memory after a read-back.
  if (GLEW_VERSION_4_4) {
    glBufferStorage(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(size), nullptr, GL_DYNAMIC_STORAGE_BIT);
  } else {
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(size), nullptr, GL_DYNAMIC_COPY);
  }
  throw_if_out_of_memory("a buffer", size);
  label_object(buffer_kind, handle.id(), label);
  return handle;
}

void read_storage(std::uint32_t id, std::uint64_t offset, std::span<std::byte> bytes) {
  glBindBuffer(GL_COPY_READ_BUFFER, id);
  glGetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()),
                     bytes.data());
}

Handle make_mapped_storage(std::uint64_t size, const std::byte*& mapped) {
  mapped = nullptr;
  if (!GLEW_VERSION_4_4) return {};
  Handle handle = make_buffer_object();
  constexpr GLbitfield mapping = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  const auto bytes = static_cast<GLsizeiptr>(size);
  glBufferStorage(GL_COPY_WRITE_BUFFER, bytes, nullptr, mapping | GL_CLIENT_STORAGE_BIT);
  throw_if_out_of_memory("a buffer", size);
  mapped = static_cast<const std::byte*>(glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, bytes, mapping));
  return handle;
}

void copy_and_wait(std::uint32_t from, std::uint64_t offset, std::uint32_t to, std::uint64_t size) {
  glBindBuffer(GL_COPY_READ_BUFFER, from);
  glBindBuffer(GL_COPY_WRITE_BUFFER, to);
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset), 0,
                      static_cast<GLsizeiptr>(size));
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  GLenum state = GL_TIMEOUT_EXPIRED;
  while (state == GL_TIMEOUT_EXPIRED) state = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
  glDeleteSync(fence);
  if (state == GL_WAIT_FAILED) throw InternalError("glClientWaitSync failed");
}

Handle import_memory(const ForeignMemory::Exported& exported) {
  GLuint id = 0;
  glCreateMemoryObjectsEXT(1, &id);
  Handle handle(id, [](std::uint32_t name) { glDeleteMemoryObjectsEXT(1, &name); });
  // A dedicated allocation, which the driver does not move.
  const GLint dedicated = GL_TRUE;
  glMemoryObjectParameterivEXT(id, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
  glImportMemoryFdEXT(id, exported.size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, exported.file);
  if (glGetError() == GL_NO_ERROR) return handle;  // OpenGL now owns the file
  close(exported.file);
  refuse_memory("glImportMemoryFdEXT");
}

Handle make_imported_storage(std::uint64_t size, const Handle& memory, std::string_view label) {
  Handle handle = make_buffer_object();
  glBufferStorageMemEXT(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(size), memory.id(), 0);
  if (glGetError() != GL_NO_ERROR) refuse_memory("glBufferStorageMemEXT");
  label_object(buffer_kind, handle.id(), label);
  return handle;
}

}  // namespace texelsort::gpu
