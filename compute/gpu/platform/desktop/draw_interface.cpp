#include "compute/gpu/draw_interface.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "compute/gpu/gl.h"

namespace texelsort::gpu {
namespace {

using spirv::Number;

struct NumericType {
  GLenum type;
  Number number;
  std::uint32_t components = 1, columns = 1;
};

constexpr std::array numeric_types{
    NumericType{GL_FLOAT, Number::float32},
    NumericType{GL_FLOAT_VEC2, Number::float32, 2},
    NumericType{GL_FLOAT_VEC3, Number::float32, 3},
    NumericType{GL_FLOAT_VEC4, Number::float32, 4},
    NumericType{GL_INT, Number::int32},
    NumericType{GL_INT_VEC2, Number::int32, 2},
    NumericType{GL_INT_VEC3, Number::int32, 3},
    NumericType{GL_INT_VEC4, Number::int32, 4},
    NumericType{GL_UNSIGNED_INT, Number::uint32},
    NumericType{GL_UNSIGNED_INT_VEC2, Number::uint32, 2},
    NumericType{GL_UNSIGNED_INT_VEC3, Number::uint32, 3},
    NumericType{GL_UNSIGNED_INT_VEC4, Number::uint32, 4},
    NumericType{GL_BOOL, Number::boolean},
    NumericType{GL_BOOL_VEC2, Number::boolean, 2},
    NumericType{GL_BOOL_VEC3, Number::boolean, 3},
    NumericType{GL_BOOL_VEC4, Number::boolean, 4},
    NumericType{GL_DOUBLE, Number::float64},
    NumericType{GL_DOUBLE_VEC2, Number::float64, 2},
    NumericType{GL_DOUBLE_VEC3, Number::float64, 3},
    NumericType{GL_DOUBLE_VEC4, Number::float64, 4},
    NumericType{GL_FLOAT_MAT2, Number::float32, 2, 2},
    NumericType{GL_FLOAT_MAT3, Number::float32, 3, 3},
    NumericType{GL_FLOAT_MAT4, Number::float32, 4, 4},
    NumericType{GL_FLOAT_MAT2x3, Number::float32, 3, 2},
    NumericType{GL_FLOAT_MAT2x4, Number::float32, 4, 2},
    NumericType{GL_FLOAT_MAT3x2, Number::float32, 2, 3},
    NumericType{GL_FLOAT_MAT3x4, Number::float32, 4, 3},
    NumericType{GL_FLOAT_MAT4x2, Number::float32, 2, 4},
    NumericType{GL_FLOAT_MAT4x3, Number::float32, 3, 4},
};

std::string sampler_text(GLenum type) {
  switch (type) {
    case GL_SAMPLER_1D:
      return "sampler1D";
    case GL_SAMPLER_2D:
      return "sampler2D";
    case GL_SAMPLER_3D:
      return "sampler3D";
    case GL_SAMPLER_CUBE:
      return "samplerCube";
    case GL_SAMPLER_2D_ARRAY:
      return "sampler2DArray";
    case GL_SAMPLER_2D_RECT:
      return "sampler2DRect";
    case GL_SAMPLER_BUFFER:
      return "samplerBuffer";
    case GL_INT_SAMPLER_2D:
      return "isampler2D";
    case GL_INT_SAMPLER_BUFFER:
      return "isamplerBuffer";
    case GL_UNSIGNED_INT_SAMPLER_2D:
      return "usampler2D";
    case GL_UNSIGNED_INT_SAMPLER_2D_ARRAY:
      return "usampler2DArray";
    case GL_UNSIGNED_INT_SAMPLER_BUFFER:
      return "usamplerBuffer";
    case GL_UNSIGNED_INT_ATOMIC_COUNTER:
      return "atomic_uint";
    default:
      return "sampler or image of another type";
  }
}

/// Removes "[0]" from the name of an array. Returns the number of its elements, or null if it is no array.
std::optional<spirv::Word> array_elements(std::string& name, GLint size) {
  constexpr std::string_view first = "[0]";
  if (!name.ends_with(first)) return std::nullopt;
  name.resize(name.size() - first.size());
  return static_cast<spirv::Word>(size);
}

spirv::Input input_of(const NumericType& type, std::string name, GLint size) {
  spirv::Input input;
  input.number = type.number;
  input.components = type.components;
  input.columns = type.columns;
  input.elements = array_elements(name, size);
  input.name = std::move(name);
  return input;
}

void read_uniforms(GLuint program, DrawInterface& result) {
  GLint count = 0, longest = 0;
  glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
  glGetProgramiv(program, GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
  for (GLuint index = 0; index < static_cast<GLuint>(count); ++index) {
    std::string name(static_cast<std::size_t>(std::max(longest, 1)), '\0');
    GLsizei length = 0;
    GLint size = 0, block = -1;
    GLenum type = 0;
    glGetActiveUniform(program, index, longest, &length, &size, &type, name.data());
    name.resize(static_cast<std::size_t>(length));
    glGetActiveUniformsiv(program, 1, &index, GL_UNIFORM_BLOCK_INDEX, &block);
    if (block >= 0 || name.starts_with("gl_")) continue;
    const auto numeric = std::ranges::find(numeric_types, type, &NumericType::type);
    if (numeric != numeric_types.end()) {
      result.uniforms.push_back(input_of(*numeric, std::move(name), size));
      continue;
    }
    const auto elements = array_elements(name, size);
    result.samplers.push_back(
        {std::move(name), sampler_text(type) + (elements ? "[" + std::to_string(*elements) + "]" : "")});
  }
}

std::string resource_name(GLuint program, GLenum kind, GLuint index) {
  constexpr GLenum property = GL_NAME_LENGTH;
  GLint length = 0;
  glGetProgramResourceiv(program, kind, index, 1, &property, 1, nullptr, &length);
  std::string name(static_cast<std::size_t>(std::max(length, 1)), '\0');
  glGetProgramResourceName(program, kind, index, length, nullptr, name.data());
  name.pop_back();  // OpenGL counts the zero byte at the end
  return name;
}

GLuint resources(GLuint program, GLenum kind) {
  GLint count = 0;
  glGetProgramInterfaceiv(program, kind, GL_ACTIVE_RESOURCES, &count);
  return static_cast<GLuint>(std::max(count, 0));
}

std::vector<DrawInterface::Output> outputs_of(GLuint program) {
  std::vector<DrawInterface::Output> outputs;
  for (GLuint index = 0; index < resources(program, GL_PROGRAM_OUTPUT); ++index) {
    constexpr std::array<GLenum, 3> properties{GL_TYPE, GL_ARRAY_SIZE, GL_LOCATION};
    std::array<GLint, properties.size()> values{};
    glGetProgramResourceiv(program, GL_PROGRAM_OUTPUT, index, static_cast<GLsizei>(properties.size()),
                           properties.data(), static_cast<GLsizei>(values.size()), nullptr, values.data());
    const auto type = std::ranges::find(numeric_types, static_cast<GLenum>(values[0]), &NumericType::type);
    // Built-in outputs such as gl_FragDepth have no location.
    if (values[2] < 0 || type == numeric_types.end()) continue;
    spirv::Input value = input_of(*type, resource_name(program, GL_PROGRAM_OUTPUT, index), values[1]);
    outputs.push_back({std::move(value), static_cast<std::uint32_t>(values[2])});
  }
  std::ranges::sort(outputs, {}, &DrawInterface::Output::location);
  return outputs;
}

void read_uniform_blocks(GLuint program, DrawInterface& result) {
  GLint count = 0;
  glGetProgramiv(program, GL_ACTIVE_UNIFORM_BLOCKS, &count);
  for (GLuint index = 0; index < static_cast<GLuint>(count); ++index) {
    GLint length = 0;
    glGetActiveUniformBlockiv(program, index, GL_UNIFORM_BLOCK_NAME_LENGTH, &length);
    std::string name(static_cast<std::size_t>(std::max(length, 1)), '\0');
    glGetActiveUniformBlockName(program, index, length, nullptr, name.data());
    name.pop_back();
    result.blocks.push_back(std::move(name));
  }
}

}  // namespace

DrawInterface draw_interface(const Program& program) {
  DrawInterface result;
  read_uniforms(program.id(), result);
  read_uniform_blocks(program.id(), result);
  if (!GLEW_VERSION_4_3) return result;
  for (GLuint index = 0; index < resources(program.id(), GL_SHADER_STORAGE_BLOCK); ++index) {
    result.blocks.push_back(resource_name(program.id(), GL_SHADER_STORAGE_BLOCK, index));
  }
  result.outputs = outputs_of(program.id());
  return result;
}

}  // namespace texelsort::gpu
