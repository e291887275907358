#include "compute/gpu/gl_calls.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/platform.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::gpu {
namespace {

struct SetUniform {
  int location;
  void operator()(std::int32_t value) const { glUniform1i(location, value); }
  void operator()(std::uint32_t value) const { glUniform1ui(location, value); }
  void operator()(float value) const { glUniform1f(location, value); }
  void operator()(const glm::ivec2& value) const { glUniform2i(location, value.x, value.y); }
  void operator()(const glm::uvec2& value) const { glUniform2ui(location, value.x, value.y); }
  void operator()(const glm::vec2& value) const { glUniform2f(location, value.x, value.y); }
  void operator()(const glm::vec4& value) const { glUniform4f(location, value.x, value.y, value.z, value.w); }
  void operator()(const std::vector<std::int32_t>& values) const {
    glUniform1iv(location, size(values), values.data());
  }
  void operator()(const std::vector<std::uint32_t>& values) const {
    glUniform1uiv(location, size(values), values.data());
  }
  void operator()(const std::vector<glm::ivec2>& values) const {
    glUniform2iv(location, size(values), values.empty() ? nullptr : &values.front().x);
  }
  template <typename T>
  static GLsizei size(const std::vector<T>& values) {
    return static_cast<GLsizei>(values.size());
  }
};

}  // namespace

void set_uniforms(const Program& program, const std::vector<Uniform>& uniforms) {
  for (const Uniform& uniform : uniforms) {
    const int location = program.location(uniform.name);
    if (location >= 0) std::visit(SetUniform{location}, uniform.value);
  }
}

std::vector<std::unique_ptr<GlStorage>> bind_buffers(const std::vector<BufferBinding>& buffers) {
  std::vector<std::unique_ptr<GlStorage>> copies;
  for (const BufferBinding& binding : buffers) {
    if (binding.binding == workgroup_counts) continue;
    const std::uint64_t size = binding.size != 0 ? binding.size : binding.buffer->size() - binding.offset;
    if (binding.buffer->id() != 0) {
      bind_storage(binding.binding, binding.buffer->id(), binding.offset, size);
      continue;
    }
    std::vector<std::byte> bytes(size);
    binding.buffer->read(binding.offset, bytes);
    copies.push_back(std::make_unique<GlStorage>(size, "copy of the CPU's memory"));
    copies.back()->write(0, bytes);
    bind_storage(binding.binding, copies.back()->objects().front().id(), 0, size);
  }
  return copies;
}

const BufferBinding* workgroup_counts_of(const DispatchCall& call) {
  const auto found = std::ranges::find(call.buffers, workgroup_counts, &BufferBinding::binding);
  return found == call.buffers.end() ? nullptr : &*found;
}

void bind_textures(const Program& program, const std::vector<TextureBinding>& textures) {
  for (std::size_t unit = 0; unit < textures.size(); ++unit) {
    glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
    if (textures[unit].array != nullptr) {
      glBindTexture(GL_TEXTURE_2D_ARRAY, textures[unit].array->id());
    } else {
      glBindTexture(GL_TEXTURE_2D, textures[unit].texture->id());
    }
    const int location = program.location(textures[unit].sampler);
    if (location >= 0) glUniform1i(location, static_cast<GLint>(unit));
  }
  glActiveTexture(GL_TEXTURE0);
}

void bound_loops(const DeviceInfo& device, const Program& program, std::uint64_t rounds) {
  if (rounds > device.max_loop_rounds) {
    throw UnavailableError(
        fmt::format("{}: an invocation needs up to {} loop iterations, but this device ends loops after {}",
                    program.label(), rounds, device.max_loop_rounds));
  }
  if (!device.ends_loops) return;
  constexpr std::uint64_t countable = std::numeric_limits<std::uint32_t>::max() - 1;
  set_uniforms(program, {{loop_rounds_uniform, static_cast<std::uint32_t>(std::min(rounds, countable))}});
}

}  // namespace texelsort::gpu
