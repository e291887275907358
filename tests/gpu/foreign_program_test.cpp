// Shaders of a user's folder, on OpenGL and on the CPU.
#include "compute/gpu/foreign_program.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/program_cache.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::gpu {
namespace {

using Words = std::vector<std::uint32_t>;

enum class Target : std::uint8_t { opengl, interpreter };

class ForeignPrograms : public ::testing::TestWithParam<Target> {
 protected:
  void SetUp() override {
    if (GetParam() == Target::interpreter) {
      device_ = Device::headless({.shader_directory = {},
                                  .egl_device = {},
                                  .shaders_on_cpu = std::make_shared<ShaderExecution>(),
                                  .without_context = true});
      return;
    }
    TEXELSORT_NEED_GL();
    if (!test_device().info().compute) GTEST_SKIP() << "no compute shaders";
    device_ = Device::headless({.debug = true, .shader_directory = {}, .egl_device = {}});
  }
  void TearDown() override {
    if (device_) device_->check_errors("the test");
    device_.reset();
    if (tests::device() != nullptr) test_device().make_current();
  }

  const Program& program(const std::string& file, Defines defines = {}, spirv::Specialization constants = {},
                         const std::string& entry = "main") {
    return device_->foreign_program({.folder = folder_.path(),
                                     .file = file,
                                     .entry = entry,
                                     .defines = std::move(defines),
                                     .constants = std::move(constants)});
  }
  Buffer buffer(const Words& words) {
    Buffer result(*device_, words.size() * sizeof(std::uint32_t), "test");
    result.write(0, std::as_bytes(std::span(words)));
    return result;
  }
  static Words words(const Buffer& buffer) {
    Words result(buffer.size() / sizeof(std::uint32_t));
    buffer.read(0, std::as_writable_bytes(std::span(result)));
    return result;
  }
  static std::vector<std::byte> bytes(const Words& words) {
    const auto view = std::as_bytes(std::span(words));
    return {view.begin(), view.end()};
  }
  /// Returns the first message of the error that a shader gives.
  std::string fault(const std::string& file) {
    try {
      program(file);
    } catch (const ShaderError& error) {
      return error.messages().empty() ? error.what() : text(error.messages().front());
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  std::string in_folder(const std::string& file) const { return folder_.path().string() + "/" + file; }

  const tests::TemporaryFolder folder_;
  std::unique_ptr<Device> device_;
};

std::string device_name(const ::testing::TestParamInfo<Target>& info) {
  return info.param == Target::opengl ? "OpenGl" : "Interpreter";
}
INSTANTIATE_TEST_SUITE_P(All, ForeignPrograms, ::testing::Values(Target::opengl, Target::interpreter), device_name);

constexpr const char* vulkan_shader = R"(#version 450
// layout(local_size_x = 1) is no declaration here.
layout(local_size_x_id = 7) in;
layout(constant_id = 1) const uint FACTOR = 2;
layout(push_constant) uniform Push { uint first; uint n; SUMMAND_TYPE summands[2]; } push;
layout(set = 0, binding = 0) buffer Untouched { uint untouched[]; };
layout(set = 1, binding = 0) readonly buffer From { uint words[]; } from;
layout(set = 1, binding = 4) writeonly buffer To { uint words[]; } to;
layout(set = 1, binding = 5) uniform Sizes { uint shift; };
void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < push.n) to.words[i] = (from.words[i + push.first] << shift) * FACTOR + uint(push.summands[1].x);
}
)";

TEST_P(ForeignPrograms, RunVulkanShadersWithPushConstantsSetsAndConstants) {
  folder_.write("vulkan.comp", vulkan_shader);
  // Arrays of uints do not fit a uniform block, but arrays of vectors do.
  for (const std::string type : {"uint", "uvec4"}) {
    const Program& scale = program("vulkan.comp", {{"SUMMAND_TYPE", type}}, {{1, 10}, {7, 4}});
    EXPECT_EQ(scale.interface().local_size, (std::array<std::uint32_t, 3>{4, 1, 1}));
    const Buffer from = buffer({9, 1, 2, 3, 4, 5, 6, 7}), to = buffer(Words(8, 77)), sizes = buffer({3});
    Words push = {1, 6, 0, 5};
    if (type == "uvec4") push = {1, 6, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0};
    DispatchCall call{.program = &scale,
                      .buffers = {{.binding = 0, .buffer = &from, .set = 1},
                                  {.buffer = &to, .block = "To"},
                                  {.binding = 5, .buffer = &sizes, .set = 1, .uniform_block = true}},
                      .uniforms = {},
                      .grid = {{2, 1, 1}},
                      .push_constants = bytes(push)};
    device_->executor().dispatch(call);
    EXPECT_EQ(words(to), (Words{85, 165, 245, 325, 405, 485, 77, 77})) << type;
  }
}

TEST_P(ForeignPrograms, RunHlslShadersByTheNamesOfTheirBuffers) {
  folder_.write("sort.hlsl",
                "#include \"sizes.hlsli\"\n"
                "StructuredBuffer<uint> from : register(t0);\n"
                "RWStructuredBuffer<uint> doubled : register(u0);\n"
                "RWStructuredBuffer<uint> sums : register(u1);\n"
                "[numthreads(4, 1, 1)] void Doubling(uint3 id : SV_DispatchThreadID) {\n"
                "  if (id.x >= n) return;\n"
                "  doubled[id.x] = 2 * from[id.x];\n  sums[id.x] = SUM(from[id.x], offset);\n}\n");
  folder_.write("sizes.hlsli",
                "#pragma once\n#define SUM(a, b) ((a) + (b))\n"
                "cbuffer Sizes : register(b0) { uint n; uint offset; };\n");
  const Program& doubling = program("sort.hlsl", {}, {}, "Doubling");
  const Buffer from = buffer({1, 2, 3, 4, 5}), doubled = buffer(Words(5, 0)), sums = buffer(Words(5, 0)),
               sizes = buffer({5, 100});
  DispatchCall call{.program = &doubling,
                    .buffers = {{.buffer = &sizes, .block = "Sizes"},
                                {.buffer = &from, .block = "from"},
                                {.buffer = &doubled, .block = "doubled"},
                                {.binding = 1, .buffer = &sums}},
                    .uniforms = {},
                    .workgroups = 2};
  device_->executor().dispatch(call);
  EXPECT_EQ(words(doubled), (Words{2, 4, 6, 8, 10}));
  EXPECT_EQ(words(sums), (Words{101, 102, 103, 104, 105}));
  // The registers t0 and u0 have the same number, so a name must tell them apart.
  call.buffers = {{.binding = 0, .buffer = &from}};
  EXPECT_THROW(device_->executor().dispatch(call), InternalError);
}

TEST_P(ForeignPrograms, RunHlslShadersBesideBlocksThatGlslDoesNotHave) {
  folder_.write("all.hlsli",
                "struct Light { float3 at; float4x4 view; float range; };\n"
                "cbuffer Camera : register(b1) { float4x4 projection; }\n"
                "StructuredBuffer<Light> lights : register(t1);\n"
                "Texture2D shades : register(t2);\nSamplerState smooth_sampler : register(s0);\n"
                "float4 shade(float2 at) { return shades.SampleLevel(smooth_sampler, at, 0); }\n"
                "float4 seen(float4 at, float4x4 matrix_of) { return mul(at, matrix_of); }\n"
                "float4 unused(uint i) { return seen(mul(lights[i].view, projection)[0], lights[i].view); }\n");
  folder_.write("sort.hlsl",
                "#include \"all.hlsli\"\n"
                "RWStructuredBuffer<unsigned int> keys : register(u0);\n"
                "[numthreads(4, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n"
                "  unsigned int key = keys[id.x];\n  keys[id.x] = key > 7 ? key >> 1 : (unsigned) 1;\n}\n");
  const Program& halving = program("sort.hlsl");
  EXPECT_TRUE(halving.interface().images.empty());
  const Buffer keys = buffer({1, 8, 0x80000000u, 7});
  device_->executor().dispatch(
      {.program = &halving, .buffers = {{.buffer = &keys, .block = "keys"}}, .uniforms = {}, .workgroups = 1});
  EXPECT_EQ(words(keys), (Words{1, 4, 0x40000000u, 1}));
}

TEST_P(ForeignPrograms, OrderSharedMemoryOfHlslByBarriers) {
  // A radix sort of one workgroup by single bits: each rank needs the numbers of all other invocations.
  folder_.write("split.hlsl",
                "RWStructuredBuffer<uint> keys : register(u0);\n"
                "groupshared uint own[256], flags[256], sums[256], places[256], zeros;\n"
                "[numthreads(256, 1, 1)] void main(uint i : SV_GroupIndex) {\n"
                "  own[i] = keys[i];\n"
                "  for (uint bit = 0; bit < 8; ++bit) {\n"
                "    flags[i] = ((own[i] >> bit) & 1) == 0 ? 1 : 0;\n    GroupMemoryBarrierWithGroupSync();\n"
                "    if (i == 0) sums[i] = 0; else sums[i] = flags[i - 1];\n    GroupMemoryBarrierWithGroupSync();\n"
                "    [unroll] for (uint distance = 1; distance < 256; distance <<= 1) {\n"
                "      uint sum = sums[i];\n      if (i > distance) sum += sums[i - distance];\n"
                "      GroupMemoryBarrierWithGroupSync();\n      sums[i] = sum;\n"
                "      GroupMemoryBarrierWithGroupSync();\n    }\n"
                "    if (i == 0) zeros = flags[255] + sums[255];\n    GroupMemoryBarrierWithGroupSync();\n"
                "    places[i] = flags[i] == 1 ? sums[i] : i - sums[i] + zeros;\n    uint key = own[i];\n"
                "    GroupMemoryBarrierWithGroupSync();\n    own[places[i]] = key;\n"
                "    GroupMemoryBarrierWithGroupSync();\n  }\n  keys[i] = own[i];\n}\n");
  Words numbers(256);
  for (std::uint32_t i = 0; i < 256; ++i) numbers[i] = i * 77u % 251u;
  const Buffer keys = buffer(numbers);
  device_->executor().dispatch({.program = &program("split.hlsl"),
                                .buffers = {{.buffer = &keys, .block = "keys"}},
                                .uniforms = {},
                                .workgroups = 1});
  std::ranges::sort(numbers);
  EXPECT_EQ(words(keys), numbers);
}

TEST_P(ForeignPrograms, RefuseMatricesInBlocksOnTheCpu) {
  folder_.write("depth.comp",
                "#version 430\nlayout(local_size_x = 1) in;\n"
                "layout(std430, binding = 0) buffer View { mat3 view; float depth; };\n"
                "void main() {\n  depth = view[1].y;\n}\n");
  const Program& depth = program("depth.comp");
  Words memory(13, 0);
  memory[5] = 42;
  const Buffer view = buffer(memory);
  const DispatchCall call{.program = &depth, .buffers = {{.buffer = &view}}, .uniforms = {}, .workgroups = 1};
  if (GetParam() == Target::opengl) {
    device_->executor().dispatch(call);
    EXPECT_EQ(words(view)[12], 42u);
    return;
  }
  try {
    device_->executor().dispatch(call);
    FAIL() << "the interpreter executed it";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("depth.comp:5: matrices in blocks are not supported"), std::string::npos)
        << error.what();
  }
}

TEST_P(ForeignPrograms, AddTheVersionThatTheirProgramsAdd) {
  constexpr const char* body =
      "layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer Keys { uint keys[]; };\n"
      "void main() {\n  keys[0] = NUMBER;\n}\n";
  folder_.write("bare.glsl", std::string("// header is included here\n") + body);
  folder_.write("marked.glsl", std::string("#[compute]\n#version 430\n") + body);
  folder_.write("both.glsl", std::string("#[compute]\n") + body);
  for (const char* file : {"bare.glsl", "marked.glsl", "both.glsl"}) {
    const Program& writing = device_->foreign_program(
        {.folder = folder_.path(), .file = file, .defines = {{"NUMBER", "9"}}, .version = "430 core"});
    const Buffer keys = buffer({1});
    device_->executor().dispatch(
        {.program = &writing, .buffers = {{.buffer = &keys}}, .uniforms = {}, .workgroups = 1});
    EXPECT_EQ(words(keys), Words{9}) << file;
  }
  folder_.write("wrong.glsl", "\nvoid main() { missing_name = 1; }\n");
  try {
    device_->foreign_program({.folder = folder_.path(), .file = "wrong.glsl", .version = "430"});
    FAIL() << "compiled";
  } catch (const ShaderError& error) {
    EXPECT_TRUE(text(error.messages().front()).starts_with(in_folder("wrong.glsl") + ":2: ")) << error.what();
  }
}

TEST_P(ForeignPrograms, UseBallotsOfOpenGlExtensionsOnTheCpu) {
  if (GetParam() == Target::opengl) GTEST_SKIP() << "the driver decides which extensions it has";
  folder_.write("ballot.comp",
                "#version 450\n#extension GL_ARB_shader_ballot : require\n"
                "#extension GL_ARB_gpu_shader_int64 : require\nlayout(local_size_x = 8) in;\n"
                "layout(std430, binding = 0) buffer Words { uint words[]; };\n"
                "void main() {\n  uint i = gl_LocalInvocationID.x;\n"
                "  uint odd = uint(ballotARB((i & 1u) != 0u));\n"
                "  uint first = readInvocationARB(odd, 0u);\n"
                "  words[i] = gl_SubGroupInvocationARB == 0u ? odd : first + gl_SubGroupSizeARB;\n}\n");
  const Program& ballots = program("ballot.comp");
  EXPECT_TRUE(ballots.interface().uniforms.empty());
  const Buffer result = buffer(Words(8, 0));
  device_->executor().dispatch(
      {.program = &ballots, .buffers = {{.buffer = &result}}, .uniforms = {}, .workgroups = 1});
  const std::uint32_t lanes = device_->info().subgroup_lanes;
  ASSERT_GE(lanes, 8u);
  EXPECT_EQ(words(result).front(), 0xaau);
  EXPECT_EQ(words(result).back(), 0xaau + lanes);
}

TEST_P(ForeignPrograms, RunOpenGlShadersWithIncludesAndDefines) {
  folder_.write("parts/add.glsl",
                "#ifndef ADD\n#define ADD\n#include \"more.glsl\"\n#include <shared.glsl>\n"
                "uint add(uint a) { return a + more() + shared_number; }\n#endif\n");
  folder_.write("parts/more.glsl", "#pragma once\n#include \"add.glsl\"\nuint more() { return MORE; }\n");
  folder_.write("shared.glsl", "const uint shared_number = 1000u;\n");
  folder_.write(
      "opengl.comp",
      "// A comment may precede the version, and layout(push_constant) in it means nothing.\n"
      "#version 430 core\n"
      "#extension GL_GOOGLE_include_directive : require\n"
      "#extension GL_ARB_shading_language_include : require\n"
      "/* #include \"missing.glsl\" */\n"
      "#ifdef NEVER\n#include \"missing.glsl\"\n#endif\n"
      "#include \"parts/add.glsl\"\n#include \"parts/more.glsl\"\n"
      "layout(local_size_x = 4) in;\n"
      "struct Part { uint scale; ivec3 steps[2]; };\n"
      "uniform uint n;\nuniform bool up;\nuniform float ratio[2];\nuniform uvec4 digits;\nuniform Part part;\n"
      "buffer Keys { uint keys[]; };\n"
      "void main() {\n  const uint i = gl_GlobalInvocationID.x;\n"
      "  if (i >= n) return;\n"
      "  keys[i] = add(keys[i]) * part.scale + uint(part.steps[1].z) + (up ? digits.w : 0u) + uint(ratio[1]);\n"
      "}\n");
  const Program& adding = program("opengl.comp", {{"MORE", "20u"}});
  const Buffer keys = buffer({1, 2, 3});
  const std::vector<glm::ivec3> steps{{1, 2, 3}, {4, 5, 6}};
  DispatchCall call{.program = &adding,
                    .buffers = {{.buffer = &keys, .block = "Keys"}},
                    .uniforms = {{"n", 2u},
                                 {"up", 1},
                                 {"ratio", std::vector<float>{1.0f, 40000.0f}},
                                 {"digits", glm::uvec4(1, 2, 3, 100)},
                                 {"part.steps", steps},
                                 {"part.scale", 2u}}};
  device_->executor().dispatch(call);
  EXPECT_EQ(words(keys), (Words{2 * 1021 + 6 + 100 + 40000, 2 * 1022 + 6 + 100 + 40000, 3}));
}

TEST_P(ForeignPrograms, RunOpenGlShadersOfNewerVersionsThanTheDriver) {
  folder_.write("new.comp",
                "#version 460\nlayout(local_size_x = 1) in;\nstruct Part { uint shift; uint table[2]; };\n"
                "layout(location = 3) uniform uint number;\nuniform Part part;\n"
                "layout(std430, binding = 6) buffer Keys { uint keys[]; };\n"
                "void main() { keys[0] = (number << part.shift) + part.table[1]; }\n");
  const Buffer keys = buffer({0});
  DispatchCall call{.program = &program("new.comp"),
                    .buffers = {{.binding = 6, .buffer = &keys}},
                    .uniforms = {{"number", 5u}, {"part.table", std::vector<std::uint32_t>{7, 8}}, {"part.shift", 4u}}};
  device_->executor().dispatch(call);
  EXPECT_EQ(words(keys), Words{88});
}

TEST_P(ForeignPrograms, TellApartEqualBindingsOfStorageAndUniformBlocks) {
  folder_.write("kinds.comp",
                "#version 430\nlayout(local_size_x = 1) in;\n"
                "layout(std140, binding = 0) uniform Sizes { uint first; uint second; };\n"
                "layout(std430, binding = 0) buffer Keys { uint keys[]; };\n"
                "void main() { keys[0] = first * 10u + second; }\n");
  const Buffer keys = buffer({0}), sizes = buffer({9, 9, 9, 4, 2});
  DispatchCall call{.program = &program("kinds.comp"),
                    .buffers = {{.binding = 0, .buffer = &keys},
                                {.binding = 0, .buffer = &sizes, .offset = 12, .size = 8, .uniform_block = true}},
                    .uniforms = {}};
  device_->executor().dispatch(call);
  EXPECT_EQ(words(keys), Words{42});
}

constexpr const char* grid_shader =
    "#version 430\nlayout(local_size_x = 1) in;\nlayout(binding = 2) buffer Cells { uint cells[]; };\n"
    "void main() {\n  const uvec3 at = gl_WorkGroupID, size = gl_NumWorkGroups;\n"
    "  cells[(at.z * size.y + at.y) * size.x + at.x] = at.x + 10u * at.y + 100u * at.z;\n}\n";

TEST_P(ForeignPrograms, AreDispatchedInThreeAxes) {
  folder_.write("grid.comp", grid_shader);
  const Words expected = {0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121};
  const Buffer cells = buffer(Words(12, 0)), more = buffer(Words(12, 0)), counts = buffer({7, 2, 3, 2});
  DispatchCall call{.program = &program("grid.comp"),
                    .buffers = {{.binding = 2, .buffer = &cells}},
                    .uniforms = {},
                    .grid = {{2, 3, 2}}};
  device_->executor().dispatch(call);
  EXPECT_EQ(words(cells), expected);
  call.buffers = {{.binding = 2, .buffer = &more}, {.binding = workgroup_counts, .buffer = &counts, .offset = 4}};
  call.grid.reset();
  device_->executor().dispatch(call);
  EXPECT_EQ(words(more), expected);
  call.grid = {{0, 3, 2}};
  EXPECT_NO_THROW(device_->executor().dispatch(call));
  call.grid = {{1, 70'000, 70'000}};
  EXPECT_THROW(device_->executor().dispatch(call), UnavailableError);
}

TEST_P(ForeignPrograms, ReadSpirv) {
  const spirv::Binary binary =
      spirv::compile({"#version 450\nlayout(local_size_x = 1) in;\nlayout(constant_id = 3) const uint N = 1;\n"
                      "layout(set = 2, binding = 1) buffer Keys { uint keys[]; };\nvoid main() { keys[0] = N; }\n",
                      {"keys.comp"},
                      spirv::Language::vulkan_glsl,
                      "main"});
  folder_.write("keys.spv", {reinterpret_cast<const char*>(binary.words.data()), binary.words.size() * 4});
  folder_.write("text.spv", "This is no SPIR-V.");
  folder_.write("cut.spv", {reinterpret_cast<const char*>(binary.words.data()), binary.words.size() * 4 - 4});
  const Program& keys_program = program("keys.spv", {}, {{3, 6}});
  EXPECT_TRUE(keys_program.interface().blocks.front().bound);
  const Buffer keys = buffer({0});
  DispatchCall call{.program = &keys_program, .buffers = {{.binding = 1, .buffer = &keys, .set = 2}}, .uniforms = {}};
  device_->executor().dispatch(call);
  EXPECT_EQ(words(keys), Words{6});
  EXPECT_NE(fault("text.spv").find("is not SPIR-V"), std::string::npos);
  EXPECT_NE(fault("cut.spv").find("is not valid SPIR-V"), std::string::npos) << fault("cut.spv");
}

TEST_P(ForeignPrograms, ReadNoFileOutsideTheFolder) {
  const tests::TemporaryFolder outside;
  const std::string secret = outside.write("secret.glsl", "secret text\n");
  std::filesystem::create_symlink(secret, folder_.path() / "link.glsl");
  std::filesystem::create_symlink(outside.path(), folder_.path() / "folder");
  const std::string begin = "#version 430\n\n#include \"", end = "\"\nvoid main() {}\n";
  const std::string out =
      "leads out of the folder '" + folder_.path().string() + "', and texelsort reads only files in it";
  folder_.write("deep/inside.glsl", "");
  for (const std::string& path : {std::string("../x.glsl"), std::string("deep/../../x.glsl"), secret}) {
    folder_.write("a.comp", begin + path + end);
    EXPECT_EQ(fault("a.comp"),
              in_folder("a.comp") + ":3: '" + std::filesystem::path(path).generic_string() + "' " + out)
        << path;
  }
  for (const std::string path : {"link.glsl", "folder/secret.glsl"}) {
    folder_.write("a.comp", begin + path + end);
    EXPECT_EQ(fault("a.comp"), in_folder("a.comp") + ":3: '" + path + "' is a link that " + out);
  }
  EXPECT_NE(fault("../a.comp").find("leads out of the folder"), std::string::npos);
  EXPECT_NE(fault("folder/secret.glsl").find("leads out of the folder"), std::string::npos);
  EXPECT_NE(fault(secret).find("leads out of the folder"), std::string::npos);
  folder_.write("b/b.comp",
                "#version 430\n#include \"../deep/inside.glsl\"\nlayout(local_size_x = 1) in;\nvoid main() {}\n");
  EXPECT_EQ(fault("b/b.comp"), "no error") << "the path stays in the folder";
}

TEST_P(ForeignPrograms, NameFileAndLineOfErrors) {
  folder_.write("parts/broken.glsl", "\n\nuint broken() { return missing_name; }\n");
  folder_.write("broken.comp", "#version 430\n#include \"parts/broken.glsl\"\nvoid main() { broken(); }\n");
  const std::string compiled = fault("broken.comp");
  EXPECT_TRUE(compiled.starts_with(in_folder("parts/broken.glsl") + ":3: ")) << compiled;
  EXPECT_NE(compiled.find("missing_name"), std::string::npos);
  folder_.write("later.comp", "#version 430\n#include \"parts/good.glsl\"\n\nvoid main() { missing_name = 1; }\n");
  folder_.write("parts/good.glsl", "#if 0\n#endif\n");
  EXPECT_TRUE(fault("later.comp").starts_with(in_folder("later.comp") + ":4: ")) << fault("later.comp");
  folder_.write("old.comp", "\nvoid main() {}\n");
  EXPECT_EQ(fault("old.comp"), in_folder("old.comp") +
                                   ":2: lacks a #version line, with which GLSL begins: add one, or write version = "
                                   "\"450\" in sort.lua if your program adds it");
  folder_.write("sort.compute", "#pragma kernel Sort\n[numthreads(1, 1, 1)] void Sort() {}\n");
  EXPECT_EQ(fault("sort.compute"),
            in_folder("sort.compute") + ": has [numthreads], as in HLSL: write language = \"hlsl\" in sort.lua");
  folder_.write("sort.wgsl", "@compute @workgroup_size(64) fn main() {}\n");
  EXPECT_EQ(fault("sort.wgsl"), in_folder("sort.wgsl") +
                                    ": is WGSL, but texelsort reads GLSL, HLSL and SPIR-V: compile it to SPIR-V, for "
                                    "example by 'naga sort.wgsl sort.spv'");
  folder_.write("missing.comp", "#version 430\n#include \"none.glsl\"\nvoid main() {}\n");
  EXPECT_EQ(fault("missing.comp"), in_folder("missing.comp") + ":2: there is no file 'none.glsl' to include");
  EXPECT_EQ(fault("none.comp"), in_folder("none.comp") + ": there is no such file");
  folder_.write("endless.comp", "#version 430\n#include \"endless.glsl\"\nvoid main() {}\n");
  folder_.write("endless.glsl", "#include \"endless.glsl\"\n");
  EXPECT_EQ(fault("endless.comp"),
            in_folder("endless.glsl") + ":1: #include \"endless.glsl\": more than 32 files include one another");
  folder_.write("wrong.hlsl", "[numthreads(1, 1, 1)]\nvoid main() {\n  missing_name();\n}\n");
  EXPECT_TRUE(fault("wrong.hlsl").starts_with(in_folder("wrong.hlsl") + ":3: ")) << fault("wrong.hlsl");
  folder_.write("kernels.hlsl",
                "[numthreads(1, 1, 1)]\nvoid Count() {}\n// [numthreads(2, 1, 1)] void Old() {}\n"
                "[numthreads(1, 1, 1)] void Scan() {}\n");
  EXPECT_EQ(fault("kernels.hlsl"), in_folder("kernels.hlsl") + ": there is no entry point 'main', but Count, Scan");
  EXPECT_TRUE(fault("wrong.hlsl").ends_with("'dxc -spirv -T cs_6_0 -E main'")) << fault("wrong.hlsl");
}

TEST_P(ForeignPrograms, AreRebuiltWhenTheirFilesChange) {
  folder_.write("number.glsl", "const uint number = 1u;\n");
  folder_.write("fill.comp",
                "#version 430\nlayout(local_size_x = 1) in;\n#include \"number.glsl\"\n"
                "layout(binding = 0) buffer Keys { uint keys[]; };\nvoid main() { keys[0] = number; }\n");
  const Program& fill = program("fill.comp", {{"A", "1"}});
  const Buffer keys = buffer({0});
  DispatchCall call{.program = &fill, .buffers = {{.binding = 0, .buffer = &keys}}, .uniforms = {}};
  ProgramCache& programs = device_->programs();
  EXPECT_EQ(programs.files(fill), (std::vector{in_folder("fill.comp"), in_folder("number.glsl")}));
  EXPECT_EQ(programs.defines(fill), (Defines{{"A", "1"}}));
  EXPECT_NE(programs.source(fill).front().source.text.find("#define A 1\n"), std::string::npos);
  EXPECT_EQ(programs.foreign_file(in_folder("number.glsl")), folder_.path() / "number.glsl");
  EXPECT_EQ(&program("fill.comp", {{"A", "1"}}), &fill) << "it is built once";
  const ShaderStamp before = programs.stamp();
  EXPECT_EQ(programs.stamp(), before);
  folder_.write("number.glsl", "const uint number = 22u;\n");
  EXPECT_NE(programs.stamp(), before);
  while (programs.reload()) {
  }
  EXPECT_EQ(programs.replaced(), 1u);
  device_->executor().dispatch(call);
  EXPECT_EQ(words(keys), Words{22});
  folder_.write("number.glsl", "const uint number = none;\n");
  while (programs.reload()) {
  }
  ASSERT_EQ(programs.faults().size(), 1u);
  EXPECT_EQ(programs.faults().front().messages.front().file, in_folder("number.glsl"));
  device_->executor().dispatch(call);
  EXPECT_EQ(words(keys), Words{22}) << "the last program that compiled stays";
}

TEST_P(ForeignPrograms, ReachBuffersByAddressOnlyOnTheCpu) {
  folder_.write("address.comp",
                "#version 450\n#extension GL_EXT_buffer_reference : require\n"
                "layout(local_size_x = 1) in;\n"
                "layout(buffer_reference, std430) buffer Keys { uint keys[]; };\n"
                "layout(push_constant) uniform Push { Keys from; Keys to; };\n"
                "void main() { to.keys[0] = from.keys[1]; }\n");
  folder_.write("subgroup.comp",
                "#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n"
                "layout(local_size_x = 32) in;\nlayout(set = 0, binding = 0) buffer Keys { uint keys[]; };\n"
                "void main() { const uint sum = subgroupAdd(gl_LocalInvocationIndex); keys[0] = sum; }\n");
  const Buffer other = buffer({0}), from = buffer({5, 6, 7}), to = buffer({0});
  if (GetParam() == Target::opengl) {
    EXPECT_THROW(device_->compute().address_of({.buffer = &from}), UnavailableError);
    EXPECT_THROW(program("address.comp"), UnavailableError);
    EXPECT_NE(fault("subgroup.comp").find("--device cpu-shaders"), std::string::npos);
    return;
  }
  const std::array<std::uint64_t, 2> addresses = {device_->compute().address_of({.buffer = &from, .offset = 4}),
                                                  device_->compute().address_of({.buffer = &to})};
  Words push(4);
  std::memcpy(push.data(), addresses.data(), sizeof(addresses));
  DispatchCall call{.program = &program("address.comp"),
                    .buffers = {},
                    .uniforms = {},
                    .push_constants = bytes(push),
                    .reachable = {&to, &from}};
  device_->executor().dispatch(call);
  EXPECT_EQ(words(to), Words{7});
  call.reachable = {&to};
  EXPECT_THROW(device_->executor().dispatch(call), spirv::ShaderViolation);
  EXPECT_TRUE(program("subgroup.comp").interface().uses_subgroups);
}

TEST_P(ForeignPrograms, RejectWorkgroupsThatNoDeviceHas) {
  folder_.write("size.comp", "#version 450\nlayout(local_size_x_id = 0, local_size_y = 64) in;\nvoid main() {}\n");
  EXPECT_THROW(program("size.comp", {}, {{0, 0}}), ShaderError);
  EXPECT_THROW(program("size.comp", {}, {{0, 1u << 31}}), Error);
  EXPECT_NO_THROW(program("size.comp", {}, {{0, 2}}));
}

TEST_P(ForeignPrograms, RequireTheirBlocksAndPushConstants) {
  folder_.write("vulkan.comp", vulkan_shader);
  const Program& scale = program("vulkan.comp", {{"SUMMAND_TYPE", "uvec4"}});
  const Buffer keys = buffer({0});
  DispatchCall call{.program = &scale, .buffers = {}, .uniforms = {}, .push_constants = bytes({1, 2})};
  EXPECT_THROW(device_->executor().dispatch(call), InternalError);
  call.push_constants = bytes(Words(12));
  call.buffers = {{.buffer = &keys, .block = "Absent"}};
  EXPECT_THROW(device_->executor().dispatch(call), InternalError);
  call.buffers = {{.binding = 9, .buffer = &keys}};
  EXPECT_THROW(device_->executor().dispatch(call), InternalError);
  EXPECT_THROW(device_->compute_program("primitives/copy.comp").interface(), Error);
}

TEST(ForeignShaders, LanguageFollowsTheText) {
  const tests::TemporaryFolder folder;
  const auto language = [&](const std::string& file, const std::string& text) {
    folder.write(file, text);
    std::map<std::string, std::filesystem::path> looked_for;
    return read_foreign({.folder = folder.path(), .file = file}, looked_for).language;
  };
  using spirv::Language;
  EXPECT_EQ(language("a.hlsl", "void main() {}"), Language::hlsl);
  EXPECT_EQ(language("a.comp", "#version 430\nlayout(binding = 0) buffer A { uint set; };"), Language::opengl_glsl);
  EXPECT_EQ(language("a.comp", "#version 430\n// layout(set = 1)\n/*\nlayout(push_constant)\n*/"),
            Language::opengl_glsl);
  EXPECT_EQ(language("a.comp", "#version 430\nlayout ( std430,\n set= 1) buffer A { uint a; };"),
            Language::vulkan_glsl);
  EXPECT_EQ(language("a.comp", "#version 430\nlayout(constant_id = 0) const uint A = 1;"), Language::vulkan_glsl);
  EXPECT_EQ(language("a.comp", "#version 430\n#extension GL_EXT_buffer_reference : require\n"), Language::vulkan_glsl);
  folder.write("push.glsl", "layout(push_constant) uniform A { uint a; };\n");
  EXPECT_EQ(language("a.comp", "#version 430\n#include \"push.glsl\"\n"), Language::vulkan_glsl);
}

TEST(ForeignShaders, CommentsAreLeftOutOfTexts) {
  EXPECT_EQ(without_comments("a // b\nc /* d\ne */ f"), "a  \nc  \n f");
  EXPECT_EQ(without_comments("a /* no end"), "a  ");
}

}  // namespace
}  // namespace texelsort::gpu
