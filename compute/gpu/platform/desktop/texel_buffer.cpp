#include "compute/gpu/texel_buffer.h"

#include <span>

#include "compute/gpu/gl.h"
#include "compute/gpu/platform.h"

namespace texelsort::gpu {
namespace {

/// Above the units that executor calls use, and below the 16 that OpenGL guarantees to a shader.
constexpr std::uint32_t first_unit = 14;

GLenum format_of(std::uint32_t words) {
  return words == 4 ? GL_RGBA32UI : words == 2 ? GL_RG32UI : GL_R32UI;
}

std::uint32_t words_of(GLint format) {
  return format == GL_RGBA32UI ? 4 : format == GL_RG32UI ? 2 : 1;
}

/// Calls `work` with that active unit. Restores unit 0, which draws and dispatches expect.
template <typename Work>
void at_unit(std::uint32_t unit, const Work& work) {
  glActiveTexture(GL_TEXTURE0 + unit);
  work();
  glActiveTexture(GL_TEXTURE0);
}

std::uint64_t bound(GLenum parameter) {
  GLint value = 0;
  glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 0, parameter, &value);
  return static_cast<std::uint64_t>(value);
}

}  // namespace

TexelBuffer::TexelBuffer(std::uint32_t number, std::uint32_t words) : unit_(first_unit + number), words_(words) {
  GLuint id = 0;
  glGenTextures(1, &id);
  texture_ = Handle(id, [](std::uint32_t name) { glDeleteTextures(1, &name); });
}

void TexelBuffer::show(const BufferBinding& bytes) const {
  const std::uint64_t size = bytes.size != 0 ? bytes.size : bytes.buffer->size() - bytes.offset;
  at_unit(unit_, [&] {
    glBindTexture(GL_TEXTURE_BUFFER, texture_.id());
    glTexBufferRange(GL_TEXTURE_BUFFER, format_of(words_), bytes.buffer->id(), static_cast<GLintptr>(bytes.offset),
                     static_cast<GLsizeiptr>(size));
  });
}

void TexelBuffer::hide() const {
  at_unit(unit_, [&] {
    glBindTexture(GL_TEXTURE_BUFFER, texture_.id());
    glTexBuffer(GL_TEXTURE_BUFFER, format_of(words_), 0);
  });
}

Uniform TexelBuffer::sampler(std::string_view name) const {
  return {name, static_cast<std::int32_t>(unit_)};
}

std::uint64_t TexelBuffer::most_texels() {
  GLint texels = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &texels);
  return static_cast<std::uint64_t>(texels);
}

ShownTexels shown_texels(std::int32_t unit) {
  ShownTexels shown;
  at_unit(static_cast<std::uint32_t>(unit), [&] {
    const std::uint64_t buffer = bound(GL_TEXTURE_BUFFER_DATA_STORE_BINDING), size = bound(GL_TEXTURE_BUFFER_SIZE);
    shown.words = words_of(static_cast<GLint>(bound(GL_TEXTURE_INTERNAL_FORMAT)));
    const std::uint64_t whole = size / sizeof(std::uint32_t) / shown.words * shown.words;
    shown.all.resize(whole);
    if (buffer == 0 || whole == 0) return;
    read_storage(static_cast<std::uint32_t>(buffer), bound(GL_TEXTURE_BUFFER_OFFSET),
                 std::as_writable_bytes(std::span(shown.all)));
  });
  return shown;
}

}  // namespace texelsort::gpu
