// Compiles users' shaders, and translates them for OpenGL.
#include "compute/gpu/foreign_program.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/gpu/compiler_log.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/program_builder.h"
#include "compute/spirv/glsl.h"

namespace texelsort::gpu {
namespace {

using Kind = spirv::BlockInterface::Kind;

/// Numbers the bindings of storage blocks and of uniform blocks.
void give_units(ForeignProgram& program) {
  for (const spirv::BlockInterface& block : program.interface.blocks) {
    const bool uniform =
        block.kind == Kind::uniform || (block.kind == Kind::push_constants && !program.push_constants_in_storage);
    std::uint32_t& count = uniform ? program.uniform_units : program.storage_units;
    program.units.push_back(count);
    count += std::max(block.blocks, 1u);
  }
}

void require_units(const ForeignShader& shader, const char* what, std::uint32_t needed, GLenum limit) {
  GLint most = 0;
  glGetIntegerv(limit, &most);
  if (needed <= static_cast<std::uint32_t>(std::max(most, 0))) return;
  throw UnavailableError(
      fmt::format("{}: needs {} {} blocks, but this device has {}", label(shader), needed, what, most));
}

/// Gives the blocks of a linked program their bindings. The driver leaves out blocks that the shader does not use.
void bind_units(const Program& linked, const ForeignProgram& program) {
  for (std::size_t n = 0; n < program.interface.blocks.size(); ++n) {
    const spirv::BlockInterface& block = program.interface.blocks[n];
    for (std::uint32_t element = 0; element < std::max(block.blocks, 1u); ++element) {
      const std::string name = block.blocks == 1 ? block.name : fmt::format("{}[{}]", block.name, element);
      const GLuint unit = program.units[n] + element;
      if (block.kind == Kind::uniform) {
        const GLuint index = glGetUniformBlockIndex(linked.id(), name.c_str());
        if (index != GL_INVALID_INDEX) glUniformBlockBinding(linked.id(), index, unit);
      } else {
        const GLuint index = glGetProgramResourceIndex(linked.id(), GL_SHADER_STORAGE_BLOCK, name.c_str());
        if (index != GL_INVALID_INDEX) glShaderStorageBlockBinding(linked.id(), index, unit);
      }
    }
  }
}

/// Returns the version of a GLSL text, such as 450.
int version_of(const std::string& text) {
  int version = 0;
  std::sscanf(text.c_str(), "#version %d", &version);
  return version;
}

int newest_version(const DeviceInfo& info) {
  return 100 * info.major + 10 * info.minor;
}

std::string translated(const ForeignShader& shader, const ForeignBinary& compiled, const ForeignProgram& program,
                       const DeviceInfo& info) {
  constexpr const char* advice = "use --device cpu-shaders, which executes the shader on the CPU";
  if (compiled.interface.uses_addresses) {
    throw UnavailableError(fmt::format("{}: OpenGL's shaders have no buffer addresses: {}", label(shader), advice));
  }
  if (compiled.interface.uses_subgroups) {
    throw UnavailableError(
        fmt::format("{}: texelsort does not translate subgroup operations for OpenGL: {}", label(shader), advice));
  }
  spirv::GlslForm form;
  form.version = newest_version(info) >= 450 ? 450 : 430;
  form.units = program.units;
  form.push_constants_in_storage = program.push_constants_in_storage;
  try {
    return spirv::to_glsl(compiled.binary, shader.constants, compiled.interface, form);
  } catch (const UnavailableError& error) {
    throw UnavailableError(
        fmt::format("{}: OpenGL's GLSL has no equivalent ({}): {}", label(shader), error.what(), advice));
  }
}

}  // namespace

std::vector<ShaderMessage> compiler_messages(const std::string& log) {
  std::vector<ShaderMessage> messages;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    for (const std::string_view word : {"ERROR: ", "WARNING: "}) {
      if (rest.starts_with(word)) rest = rest.substr(word.size());
    }
    for (std::size_t colon = rest.find(':'); colon != std::string_view::npos; colon = rest.find(':', colon + 1)) {
      const std::size_t end = rest.find_first_not_of("0123456789", colon + 1);
      if (end == colon + 1 || end == std::string_view::npos || !rest.substr(end).starts_with(": ")) continue;
      const std::string digits(rest.substr(colon + 1, std::min<std::size_t>(end - colon - 1, 9)));
      messages.push_back({std::string(rest.substr(0, colon)), static_cast<std::uint32_t>(std::stoul(digits)),
                          std::string(rest.substr(end + 2))});
      break;
    }
  }
  return messages;
}

namespace {

/// Returns the names of the functions of HLSL that follow [numthreads(...)].
std::vector<std::string> entry_points(const std::string& source) {
  constexpr const char* space = " \t\r\n";
  const std::string text = without_comments(source);
  std::vector<std::string> names;
  for (std::size_t at = text.find("numthreads"); at != std::string::npos; at = text.find("numthreads", at + 1)) {
    const std::size_t open = text.find('(', text.find(']', at));
    if (open == std::string::npos) break;
    const std::size_t last = text.find_last_not_of(space, open - 1);
    const std::size_t before = text.find_last_of(space, last);
    names.push_back(text.substr(before + 1, last - before));
  }
  return names;
}

/// Returns the messages of glslang for a shader of HLSL, with the remedy.
std::vector<ShaderMessage> hlsl_messages(std::vector<ShaderMessage> messages, const ForeignShader& shader,
                                         const std::string& source) {
  std::string& message = messages.front().text;
  if (message.find("Entry point not found") != std::string::npos) {
    const std::vector<std::string> names = entry_points(source);
    message = names.empty() ? fmt::format("there is no entry point '{}', and no [numthreads]", shader.entry)
                            : fmt::format("there is no entry point '{}', but {}{}", shader.entry,
                                          fmt::join(names, ", "), data::did_you_mean(shader.entry, names));
    return {messages.front()};
  }
  message.resize(message.find_last_not_of(" \n") + 1);
  message += fmt::format("; if DirectX accepts the file, use the SPIR-V of 'dxc -spirv -T cs_6_0 -E {}'", shader.entry);
  return messages;
}

}  // namespace

ForeignBinary compile_foreign(const ForeignShader& shader, const ForeignSource& source) {
  ForeignBinary result;
  try {
    result.binary = source.is_binary
                        ? source.binary
                        : spirv::compile({source.source.text, source.source.files, source.language, shader.entry});
    result.interface = spirv::interface_of(result.binary, shader.constants);
  } catch (const InternalError& error) {
    std::vector<ShaderMessage> messages = compiler_messages(error.what());
    // glslang repeats its last error without a place.
    if (messages.empty()) messages.push_back({label(shader), 0, error.what()});
    if (source.language == spirv::Language::hlsl) {
      messages = hlsl_messages(std::move(messages), shader, source.source.text);
    }
    throw ShaderError(text(messages.front()), messages);
  }
  const auto& size = result.interface.local_size;
  if (size[0] == 0 || size[1] == 0 || size[2] == 0) {
    const ShaderMessage message{
        label(shader), 0, fmt::format("a workgroup of {} x {} x {} has no invocations", size[0], size[1], size[2])};
    throw ShaderError(text(message), {message});
  }
  return result;
}

Program build_foreign_program(const ForeignShader& shader, const ForeignSource& source, const DeviceInfo& info) {
  ForeignBinary compiled = compile_foreign(shader, source);
  ForeignProgram program;
  program.language = source.language;
  program.push_constants_in_storage =
      std::ranges::any_of(compiled.interface.blocks, [](const spirv::BlockInterface& block) {
        return block.kind == Kind::push_constants && !spirv::fits_uniform_block(block);
      });
  program.interface = compiled.interface;
  give_units(program);
  require_units(shader, "storage", program.storage_units, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);
  require_units(shader, "uniform", program.uniform_units, GL_MAX_UNIFORM_BUFFER_BINDINGS);
  AssembledStage stage{{ShaderStage::compute, label(shader)}, source.source};
  // The driver may know only older versions of GLSL than glslang.
  const bool as_written =
      source.language == spirv::Language::opengl_glsl && version_of(source.source.text) <= newest_version(info);
  if (!as_written) stage.source = {translated(shader, compiled, program, info), {}};
  try {
    Program linked = build_program({stage});
    if (as_written) bind_units(linked, program);
    return Program(std::move(linked), std::make_shared<const ForeignProgram>(std::move(program)));
  } catch (const ShaderError& error) {
    if (as_written && !error.messages().empty() && !error.messages().front().file.empty()) {
      throw ShaderError(text(error.messages().front()), error.messages());
    }
    // Lines of a translated text would mislead.
    const ShaderMessage message{
        label(shader), 0,
        as_written ? error.what()
                   : fmt::format("OpenGL rejects the GLSL that SPIRV-Cross makes of it: {}", error.what())};
    throw ShaderError(text(message), {message});
  }
}

}  // namespace texelsort::gpu
