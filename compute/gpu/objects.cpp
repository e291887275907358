#include "compute/gpu/objects.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/object_making.h"
#include "compute/gpu/platform.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::gpu {
namespace {

struct TransferFormat {
  GLint internal;
  GLenum format, type;
};

TransferFormat transfer_format(TexelFormat format) {
  switch (format) {
    case TexelFormat::r32ui:
      return {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT};
    case TexelFormat::r32i:
      return {GL_R32I, GL_RED_INTEGER, GL_INT};
    case TexelFormat::rg32ui:
      return {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT};
    case TexelFormat::rgba8:
      return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
    case TexelFormat::r32f:
      return {GL_R32F, GL_RED, GL_FLOAT};
    case TexelFormat::rgba32f:
      return {GL_RGBA32F, GL_RGBA, GL_FLOAT};
    case TexelFormat::depth32f:
      return {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT};
  }
  throw InternalError("unknown texel format");
}

/// Integer textures are incomplete, and return zeros, unless filtering is nearest.
void set_sampling(TexelFormat format) {
  const GLint filter = format == TexelFormat::rgba8 ? GL_LINEAR : GL_NEAREST;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

void require_size(const Rect& rect, TexelFormat format, std::size_t size) {
  const std::uint64_t needed = std::uint64_t{rect.width} * rect.height * texel_bytes(format);
  if (size != needed) throw InternalError(fmt::format("texel transfer of {} bytes, expected {}", size, needed));
}

}  // namespace

void throw_if_out_of_memory(std::string_view what, std::uint64_t bytes) {
  if (glGetError() == GL_OUT_OF_MEMORY) {
    throw UnavailableError(
        fmt::format("the device does not have enough memory for {} of {} bytes: choose a smaller n", what, bytes));
  }
}

Texture::Texture(Extent extent, TexelFormat format, std::string_view label) : extent_(extent), format_(format) {
  GLuint id = 0;
  glGenTextures(1, &id);
  handle_ = Handle(id, [](std::uint32_t name) { glDeleteTextures(1, &name); });
  const TransferFormat transfer = transfer_format(format);
  glBindTexture(GL_TEXTURE_2D, id);
  // Set before the allocation: with the default filter, the driver allocates mipmaps, and software fetches are slower.
  set_sampling(format);
  glTexImage2D(GL_TEXTURE_2D, 0, transfer.internal, static_cast<GLsizei>(extent.width),
               static_cast<GLsizei>(extent.height), 0, transfer.format, transfer.type, nullptr);
  const std::uint64_t bytes = std::uint64_t{extent.width} * extent.height * texel_bytes(format);
  throw_if_out_of_memory("a texture", bytes);
  allocation_ = Allocation(bytes);
  label_object(GL_TEXTURE, id, label);
}

void Texture::write(const Rect& rect, std::span<const std::byte> texels) {
  require_size(rect, format_, texels.size());
  transfers().to_device_bytes += texels.size();
  const TransferFormat transfer = transfer_format(format_);
  glBindTexture(GL_TEXTURE_2D, id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexSubImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(rect.x), static_cast<GLint>(rect.y),
                  static_cast<GLsizei>(rect.width), static_cast<GLsizei>(rect.height), transfer.format, transfer.type,
                  texels.data());
}

void Texture::read(const Rect& rect, std::span<std::byte> texels) const {
  require_size(rect, format_, texels.size());
  if (texels.empty()) return;
  transfers().from_device_bytes += texels.size();
  if (format_ == TexelFormat::depth32f) return read_depth(*this, rect, texels);
  const TransferFormat transfer = transfer_format(format_);
  read_attached(*this, GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0, transfer.format, transfer.type, rect, texels);
}

void read_attached(const Texture& texture, GLenum attachment, GLenum source, GLenum format, GLenum type,
                   const Rect& rect, std::span<std::byte> texels) {
  GLuint id = 0;
  GLint previous = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &previous);
  glGenFramebuffers(1, &id);
  const Handle framebuffer(id, [](std::uint32_t name) { glDeleteFramebuffers(1, &name); });
  glBindFramebuffer(GL_READ_FRAMEBUFFER, id);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, attachment, GL_TEXTURE_2D, texture.id(), 0);
  glReadBuffer(source);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glReadPixels(static_cast<GLint>(rect.x), static_cast<GLint>(rect.y), static_cast<GLsizei>(rect.width),
               static_cast<GLsizei>(rect.height), format, type, texels.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(previous));
}

SampleCounter::SampleCounter() {
  GLuint id = 0;
  glGenQueries(1, &id);
  handle_ = Handle(id, [](std::uint32_t name) { glDeleteQueries(1, &name); });
}

std::uint64_t SampleCounter::read() const {
  return read_count(id());
}

int Program::location(std::string_view name) const {
  if (const auto found = locations_.find(name); found != locations_.end()) return found->second;
  const std::string text(name);
  const int location = glGetUniformLocation(id(), text.c_str());
  locations_.emplace(text, location);
  return location;
}

}  // namespace texelsort::gpu
