#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/spirv/module.h"
#include "compute/spirv/source.h"

/// Inputs that a compute shader declares: blocks, uniforms, images and specialization constants.
namespace texelsort::spirv {

/// Type of a number in a shader's input.
enum class Number : std::uint8_t {
  boolean,
  int32,
  uint32,
  float32,
  int64,
  uint64,
  float64,
  int16,
  uint16,
  float16,
  int8,
  uint8,
  address,  ///< buffer address of 64 bits
};

/// Returns the bytes of a number in a block: 1, 2, 4 or 8.
std::uint64_t bytes_of(Number number);

/// A uniform outside blocks, or a member of a block.
struct Input {
  /// Members of structures are joined by dots: "a.b". An array of structures is an array of each member; if a member
  /// has dimensions of its own, the index is part of the name: "a[0].b". In HLSL, the elements of a structured buffer
  /// have the name of the buffer, and members of structures in it only their own.
  std::string name;
  Number number = Number::uint32;
  Word components = 1;              ///< numbers per vector
  Word columns = 1;                 ///< vectors per matrix
  std::optional<Word> elements{};   ///< number of array elements. Null: it is no array. 0: an array without end
  std::uint64_t offset = 0;         ///< bytes from the start of the block; 0 outside blocks
  std::uint64_t stride = 0;         ///< bytes between array elements in a block; 0 if it is no array, or outside blocks
  std::uint64_t column_stride = 0;  ///< bytes between a matrix's columns (rows if it is row-major); 0 outside blocks
  bool row_major = false;           ///< true for a matrix in a block that stores its rows one after the other

  bool operator==(const Input&) const = default;
};

/// Returns the type in GLSL's words: "uint", "uvec4", "uint[4]", "uint[]", "mat4".
std::string text(const Input& input);

/// A storage block, a uniform block, or the push constants.
struct BlockInterface {
  enum class Kind : std::uint8_t { storage, uniform, push_constants };
  Kind kind = Kind::storage;
  std::string name;      ///< name of the block; in HLSL, the name of the buffer or cbuffer
  std::string variable;  ///< name of the block's instance; empty if it has none
  Word set = 0, binding = 0;
  bool bound = false;                          ///< true if the shader declares the binding itself
  bool read_only = false, write_only = false;  ///< true if the shader declares it so
  Word blocks = 1;                             ///< number of blocks of an array of blocks
  std::uint64_t bytes = 0;                     ///< size without the array without end
  std::vector<Input> members;
  bool used = true;  ///< false if no function that the entry point calls refers to the block
  Word id = 0;       ///< id of the variable in SPIR-V
};

/// A specialization constant. `value` holds its bits after specialization; those of a bool are 0 or 1.
struct ConstantInterface {
  std::string name;  ///< the parts of an unnamed workgroup size are "local_size_x", "local_size_y", "local_size_z"
  Word id = 0;       ///< its SpecId
  Number number = Number::uint32;
  std::uint64_t value = 0;
};

struct Interface {
  std::array<Word, 3> local_size{1, 1, 1};  ///< invocations per workgroup, after specialization
  std::vector<BlockInterface> blocks;       ///< in the order of the SPIR-V
  std::vector<Input> uniforms;              ///< uniforms outside blocks, by name as OpenGL writes it: "a[0].b"
  std::vector<std::string> images;          ///< names of samplers and images that the entry point uses
  std::vector<ConstantInterface> constants;
  bool uses_subgroups = false;  ///< true if the shader needs a capability of subgroups
  bool uses_addresses = false;  ///< true if the shader dereferences buffer addresses
};

/// Returns the inputs of a compute shader. Array lengths and the workgroup size follow the specialization. Throws
/// InternalError if the module has no such entry point.
Interface interface_of(const Binary& binary, const Specialization& specialization = {});

}  // namespace texelsort::spirv
