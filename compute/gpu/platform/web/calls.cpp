#include <array>

#include "compute/data/error.h"
#include "compute/gpu/depth_reading.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/object_making.h"
#include "compute/gpu/platform.h"

namespace texelsort::gpu {
namespace {

[[noreturn]] void throw_lacking(const char* what) {
  throw InternalError(std::string("WebGL 2 has no ") + what);
}

}  // namespace

void label_object(GLenum, std::uint32_t, std::string_view) {}

/// Waits with a read-back, because browsers queue all commands, even glFinish().
void wait_for_device() {
  std::array<std::byte, 4> texel{};
  GLint previous = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &previous);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(previous));
}

bool shows_groups() {
  return false;
}
void push_group(std::string_view) {}
void pop_group() {}

void begin_count(std::uint32_t) {
  throw_lacking("queries that count");
}
void end_count() {}
std::uint64_t read_count(std::uint32_t) {
  throw_lacking("queries that count");
}

void set_clear_depth(float depth) {
  glClearDepthf(depth);
}

void read_depth(const Texture& texture, const Rect& rect, std::span<std::byte> texels) {
  depth_as_colour(texture).read(rect, texels);
}

void set_empty_extent(Extent) {
  throw_lacking("framebuffers without attachments");
}
void bind_image(std::uint32_t) {
  throw_lacking("images");
}
void show_image_stores() {
  throw_lacking("images");
}
void bind_storage(std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t) {
  throw_lacking("storage buffers");
}
void unbind_blocks(std::uint32_t, std::uint32_t) {}
void bind_uniform_block(std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t, Handle&) {
  throw_lacking("storage buffers");
}
void dispatch_workgroups(std::uint32_t, std::uint32_t, std::uint32_t) {
  throw_lacking("compute shaders");
}
void dispatch_counted(std::uint32_t, std::uint64_t) {
  throw_lacking("compute shaders");
}
Handle make_storage(std::uint64_t, std::string_view) {
  throw_lacking("storage buffers");
}
void read_storage(std::uint32_t, std::uint64_t, std::span<std::byte>) {
  throw_lacking("storage buffers");
}
Handle make_mapped_storage(std::uint64_t, const std::byte*& mapped) {
  mapped = nullptr;
  return {};
}
void copy_and_wait(std::uint32_t, std::uint64_t, std::uint32_t, std::uint64_t) {
  throw_lacking("storage buffers");
}
Handle import_memory(const ForeignMemory::Exported&) {
  throw_lacking("memory of other interfaces");
}
Handle make_imported_storage(std::uint64_t, const Handle&, std::string_view) {
  throw_lacking("memory of other interfaces");
}

}  // namespace texelsort::gpu
