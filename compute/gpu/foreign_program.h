#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/gpu/foreign_shader.h"
#include "compute/gpu/objects.h"
#include "compute/spirv/interface.h"

/// Programs of users' shaders, inside this folder.
namespace texelsort::gpu {

/// Inputs of a program of a user's shader, and where OpenGL expects them.
struct ForeignProgram {
  spirv::Interface interface;
  spirv::Language language = spirv::Language::opengl_glsl;
  // Only for OpenGL, which numbers the bindings of storage blocks and of uniform blocks separately.
  std::vector<std::uint32_t> units;  ///< binding of each block; an array of blocks has consecutive ones
  std::uint32_t storage_units = 0, uniform_units = 0;  ///< number of bindings
  bool push_constants_in_storage = false;              ///< true if a storage block holds the push constants
};

/// Block of a binding: its index in the interface, and the index in an array of blocks.
struct BlockPlace {
  std::size_t block = 0;
  std::uint32_t element = 0;
};

/// Finds the block that a binding names: by name, or by set, binding and kind. If the set and binding have only a block
/// of the other kind, finds that. Throws InternalError with the blocks of the shader if there is none or more than one.
BlockPlace place_of(const Program& program, const BufferBinding& binding);

/// Throws InternalError if a dispatch has no push constants, or fewer bytes than the shader declares.
void require_push_constants(const Program& program, const DispatchCall& call);

/// SPIR-V of a foreign shader with its inputs.
struct ForeignBinary {
  spirv::Binary binary;
  spirv::Interface interface;
};

// Defined for each platform. The browser edition has no compiler and throws UnavailableError.
/// Compiles a foreign shader with glslang. Throws ShaderError.
ForeignBinary compile_foreign(const ForeignShader& shader, const ForeignSource& source);
/// Builds an OpenGL program of a foreign shader.
Program build_foreign_program(const ForeignShader& shader, const ForeignSource& source, const DeviceInfo& info);

}  // namespace texelsort::gpu
