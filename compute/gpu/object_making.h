#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "compute/gpu/gl.h"
#include "compute/gpu/objects.h"

/// Helpers shared by the functions that create OpenGL objects.
namespace texelsort::gpu {

/// Sets an object name for debuggers if OpenGL supports it. desktop/ and web/ define it.
void label_object(GLenum kind, std::uint32_t id, std::string_view label);
inline constexpr GLenum buffer_kind = 0x82E0, program_kind = 0x82E2;  // GL_BUFFER and GL_PROGRAM of OpenGL 4.3

/// Throws UnavailableError if the last call failed to allocate `bytes` bytes for `what`.
void throw_if_out_of_memory(std::string_view what, std::uint64_t bytes);

/// Reads texels of a texture attached as `attachment`, from the buffer `source` of its framebuffer.
void read_attached(const Texture& texture, GLenum attachment, GLenum source, GLenum format, GLenum type,
                   const Rect& rect, std::span<std::byte> texels);

}  // namespace texelsort::gpu
