#include "compute/gpu/raw_gl_scope.h"

#include "compute/gpu/gl.h"

namespace texelsort::gpu {
namespace {

void clear_and_draw(Extent extent, const glm::vec4& clear, const std::function<void()>& draw) {
  glDisable(GL_SCISSOR_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glViewport(0, 0, static_cast<GLsizei>(extent.width), static_cast<GLsizei>(extent.height));
  glClearColor(clear.r, clear.g, clear.b, clear.a);
  glClear(GL_COLOR_BUFFER_BIT);
  draw();
}

}  // namespace

void with_render_target(Device& device, const Texture& target, const glm::vec4& clear,
                        const std::function<void()>& draw) {
  device.make_current();
  GLuint id = 0;
  glGenFramebuffers(1, &id);
  const Handle framebuffer(id, [](std::uint32_t name) { glDeleteFramebuffers(1, &name); });
  glBindFramebuffer(GL_FRAMEBUFFER, id);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.id(), 0);
  clear_and_draw(target.extent(), clear, draw);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void with_default_framebuffer(Device& device, Extent extent, const glm::vec4& clear,
                              const std::function<void()>& draw) {
  device.make_current();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  clear_and_draw(extent, clear, draw);
}

}  // namespace texelsort::gpu
