// Compute shaders by OpenGL.
#include <array>
#include <map>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/compute_program.h"
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
  void dispatch(const DispatchCall& call, std::optional<Grid> grid) override {
    glUseProgram(call.program->id());
    bind_textures(*call.program, call.textures);
    const auto copies = bind_buffers(call.buffers);
    set_uniforms(*call.program, call.uniforms);
    bound_loops(info_, *call.program, call.rounds);
    if (grid) return dispatch_workgroups(grid->columns, grid->rows);
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
