#include "compute/gpu/gl.h"
#include "compute/gpu/platform.h"

namespace texelsort::gpu {
namespace {

GLenum format_of(std::uint32_t words) {
  return words == 4 ? GL_RGBA32UI : words == 2 ? GL_RG32UI : GL_R32UI;
}

}  // namespace

void show_buffer_texture(Handle& texture, std::uint32_t unit, std::uint32_t words, std::uint32_t buffer,
                         std::uint64_t offset, std::uint64_t size) {
  if (texture.id() == 0) {
    GLuint id = 0;
    glGenTextures(1, &id);
    texture = Handle(id, [](std::uint32_t name) { glDeleteTextures(1, &name); });
  }
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(GL_TEXTURE_BUFFER, texture.id());
  if (buffer == 0) {
    glTexBuffer(GL_TEXTURE_BUFFER, format_of(words), 0);
  } else {
    glTexBufferRange(GL_TEXTURE_BUFFER, format_of(words), buffer, static_cast<GLintptr>(offset),
                     static_cast<GLsizeiptr>(size));
  }
  glActiveTexture(GL_TEXTURE0);  // draws and dispatches expect unit 0
}

std::uint64_t most_buffer_texels() {
  GLint texels = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &texels);
  return static_cast<std::uint64_t>(texels);
}

}  // namespace texelsort::gpu
