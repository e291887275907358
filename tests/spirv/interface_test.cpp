#include "compute/spirv/interface.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/spirv/glsl.h"

namespace texelsort::spirv {
namespace {

using Kind = BlockInterface::Kind;

Binary compiled(const std::string& text, Language language, const std::string& entry = "main") {
  return compile({text, {"shader"}, language, entry});
}
Interface of(const std::string& text, Language language, const Specialization& specialization = {}) {
  return interface_of(compiled(text, language), specialization);
}

/// Returns "offset name type" of each member, and "/stride" for arrays.
std::vector<std::string> member_lines(const BlockInterface& block) {
  std::vector<std::string> result;
  for (const Input& member : block.members) {
    std::string line = std::to_string(member.offset) + " " + member.name + " " + text(member);
    if (member.elements) line += "/" + std::to_string(member.stride);
    result.push_back(line);
  }
  return result;
}

std::vector<std::string> input_lines(const std::vector<Input>& inputs) {
  std::vector<std::string> result;
  for (const Input& input : inputs) result.push_back(input.name + " " + text(input));
  return result;
}

using Lines = std::vector<std::string>;

// Places of members are those of the OpenGL 4.6 specification, 7.6.2.2.

std::string with_blocks(const std::string& blocks) {
  return "#version 450\nlayout(local_size_x = 64) in;\nstruct Pair { uint key; uvec2 place; };\n" + blocks +
         "void main() {}\n";
}

TEST(Interface, PlacesMembersByStd140) {
  const Interface interface =
      of(with_blocks("layout(std140, binding = 1) uniform Sizes { uint n; vec3 direction; float "
                     "scale; uint few[3]; mat2x3 turn; Pair pair; bool wide; } sizes;\n"),
         Language::opengl_glsl);
  ASSERT_EQ(interface.blocks.size(), 1u);
  const BlockInterface& block = interface.blocks.front();
  EXPECT_EQ(block.kind, Kind::uniform);
  EXPECT_EQ(block.name, "Sizes");
  EXPECT_EQ(block.variable, "sizes");
  EXPECT_EQ(block.binding, 1u);
  EXPECT_TRUE(block.bound);
  EXPECT_EQ(member_lines(block),
            (Lines{"0 n uint", "16 direction vec3", "28 scale float", "32 few uint[3]/16", "80 turn mat2x3",
                   "112 pair.key uint", "120 pair.place uvec2", "128 wide uint"}));
  EXPECT_EQ(block.members[4].column_stride, 16u);
  EXPECT_EQ(block.bytes, 132u);
}

TEST(Interface, PlacesMembersByStd430) {
  const Interface interface =
      of(with_blocks("layout(std430) readonly buffer Keys { uint n; vec3 direction; uint few[3]; Pair pairs[]; };\n"),
         Language::opengl_glsl);
  ASSERT_EQ(interface.blocks.size(), 1u);
  const BlockInterface& block = interface.blocks.front();
  EXPECT_EQ(block.kind, Kind::storage);
  EXPECT_EQ(block.name, "Keys");
  EXPECT_EQ(block.variable, "");
  EXPECT_FALSE(block.bound);
  EXPECT_TRUE(block.read_only);
  EXPECT_FALSE(block.write_only);
  EXPECT_EQ(member_lines(block), (Lines{"0 n uint", "16 direction vec3", "28 few uint[3]/4", "40 pairs.key uint[]/16",
                                        "48 pairs.place uvec2[]/16"}));
  EXPECT_EQ(block.bytes, 40u);
}

TEST(Interface, NamesUniformsAsOpenGlDoes) {
  const Interface interface =
      of("#version 450\nlayout(local_size_x = 2, local_size_y = 3, local_size_z = 4) in;\n"
         "struct Digit { uint shift; float weights[2]; };\n"
         "uniform uint n;\nuniform bool up;\nuniform ivec3 steps[4];\nuniform vec4 colour;\nuniform Digit digits[2];\n"
         "uniform mat4 turn;\nuniform usampler2D keys, unused;\nshared uint first;\n"
         "void main() { first = texelFetch(keys, ivec2(0), 0).r; }\n",
         Language::opengl_glsl);
  EXPECT_EQ(interface.local_size, (std::array<Word, 3>{2, 3, 4}));
  EXPECT_EQ(input_lines(interface.uniforms),
            (Lines{"n uint", "up bool", "steps ivec3[4]", "colour vec4", "digits[0].shift uint",
                   "digits[0].weights float[2]", "digits[1].shift uint", "digits[1].weights float[2]", "turn mat4"}));
  EXPECT_EQ(interface.images, Lines{"keys"});
  EXPECT_FALSE(interface.uses_subgroups);
  EXPECT_FALSE(interface.uses_addresses);
}

TEST(Interface, KeepsTheNameOfAMemberCalledLength) {
  const Interface interface =
      of("#version 450\nbuffer Keys { uint length; uint keys[]; };\nvoid main() {}\n", Language::opengl_glsl);
  EXPECT_EQ(interface.blocks.front().members.front().name, "length");
}

const std::string vulkan_text = R"(#version 450
layout(local_size_x_id = 7, local_size_y = 2) in;
layout(constant_id = 1) const uint BITS = 4;
layout(constant_id = 2) const bool UP = true;
layout(constant_id = 3) const float RATIO = 0.5;
layout(push_constant) uniform Push { uint n; uint shift; uint counts[2]; } push;
layout(set = 1, binding = 3) writeonly buffer Table { uint few; uint counts[1 << BITS]; } tables[2];
void main() { tables[0].counts[push.n] = UP ? uint(RATIO) : push.shift; }
)";

TEST(Interface, FollowsSpecialization) {
  const Interface usual = of(vulkan_text, Language::vulkan_glsl);
  EXPECT_EQ(usual.local_size, (std::array<Word, 3>{1, 2, 1}));
  ASSERT_EQ(usual.constants.size(), 4u);
  const Interface special = of(vulkan_text, Language::vulkan_glsl, {{7, 128}, {1, 5}, {2, 0}});
  EXPECT_EQ(special.local_size, (std::array<Word, 3>{128, 2, 1}));
  std::map<std::string, ConstantInterface> constants;
  for (const ConstantInterface& constant : special.constants) constants[constant.name] = constant;
  EXPECT_EQ(constants.at("BITS").id, 1u);
  EXPECT_EQ(constants.at("BITS").value, 5u);
  EXPECT_EQ(constants.at("UP").number, Number::boolean);
  EXPECT_EQ(constants.at("UP").value, 0u);
  EXPECT_EQ(constants.at("RATIO").number, Number::float32);
  EXPECT_EQ(constants.at("RATIO").value, 0x3f000000u);
  EXPECT_EQ(constants.at("local_size_x").value, 128u);
  const auto table = std::ranges::find(special.blocks, "Table", &BlockInterface::name);
  ASSERT_NE(table, special.blocks.end());
  EXPECT_EQ(member_lines(*table), (Lines{"0 few uint", "4 counts uint[32]/4"}));
  EXPECT_EQ(table->bytes, 132u);
}

TEST(Interface, NamesSetsAndPushConstants) {
  const Interface interface = of(vulkan_text, Language::vulkan_glsl);
  ASSERT_EQ(interface.blocks.size(), 2u);
  const auto push = std::ranges::find(interface.blocks, Kind::push_constants, &BlockInterface::kind);
  ASSERT_NE(push, interface.blocks.end());
  EXPECT_EQ(push->variable, "push");
  EXPECT_EQ(member_lines(*push), (Lines{"0 n uint", "4 shift uint", "8 counts uint[2]/4"}));
  EXPECT_EQ(push->bytes, 16u);
  EXPECT_FALSE(fits_uniform_block(*push));
  const auto table = std::ranges::find(interface.blocks, Kind::storage, &BlockInterface::kind);
  EXPECT_EQ(table->set, 1u);
  EXPECT_EQ(table->binding, 3u);
  EXPECT_EQ(table->blocks, 2u);
  EXPECT_TRUE(table->bound);
  EXPECT_TRUE(table->write_only);
}

TEST(Interface, NamesBuffersAsHlslDoes) {
  const Interface interface =
      of("struct Pair { uint key; float place; };\n"
         "cbuffer Sizes : register(b0) { uint n; uint shift; };\n"
         "StructuredBuffer<Pair> from : register(t0);\n"
         "RWStructuredBuffer<uint> to : register(u0);\n"
         "RWByteAddressBuffer counts;\n"
         "[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n"
         "  if (id.x < n) to[id.x] = from[id.x].key + counts.Load(4 * shift);\n}\n",
         Language::hlsl);
  EXPECT_EQ(interface.local_size, (std::array<Word, 3>{32, 1, 1}));
  const auto block = [&](const std::string& name) {
    const auto found = std::ranges::find(interface.blocks, name, &BlockInterface::name);
    return found == interface.blocks.end() ? BlockInterface{} : *found;
  };
  EXPECT_EQ(interface.blocks.size(), 4u);
  EXPECT_EQ(block("Sizes").kind, Kind::uniform);
  EXPECT_EQ(member_lines(block("Sizes")), (Lines{"0 n uint", "4 shift uint"}));
  EXPECT_EQ(member_lines(block("from")), (Lines{"0 key uint[]/8", "4 place float[]/8"}));
  EXPECT_TRUE(block("from").read_only);
  EXPECT_EQ(member_lines(block("to")), (Lines{"0 to uint[]/4"}));
  EXPECT_TRUE(block("to").bound);
  EXPECT_FALSE(block("to").read_only);
  EXPECT_EQ(member_lines(block("counts")), (Lines{"0 counts uint[]/4"}));
  EXPECT_FALSE(block("counts").bound);
}

TEST(Interface, ReportsSubgroupsAndAddresses) {
  const Interface subgroups = of(
      "#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\nlayout(set = 0, binding = 0) buffer Keys "
      "{ uint keys[]; };\nvoid main() { keys[0] = subgroupAdd(keys[1]); }\n",
      Language::vulkan_glsl);
  EXPECT_TRUE(subgroups.uses_subgroups);
  const Interface addresses =
      of("#version 450\n#extension GL_EXT_buffer_reference : require\n"
         "layout(buffer_reference, std430) buffer Keys { uint keys[]; };\n"
         "layout(push_constant) uniform Push { Keys from; uint n; };\nvoid main() { from.keys[0] = n; }\n",
         Language::vulkan_glsl);
  EXPECT_TRUE(addresses.uses_addresses);
  EXPECT_EQ(member_lines(addresses.blocks.front()), (Lines{"0 from address", "8 n uint"}));
}

TEST(Interface, RejectsAMissingEntryPoint) {
  Binary binary = compiled("#version 450\nvoid main() {}\n", Language::opengl_glsl);
  binary.entry = "other";
  EXPECT_THROW(interface_of(binary), InternalError);
}

TEST(Glsl, HasTheSpecializedConstantsAndTheGivenBindings) {
  const Binary binary = compiled(vulkan_text, Language::vulkan_glsl);
  const Specialization specialization{{7, 128}, {1, 5}};
  const Interface interface = interface_of(binary, specialization);
  const std::string text = to_glsl(binary, specialization, interface, {430, {4, 6}, true});
  EXPECT_NE(text.find("#version 430"), std::string::npos);
  EXPECT_NE(text.find("SPIRV_CROSS_CONSTANT_ID_1 5u"), std::string::npos) << text;
  EXPECT_NE(text.find("SPIRV_CROSS_CONSTANT_ID_7 128u"), std::string::npos) << text;
  EXPECT_NE(text.find("binding = 4"), std::string::npos) << text;
  EXPECT_NE(text.find("binding = 6"), std::string::npos) << text;
}

TEST(Binaries, AreCheckedBeforeUse) {
  Binary binary = compiled("#version 450\nvoid main() {}\n", Language::opengl_glsl);
  EXPECT_NO_THROW(require_valid(binary));
  EXPECT_NE(disassembly(binary).find("OpEntryPoint GLCompute"), std::string::npos);
  binary.words.resize(binary.words.size() - 1);
  EXPECT_THROW(require_valid(binary), InternalError);
}

}  // namespace
}  // namespace texelsort::spirv
