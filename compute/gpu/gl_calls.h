#pragma once

#include <memory>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/gpu/gl_storage.h"

/// Arguments of draws and dispatches in OpenGL.
namespace texelsort::gpu {

void set_uniforms(const Program& program, const std::vector<Uniform>& uniforms);
/// Binds buffers to storage blocks. Returns copies of those that are not OpenGL's, which the call needs.
std::vector<std::unique_ptr<GlStorage>> bind_buffers(const std::vector<BufferBinding>& buffers);
/// Buffers and push constants of a dispatch of a user's shader, bound to the bindings that its program expects. Owns
/// the copies that the dispatch needs.
class ForeignBindings {
 public:
  explicit ForeignBindings(const DispatchCall& call);

 private:
  std::vector<std::unique_ptr<GlStorage>> copies_;
  std::vector<Handle> aligned_;
};
void bind_textures(const Program& program, const std::vector<TextureBinding>& textures);

/// Throws UnavailableError if a call may exceed the device's loop limit. Passes the declared limit to shaders that end
/// loops themselves.
void bound_loops(const DeviceInfo& device, const Program& program, std::uint64_t rounds);

/// Returns the binding of the buffer with the number of workgroups. Null if the call has none.
const BufferBinding* workgroup_counts_of(const DispatchCall& call);

}  // namespace texelsort::gpu
