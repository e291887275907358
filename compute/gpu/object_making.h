#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "compute/gpu/gl.h"
#include "compute/gpu/objects.h"

/// What this layer's makers of objects share.
namespace texelsort::gpu {

/// A name for debuggers, where OpenGL takes one; desktop/ and web/ have it.
void label_object(GLenum kind, std::uint32_t id, std::string_view label);
inline constexpr GLenum buffer_kind = 0x82E0, program_kind = 0x82E2;  // GL_BUFFER and GL_PROGRAM of OpenGL 4.3

/// UnavailableError if the last call found no room for `bytes` of `what`.
void throw_if_out_of_memory(std::string_view what, std::uint64_t bytes);

/// Reads texels of a texture as an attachment of that kind, from the buffer `source` of its framebuffer.
void read_attached(const Texture& texture, GLenum attachment, GLenum source, GLenum format, GLenum type,
                   const Rect& rect, std::span<std::byte> texels);

}  // namespace texelsort::gpu
