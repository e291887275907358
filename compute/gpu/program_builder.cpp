#include "compute/gpu/program_builder.h"

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/object_making.h"

namespace texelsort::gpu {
namespace {

GLenum gl_stage(ShaderStage stage) {
  switch (stage) {
    case ShaderStage::vertex:
      return GL_VERTEX_SHADER;
    case ShaderStage::fragment:
      return GL_FRAGMENT_SHADER;
    case ShaderStage::compute:
      return 0x91B9;  // GL_COMPUTE_SHADER of OpenGL 4.3
  }
  throw InternalError("unknown shader stage");
}

template <typename GetParameter, typename GetLog>
std::string info_log(GLuint id, GetParameter get_parameter, GetLog get_log) {
  GLint length = 0;
  get_parameter(id, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  get_log(id, length, nullptr, log.data());
  return log;
}

Handle compile(const AssembledStage& stage) {
  Handle shader(glCreateShader(gl_stage(stage.stage.stage)), [](std::uint32_t id) { glDeleteShader(id); });
  const char* text = stage.source.text.c_str();
  glShaderSource(shader.id(), 1, &text, nullptr);
  glCompileShader(shader.id());
  GLint good = 0;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &good);
  if (!good) {
    const std::string log = info_log(shader.id(), glGetShaderiv, glGetShaderInfoLog);
    throw ShaderError(fmt::format("shader does not compile: {}", readable_log(log, stage.source.files)),
                      log_messages(log, stage.source.files));
  }
  return shader;
}

}  // namespace

Program build_program(const std::vector<AssembledStage>& stages) {
  Handle program(glCreateProgram(), [](std::uint32_t id) { glDeleteProgram(id); });
  std::string label;
  for (const AssembledStage& stage : stages) {
    const Handle shader = compile(stage);
    glAttachShader(program.id(), shader.id());
    label += (label.empty() ? "" : " + ") + stage.stage.path;
  }
  glLinkProgram(program.id());
  GLint good = 0;
  glGetProgramiv(program.id(), GL_LINK_STATUS, &good);
  if (!good) {
    const std::string log = info_log(program.id(), glGetProgramiv, glGetProgramInfoLog);
    throw ShaderError(fmt::format("{} does not link: {}", label, readable_log(log, {})), log_messages(log, {}));
  }
  label_object(program_kind, program.id(), label);
  return Program(std::move(program), label);
}

}  // namespace texelsort::gpu
