#pragma once

#include <string>
#include <vector>

#include "compute/spirv/interface.h"

namespace texelsort::spirv {

/// How SPIR-V becomes GLSL for OpenGL.
struct GlslForm {
  Word version = 430;  ///< version of the GLSL text
  std::vector<Word>
      units;  ///< OpenGL's binding of each block of the interface; an array of blocks has consecutive ones
  /// True if the push constants become a storage block. A uniform block cannot hold arrays with elements of 4 bytes.
  bool push_constants_in_storage = false;
};

/// Returns whether OpenGL can hold the push constants in a uniform block (std140).
bool fits_uniform_block(const BlockInterface& block);

/// Translates a compute shader to GLSL for OpenGL with SPIRV-Cross. Throws UnavailableError with the reason if this
/// GLSL has no equivalent.
std::string to_glsl(const Binary& binary, const Specialization& specialization, const Interface& interface,
                    const GlslForm& form);

}  // namespace texelsort::spirv
