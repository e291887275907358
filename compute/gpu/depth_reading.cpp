#include "compute/gpu/depth_reading.h"

#include "compute/gpu/gl.h"
#include "compute/gpu/program_builder.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::gpu {
namespace {

Program depth_program() {
  const ShaderLibrary library(std::nullopt);
  std::vector<AssembledStage> stages;
  for (const auto& [stage, path] : {StageSource{ShaderStage::vertex, "common/fullscreen.vert"},
                                    StageSource{ShaderStage::fragment, "common/depth_as_colour.frag"}}) {
    stages.push_back({{stage, path}, library.assemble(path, dialect().draw_version, {})});
  }
  return build_program(stages);
}

}  // namespace

Texture depth_as_colour(const Texture& depth) {
  Texture colour(depth.extent(), TexelFormat::r32f, "depth as colour");
  const Program program = depth_program();
  GLuint id = 0;
  glGenFramebuffers(1, &id);
  const Handle framebuffer(id, [](std::uint32_t name) { glDeleteFramebuffers(1, &name); });
  glGenVertexArrays(1, &id);
  const Handle vertices(id, [](std::uint32_t name) { glDeleteVertexArrays(1, &name); });
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.id());
  glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour.id(), 0);
  for (const GLenum state : {GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_BLEND}) glDisable(state);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glViewport(0, 0, static_cast<GLsizei>(depth.extent().width), static_cast<GLsizei>(depth.extent().height));
  glUseProgram(program.id());
  glBindVertexArray(vertices.id());
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, depth.id());
  glUniform1i(program.location("depth"), 0);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  return colour;
}

}  // namespace texelsort::gpu
