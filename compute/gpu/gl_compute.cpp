// Compute shaders by OpenGL.
#include <array>
#include <map>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/foreign_program.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/gl_calls.h"
#include "compute/gpu/gl_storage.h"
#include "compute/gpu/platform.h"

namespace texelsort::gpu {
namespace {

class OpenGlCompute final : public ComputeDevice {
 public:
  explicit OpenGlCompute(const DeviceInfo& info) : info_(info) {}
  std::unique_ptr<Storage> allocate(std::uint64_t size, std::string_view label) override {
    return std::make_unique<GlStorage>(size, label);
  }
  Program build(const AssembledStage& stage) override { return build_program({stage}); }
  Program build_foreign(const ForeignShader& shader, const ForeignSource& source) override {
    return build_foreign_program(shader, source, info_);
  }
  std::uint64_t address_of(const BufferBinding& /*binding*/) override {
    throw UnavailableError(
        "OpenGL's shaders have no buffer addresses: use --device cpu-shaders, which executes them on the CPU");
  }
  void dispatch(const DispatchCall& call, std::optional<Grid> grid) override {
    glUseProgram(call.program->id());
    bind_textures(*call.program, call.textures);
    std::optional<ForeignBindings> bindings;
    std::vector<std::unique_ptr<GlStorage>> copies;
    if (call.program->foreign() != nullptr) {
      bindings.emplace(call);
    } else {
      copies = bind_buffers(call.buffers);
    }
    set_uniforms(*call.program, call.uniforms);
    bound_loops(info_, *call.program, call.rounds);
    if (grid) return dispatch_workgroups(grid->columns, grid->rows, grid->layers);
    const BufferBinding& counts = *workgroup_counts_of(call);
    dispatch_counted(counts.buffer->id(), counts.offset);
  }
  void show_texels(std::uint32_t unit, std::uint32_t words, const BufferBinding* bytes) override {
    if (bytes == nullptr) return show_buffer_texture(textures_[unit], unit, words, 0, 0, 0);
    const std::uint64_t size = bytes->size != 0 ? bytes->size : bytes->buffer->size() - bytes->offset;
    show_buffer_texture(textures_[unit], unit, words, bytes->buffer->id(), bytes->offset, size);
  }
  std::uint64_t most_texels() const override { return most_buffer_texels(); }
  void wait() override { wait_for_device(); }

 private:
  const DeviceInfo& info_;
  std::map<std::uint32_t, Handle> textures_;  ///< buffer textures, by unit
};

}  // namespace

std::unique_ptr<ComputeDevice> make_opengl_compute(const DeviceInfo& info) {
  return std::make_unique<OpenGlCompute>(info);
}

}  // namespace texelsort::gpu
