// Fragment shaders of a user's folder.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "compute/gpu/draw_interface.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/foreign_shader.h"
#include "compute/gpu/program_cache.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::gpu {
namespace {

constexpr const char* fill_shader =
    "#version 330\nuniform uint value;\nout uint filled;\nvoid main() { filled = value; }\n";

class ForeignDraws : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    test_device().make_current();
  }
  ForeignShader fragment(const std::string& file, Defines defines = {}) const {
    return {.folder = folder_.path(), .file = file, .defines = std::move(defines)};
  }
  const Program& program(const std::string& text, const std::string& vertex = {}) {
    folder_.write("a.frag", text);
    return cache_.get(fragment("a.frag"), vertex);
  }
  std::string fault(const std::string& text, const std::string& vertex = {}) {
    try {
      program(text, vertex);
    } catch (const ShaderError& error) {
      return gpu::text(error.messages().at(0));
    }
    return "";
  }
  static std::uint32_t drawn(const Program& program) {
    const Texture target({1, 1}, TexelFormat::r32ui, "target");
    DrawCall call;
    call.program = &program;
    call.targets = {&target};
    call.uniforms = {{"value", std::uint32_t{7}}};
    test_device().executor().draw_aside(call);
    std::array<std::uint32_t, 1> texel{};
    target.read({0, 0, 1, 1}, std::as_writable_bytes(std::span(texel)));
    return texel.front();
  }

  const tests::TemporaryFolder folder_;
  ProgramCache cache_{ShaderLibrary(std::nullopt)};
};

TEST_F(ForeignDraws, DrawByATriangleThatCoversTheTarget) {
  EXPECT_EQ(drawn(program(fill_shader)), 7u);
}

TEST_F(ForeignDraws, ReportTheirInputsAndOutputs) {
  const Program& made = program(R"(#version 330
struct Part { vec2 scale; };
uniform usampler2D keys;
uniform sampler2D values;
uniform uint n;
uniform bool flag;
uniform ivec3 steps[2];
uniform Part part;
uniform uint unused;
layout(std140) uniform Block { uint member; };
layout(location = 1) out vec2 second;
layout(location = 0) out uvec4 first;
void main() {
  first = texelFetch(keys, ivec2(0), 0) + n + member;
  second = texelFetch(values, steps[0].xy + steps[1].xy, 0).rg * part.scale * float(flag);
}
)");
  const DrawInterface found = draw_interface(made);
  std::vector<std::string> uniforms, samplers, outputs;
  for (const spirv::Input& input : found.uniforms) uniforms.push_back(spirv::text(input) + " " + input.name);
  for (const auto& sampler : found.samplers) samplers.push_back(sampler.type + " " + sampler.name);
  std::ranges::sort(uniforms);
  std::ranges::sort(samplers);
  EXPECT_EQ(uniforms, (std::vector<std::string>{"bool flag", "ivec3[2] steps", "uint n", "vec2 part.scale"}));
  EXPECT_EQ(samplers, (std::vector<std::string>{"sampler2D values", "usampler2D keys"}));
  EXPECT_EQ(found.blocks, std::vector<std::string>{"Block"});
  if (!found.outputs) GTEST_SKIP() << "OpenGL 4.3 reports outputs";
  for (const auto& output : *found.outputs) outputs.push_back(spirv::text(output.value) + " " + output.value.name);
  EXPECT_EQ(outputs, (std::vector<std::string>{"uvec4 first", "vec2 second"})) << "in the order of their locations";
}

TEST_F(ForeignDraws, IncludeFilesAndTakeDefinesAndOwnVertexShaders) {
  folder_.write("value.glsl", "uint value() { return uint(VALUE); }\n");
  folder_.write("all.vert",
                "#version 330\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, "
                "0, 1); }\n");
  folder_.write("a.frag",
                "#version 330\n#include \"value.glsl\"\nout uint filled;\nvoid main() { filled = value(); }\n");
  const Program& made = cache_.get(fragment("a.frag", {{"VALUE", "9"}}), "all.vert");
  EXPECT_EQ(drawn(made), 9u);
  const std::string folder = folder_.path().string() + "/";
  EXPECT_EQ(cache_.files(made), (std::vector{folder + "all.vert", folder + "a.frag", folder + "value.glsl"}));
  EXPECT_EQ(cache_.source(made).size(), 2u);
  EXPECT_EQ(cache_.defines(made), (Defines{{"VALUE", "9"}}));
}

TEST_F(ForeignDraws, ReportErrorsWithFileAndLine) {
  EXPECT_TRUE(fault("#version 330\nout uint a;\nvoid main() { a = b; }\n").starts_with(folder_ / "a.frag:3"))
      << fault("#version 330\nout uint a;\nvoid main() { a = b; }\n");
  folder_.write("wrong.vert", "#version 330\n\nvoid main() { gl_Position = wrong; }\n");
  EXPECT_TRUE(fault(fill_shader, "wrong.vert").starts_with(folder_ / "wrong.vert:3"))
      << fault(fill_shader, "wrong.vert");
  EXPECT_NE(
      fault("#version 450\nlayout(push_constant) uniform P { uint n; };\nvoid main() {}\n").find("GLSL for OpenGL"),
      std::string::npos);
  EXPECT_NE(fault(fill_shader, "../other.vert").find("leads out of the folder"), std::string::npos);
}

TEST_F(ForeignDraws, ReloadWhenAFileChanges) {
  const Program& made = program(fill_shader);
  const ShaderStamp before = cache_.stamp();
  folder_.write("a.frag",
                "#version 330\nuniform uint value;\nout uint filled;\nvoid main() { filled = value + 1u; }\n");
  EXPECT_NE(cache_.stamp(), before);
  while (cache_.reload()) {
  }
  EXPECT_EQ(cache_.replaced(), 1u);
  EXPECT_EQ(drawn(made), 8u);
  folder_.write("a.frag", "#version 330\nwrong\n");
  while (cache_.reload()) {
  }
  ASSERT_EQ(cache_.faults().size(), 1u);
  EXPECT_EQ(drawn(made), 8u) << "the last valid program stays";
}

}  // namespace
}  // namespace texelsort::gpu
