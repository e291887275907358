#include "compute/gpu/gl_calls.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/foreign_program.h"
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
  void operator()(const std::vector<std::int32_t>& values) const {
    glUniform1iv(location, size(values), values.data());
  }
  void operator()(const std::vector<std::uint32_t>& values) const {
    glUniform1uiv(location, size(values), values.data());
  }
  void operator()(const std::vector<float>& values) const { glUniform1fv(location, size(values), values.data()); }
  template <glm::length_t parts, typename Number>
  void operator()(const glm::vec<parts, Number>& value) const {
    set<parts>(1, &value.x);
  }
  template <glm::length_t parts, typename Number>
  void operator()(const std::vector<glm::vec<parts, Number>>& values) const {
    if (!values.empty()) set<parts>(size(values), &values.front().x);
  }

 private:
  template <typename T>
  static GLsizei size(const std::vector<T>& values) {
    return static_cast<GLsizei>(values.size());
  }
  template <glm::length_t parts>
  void set(GLsizei count, const std::int32_t* first) const {
    (parts == 2 ? glUniform2iv : parts == 3 ? glUniform3iv : glUniform4iv)(location, count, first);
  }
  template <glm::length_t parts>
  void set(GLsizei count, const std::uint32_t* first) const {
    (parts == 2 ? glUniform2uiv : parts == 3 ? glUniform3uiv : glUniform4uiv)(location, count, first);
  }
  template <glm::length_t parts>
  void set(GLsizei count, const float* first) const {
    (parts == 2 ? glUniform2fv : parts == 3 ? glUniform3fv : glUniform4fv)(location, count, first);
  }
};

/// Returns OpenGL's object and range of a binding. Copies memory that is not OpenGL's to `copies`.
Buffer::Segment segment_of(const BufferBinding& binding, std::vector<std::unique_ptr<GlStorage>>& copies) {
  const std::uint64_t size = binding.size != 0 ? binding.size : binding.buffer->size() - binding.offset;
  if (binding.buffer->id() != 0) return {binding.buffer->id(), binding.offset, size};
  std::vector<std::byte> bytes(size);
  binding.buffer->read(binding.offset, bytes);
  copies.push_back(std::make_unique<GlStorage>(size, "copy of the CPU's memory"));
  copies.back()->write(0, bytes);
  return {copies.back()->objects().front().id(), 0, size};
}

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
    const Buffer::Segment bytes = segment_of(binding, copies);
    bind_storage(binding.binding, bytes.id, bytes.offset, bytes.size);
  }
  return copies;
}

ForeignBindings::ForeignBindings(const DispatchCall& call) {
  const Program& program = *call.program;
  const ForeignProgram& foreign = *program.foreign();
  using BlockKind = spirv::BlockInterface::Kind;
  require_push_constants(program, call);
  // Blocks without a buffer must not read that of an earlier dispatch.
  unbind_blocks(foreign.storage_units, foreign.uniform_units);
  const auto bind = [&](bool uniform, std::uint32_t unit, const Buffer::Segment& bytes) {
    if (!uniform) return bind_storage(unit, bytes.id, bytes.offset, bytes.size);
    bind_uniform_block(unit, bytes.id, bytes.offset, bytes.size, aligned_.emplace_back());
  };
  for (const BufferBinding& binding : call.buffers) {
    if (binding.binding == workgroup_counts) continue;
    const BlockPlace place = place_of(program, binding);
    bind(foreign.interface.blocks[place.block].kind == BlockKind::uniform, foreign.units[place.block] + place.element,
         segment_of(binding, copies_));
  }
  for (std::size_t n = 0; n < foreign.interface.blocks.size(); ++n) {
    if (foreign.interface.blocks[n].kind != BlockKind::push_constants || call.push_constants.empty()) continue;
    copies_.push_back(std::make_unique<GlStorage>(call.push_constants.size(), "push constants"));
    copies_.back()->write(0, call.push_constants);
    bind(!foreign.push_constants_in_storage, foreign.units[n],
         {copies_.back()->objects().front().id(), 0, call.push_constants.size()});
  }
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
