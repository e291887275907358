// Results of shaders that use composite values, control flow, layouts of memory, images and constants.
#include <bit>
#include <cstring>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/spirv/evaluate.h"

namespace texelsort::spirv {
namespace {

using Words = std::vector<std::uint32_t>;

/// A shader that stores its results in `o`, which is block 0. `text` follows the version, the extensions of numbers and
/// the declaration of `o`. Blocks from 1 on have the words 0, 1, 2, ... at the start.
struct Program {
  const char* name;
  std::string text;
  Words expected;
  evaluate::Inputs inputs = {};
};

void PrintTo(const Program& program, std::ostream* out) {
  *out << program.name;
}

evaluate::Inputs with(Specialization specialization) {
  evaluate::Inputs inputs;
  inputs.specialization = std::move(specialization);
  return inputs;
}

template <typename T>
evaluate::Inputs with_push_constants(const T& values) {
  evaluate::Inputs inputs;
  inputs.push_constants.resize(sizeof(values));
  std::memcpy(inputs.push_constants.data(), &values, sizeof(values));
  return inputs;
}

constexpr std::uint32_t block_words = 64;

evaluate::Inputs with_image(std::uint32_t width, std::uint32_t height, std::uint32_t channels) {
  evaluate::Inputs inputs;
  inputs.images["image"] = {2, 0, width, height, channels};
  return inputs;
}

evaluate::Inputs in_hlsl() {
  evaluate::Inputs inputs;
  inputs.language = Language::hlsl;
  return inputs;
}

std::uint32_t bits(float number) {
  return std::bit_cast<std::uint32_t>(number);
}

/// Members whose offsets differ between layouts. Each member's value is the number of the word there.
const std::string members =
    " { uint a; uvec2 b; uvec3 c; uint d; uint e[2]; uvec2 f; uint g; uint64_t h; } in_;\nvoid main() {\n"
    "  o[0] = in_.a; o[1] = in_.b.x; o[2] = in_.c.x; o[3] = in_.d; o[4] = in_.e[0]; o[5] = in_.e[1];\n"
    "  o[6] = in_.f.y; o[7] = in_.g; o[8] = uint(in_.h); o[9] = uint(in_.h >> 32);\n}\n";

const std::string references =
    "#extension GL_EXT_buffer_reference : require\n#extension GL_EXT_buffer_reference2 : require\n"
    "#extension GL_EXT_scalar_block_layout : require\n";

const std::string specialized =
    "layout(local_size_x = 2, local_size_x_id = 0) in;\nlayout(constant_id = 1) const uint count = 3u;\n"
    "layout(constant_id = 2) const bool flag = false;\nlayout(constant_id = 3) const float part = 0.5;\n"
    "layout(constant_id = 4) const uint64_t big = 1ul;\nlayout(constant_id = 5) const int16_t narrow = 3s;\n"
    "const uint twice = count * 2u + (flag ? 1u : 0u);\nshared uint box[twice];\n"
    "shared uint squares[gl_WorkGroupSize.x * gl_WorkGroupSize.x];\nvoid main() {\n"
    "  const uint me = gl_LocalInvocationIndex;\n  box[me] = me;\n  atomicAdd(o[0], 1u);\n  if (me != 0u) return;\n"
    "  o[1] = gl_WorkGroupSize.x; o[2] = uint(box.length()); o[3] = uint(squares.length()); o[4] = uint(flag);\n"
    "  o[5] = floatBitsToUint(part); o[6] = uint(big >> 32); o[7] = uint(int(narrow));\n}\n";

struct Push {
  std::uint32_t a = 1;
  std::uint32_t gap = 0;
  std::uint32_t b[2] = {2, 3};
  std::uint32_t c[3] = {4, 5, 6};
  std::uint32_t d[4] = {7, 8, 9, 10};
};

std::vector<Program> programs() {
  const std::uint64_t address = Dispatch::address(1, 0);
  const double third = 1.0 / 3;
  const auto third_bits = std::bit_cast<std::uint64_t>(third);
  return {
      {"Swizzles",
       "void main() {\n  uvec4 v = uvec4(1, 2, 3, 4);\n  v.zx = v.wy;\n  uvec3 w = v.wxz + v.yyy;\n"
       "  o[0] = v.x; o[1] = v.y; o[2] = v.z; o[3] = v.w; o[4] = w.x; o[5] = w.y; o[6] = w.z;\n"
       "  o[7] = uint(any(lessThan(v, uvec4(3)))); o[8] = uint(all(lessThan(v, uvec4(3))));\n"
       "  uvec4 m = mix(v, uvec4(9), bvec4(true, false, true, false));\n  o[9] = m.x; o[10] = m.y;\n"
       "  o[11] = uint(dot(vec3(1, 2, 3), vec3(4, 5, 6)));\n  u64vec2 l = u64vec2(5, 6).yx;\n  o[12] = uint(l.x);\n}\n",
       {2, 2, 4, 4, 6, 4, 6, 1, 0, 9, 2, 32, 6}},
      {"DynamicIndices",
       "struct Part { uvec2 a; uint b[3]; };\nvoid main() {\n  uvec4 v = uvec4(0);\n  Part parts[2];\n"
       "  for (uint n = 0u; n < 4u; ++n) v[n] = n * n;\n"
       "  for (uint n = 0u; n < 6u; ++n) parts[n / 3u].b[n % 3u] = 10u + n;\n  parts[1].a = uvec2(7, 8);\n"
       "  Part copy = parts[1];\n  copy.a.y = 5u;\n"
       "  for (uint n = 0u; n < 4u; ++n) o[n] = v[3u - n];\n"
       "  for (uint n = 0u; n < 3u; ++n) o[4u + n] = copy.b[n] + parts[0].b[2u - n];\n"
       "  for (uint n = 0u; n < 2u; ++n) o[7u + n] = copy.a[n] * 100u + parts[1].a[n];\n"
       "  o[9] = uvec4(3, 4, 5, 6)[v.y];\n  u64vec2 l = u64vec2(1, 2);\n  l[v.y] = 9ul;\n  o[10] = uint(l[1]);\n}\n",
       {9, 4, 1, 0, 25, 25, 25, 707, 508, 4, 9}},
      {"Bitcasts",
       "void main() {\n  o[0] = floatBitsToUint(1.5); o[1] = uint(pack64(uvec2(1, 2)) >> 32);\n"
       "  u16vec4 h = unpack16(0x0004000300020001ul);\n  o[2] = uint(h.x) + 10u * h.y + 100u * h.z + 1000u * h.w;\n"
       "  u8vec4 b = unpack8(0x04030201u);\n  o[3] = uint(b.x) + 10u * b.y + 100u * b.z + 1000u * b.w;\n"
       "  o[4] = pack32(u8vec4(0xff, 2, 3, 0xfe)); o[5] = uint(pack64(h) >> 16);\n"
       "  o[6] = uint(doubleBitsToUint64(double(1.0) / 3.0)); o[7] = uint(doubleBitsToUint64(double(1.0) / 3.0) >> 32);\n"
       "  o[8] = uint(float16BitsToUint16(float16_t(1.5))); o[9] = uint(uint16BitsToFloat16(uint16_t(0x4200us)));\n"
       "  o[10] = pack32(i16vec2(-1, 5)); o[11] = uint(int(int8_t(0x80u)));\n"
       "  o[12] = packHalf2x16(vec2(1.0, -2.0)); o[13] = uint(uint64BitsToDouble(0x4008000000000000ul));\n"
       "  o[14] = uint(bool(2u)); o[15] = unpackUint2x32(0x500000007ul).y;\n}\n",
       {bits(1.5f), 2, 4321, 4321, 0xfe0302ff, 0x00030002, static_cast<std::uint32_t>(third_bits),
        static_cast<std::uint32_t>(third_bits >> 32), 0x3e00, 3, 0x0005ffff, 0xffffff80, 0xc0003c00, 3, 1, 5}},
      {"Switches",
       "uint chosen(int n) {\n  uint r = 0u;\n  switch (n) {\n    case -1: return 50u;\n    case 0: r += 1u;\n"
       "    case 1: r += 2u; break;\n    default: r += 4u;\n    case 7: r += 8u; break;\n    case 9: break;\n  }\n"
       "  return r;\n}\nvoid main() {\n  for (int n = -1; n < 10; ++n) o[n + 1] = chosen(n);\n}\n",
       {50, 3, 2, 12, 12, 12, 12, 12, 8, 12, 0}},
      {"NegativeIndexOfAReference",
       references + "layout(buffer_reference, std430) buffer Target { uint words[]; };\n"
                    "layout(push_constant) uniform Push { Target target; };\nvoid main() {\n"
                    "  const int k = int(o[0]) - 1;\n  o[0] = Target(uint64_t(target) + 64ul).words[k];\n}\n",
       {15},
       with_push_constants(address)},
      {"Functions",
       "void swap(inout uint a, inout uint b) { uint t = a; a = b; b = t; }\n"
       "uint first(out uint rest, uint n) { for (uint d = 2u; ; ++d) if (n % d == 0u) { rest = n / d; return d; } }\n"
       "uvec3 add(const in uvec3 a, uint b) { return a + b; }\n"
       "uint twice(uint n) { return n * 2u; }\nuint four(uint n) { return twice(twice(n)); }\n"
       "void main() {\n  uint box[3] = uint[](1u, 2u, 3u);\n  uint n = 2u;\n  swap(box[n], box[n - 2u]);\n"
       "  for (uint k = 0u; k < 3u; ++k) o[k] = box[k];\n  o[3] = first(o[4], 35u);\n  uvec3 v = add(uvec3(1, 2, 3), 4u);\n"
       "  swap(v.x, v.z);\n  o[5] = v.x; o[6] = v.z; o[7] = four(3u) + four(four(1u));\n}\n",
       {3, 2, 1, 5, 7, 7, 5, 28}},
      {"NestedLoops",
       "void main() {\n  uint count = 0u, skipped = 0u, out_of_both = 0u;\n"
       "  for (uint a = 0u; a < 5u; ++a) {\n    if (a == 1u) continue;\n    uint b = 0u;\n    while (true) {\n      ++b;\n"
       "      if (b > 6u) break;\n      if (b % 2u == 0u) { ++skipped; continue; }\n"
       "      bool stop = false;\n      do {\n        ++count;\n        if (count > 20u) { stop = true; break; }\n"
       "      } while (count % 3u != 0u);\n      if (stop) { ++out_of_both; break; }\n    }\n    if (out_of_both > 1u) break;\n"
       "  }\n  o[0] = count; o[1] = skipped; o[2] = out_of_both;\n}\n",
       [] {
         std::uint32_t count = 0, skipped = 0, out_of_both = 0;
         for (std::uint32_t a = 0; a < 5; ++a) {
           if (a == 1) continue;
           std::uint32_t b = 0;
           while (true) {
             ++b;
             if (b > 6) break;
             if (b % 2 == 0) {
               ++skipped;
               continue;
             }
             bool stop = false;
             do {
               ++count;
               if (count > 20) {
                 stop = true;
                 break;
               }
             } while (count % 3 != 0);
             if (stop) {
               ++out_of_both;
               break;
             }
           }
           if (out_of_both > 1) break;
         }
         return Words{count, skipped, out_of_both};
       }()},
      {"LogicalOperators",
       "uint calls = 0u;\nbool call(bool result) { ++calls; return result; }\nvoid main() {\n"
       "  o[0] = uint(call(false) && call(true)); o[1] = calls; o[2] = uint(call(true) || call(true)); o[3] = calls;\n"
       "  o[4] = uint(call(true) ^^ call(true)); o[5] = calls; o[6] = uint(!call(false)) + calls;\n}\n",
       {0, 1, 1, 2, 0, 4, 6}},
      {"SpecializationByDefault", specialized, {2, 2, 6, 4, 0, bits(0.5f), 0, 3}},
      {"SpecializationGiven",
       specialized,
       {4, 4, 11, 16, 1, bits(2.0f), 7, 0xffffffff},
       with({{0, 4}, {1, 5}, {2, 1}, {3, bits(2.0f)}, {4, 7ull << 32}, {5, 0xffff}})},
      {"LayoutOfUniformBlocks",
       "layout(std140, binding = 1) uniform In" + members,
       {0, 2, 4, 7, 8, 12, 17, 18, 20, 21}},
      {"LayoutOfStorageBlocks", "layout(std430, binding = 1) buffer In" + members, {0, 2, 4, 7, 8, 9, 11, 12, 14, 15}},
      {"ScalarLayout",
       "#extension GL_EXT_scalar_block_layout : require\nlayout(scalar, binding = 1) buffer In" + members,
       {0, 1, 3, 6, 7, 8, 10, 11, 12, 13}},
      {"ArraysOfStructures",
       "#extension GL_EXT_scalar_block_layout : require\nstruct Q { uvec3 p; uvec2 r; };\n"
       "layout(std140, binding = 1) uniform A { Q a[2]; };\nlayout(std430, binding = 2) buffer B { uint x; Q b[]; };\n"
       "layout(scalar, binding = 3) buffer C { uint y; Q c[]; };\nvoid main() {\n  const uint k = o[0] + 1u;\n"
       "  o[0] = a[k].p.x; o[1] = a[k].r.y; o[2] = b[k].p.x; o[3] = b[k].r.y; o[4] = c[k].p.x; o[5] = c[k].r.y;\n"
       "  o[6] = uint(b.length()); o[7] = uint(c.length());\n  Q copy = c[k];\n  b[0] = copy;\n  o[8] = b[0].p.z + b[0].r.x;\n"
       "  c[k].p[k + 1u] = 77u;\n  o[9] = c[1].p.z;\n}\n",
       {8, 13, 12, 17, 6, 10, 7, 12, 17, 77}},
      {"NarrowStorage",
       "#extension GL_EXT_scalar_block_layout : require\nstruct S { uint8_t a; int16_t b; uint8_t c[3]; uint64_t d; };\n"
       "layout(std430, binding = 1) buffer A { int8_t bytes[]; };\nlayout(std430, binding = 2) buffer B { u8vec4 quads[]; };\n"
       "layout(scalar, binding = 3) buffer C { S s[]; };\nvoid main() {\n"
       "  for (int n = 0; n < 4; ++n) bytes[n] = int8_t(-n);\n  o[0] = uint(int(bytes[3])); o[1] = uint(int(bytes[4]));\n"
       "  quads[1] = u8vec4(1, 2, 3, 255);\n  o[2] = quads[1].w; o[3] = uint(quads[1].x) + uint(quads[2].x);\n"
       "  s[1].b = int16_t(-300);\n  s[1].c[2] = uint8_t(9);\n  s[1].d = 1ul << 40;\n"
       "  o[4] = uint(int(s[1].b)); o[5] = s[1].c[2]; o[6] = uint(s[1].d >> 32); o[7] = uint(s[0].d);\n}\n",
       {0xfffffffd, 1, 255, 3, 0xfffffed4, 9, 256, 2}},
      {"PushConstants",
       "layout(push_constant) uniform Push { uint a; uvec2 b; uint c[3]; uint d[4]; };\nvoid main() {\n"
       "  o[0] = a + b.x + b.y;\n  for (uint n = 0u; n < 3u; ++n) o[1] += c[n];\n"
       "  for (uint n = 0u; n < 4u; ++n) o[2] = o[2] * 11u + d[n];\n}\n",
       {6, 15, ((7 * 11 + 8) * 11 + 9) * 11 + 10},
       with_push_constants(Push{})},
      {"BufferReferences",
       references +
           "layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word { uint value; };\n"
           "layout(buffer_reference) buffer Node;\nlayout(buffer_reference, std430) buffer Node { uint value; Node next; };\n"
           "layout(buffer_reference, scalar, buffer_reference_align = 1) buffer Bytes { uint8_t bytes[]; };\n"
           "layout(buffer_reference, scalar, buffer_reference_align = 2) buffer Halves { uint16_t halves[4]; };\n"
           "layout(buffer_reference, std430) buffer Vectors { uvec4 vector; };\n"
           "layout(std430, binding = 2) buffer Holder { uint64_t start; Node nodes[2]; };\n"
           "layout(push_constant) uniform Push { Word words; };\nvoid main() {\n"
           "  o[0] = words.value + words[5].value; o[1] = (words + 7).value; o[2] = ((words + 9) - 2)[-1].value;\n"
           "  Bytes b = Bytes(uint64_t(words) + 9ul);\n  b.bytes[1] = uint8_t(200);\n  o[3] = words[2].value;\n"
           "  Halves h = Halves(uint64_t(words) + 14ul);\n  h.halves[0] = uint16_t(0x1234);\n  o[4] = words[3].value;\n"
           "  o[5] = h.halves[1]; o[6] = b.bytes[1];\n  Vectors v = Vectors(uint64_t(words));\n  int k = -1;\n"
           "  v += 2;\n  o[7] = v[k].vector.y;\n  start = uint64_t(words);\n  nodes[0] = Node(start + 64ul);\n"
           "  nodes[0].value = 5u;\n  nodes[0].next = Node(start + 128ul);\n  nodes[1] = nodes[0].next;\n"
           "  nodes[1].value = 6u;\n  o[8] = nodes[0].next.value * 10u + Node(start + 64ul).value;\n"
           "  Word none = Word(0ul);\n  o[9] = uint(uint64_t(none) == 0ul);\n  o[10] = uint((words + 3) - words);\n}\n",
       {5, 7, 6, 0xc80002, 0x12340003, 4, 200, 5, 65, 1, 3},
       with_push_constants(address)},
      {"BlockArrays",
       "layout(std430, binding = 1) buffer In { uint first; uint words[]; } in_[2];\nvoid main() {\n"
       "  for (uint n = 0u; n < 2u; ++n) { in_[n].words[3] += n; o[n] = in_[n].words[3] + uint(in_[n].words.length()); }\n"
       "  o[2] = in_[1].first;\n}\n",
       {67, 68, 0}},
      {"Images",
       "layout(binding = 9, rgba32ui) uniform uimage2D image;\nvoid main() {\n  o[0] = imageLoad(image, ivec2(2, 1)).z;\n"
       "  imageStore(image, ivec2(1, 1), uvec4(100, 101, 102, 103));\n  o[1] = imageLoad(image, ivec2(1, 1)).w;\n"
       "  o[2] = uint(imageSize(image).x * 10 + imageSize(image).y); o[3] = imageLoad(image, ivec2(0, 0)).y;\n}\n",
       {26, 103, 42, 1},
       with_image(4, 2, 4)},
      {"ImageOfFloats",
       "layout(binding = 9, r32f) uniform image2D image;\nvoid main() {\n  imageStore(image, ivec2(3, 2), vec4(1.5));\n"
       "  vec4 texel = imageLoad(image, ivec2(3, 2));\n  o[0] = floatBitsToUint(texel.x); o[1] = floatBitsToUint(texel.y);\n"
       "  o[2] = floatBitsToUint(texel.w);\n}\n",
       {bits(1.5f), 0, bits(1.0f)},
       with_image(8, 4, 1)},
      {"ImageAtomics",
       "layout(binding = 9, r32i) uniform iimage2D image;\nvoid main() {\n  const ivec2 at = ivec2(1, 1);\n"
       "  o[0] = imageAtomicAdd(image, at, 5); o[1] = imageAtomicMin(image, at, -3); o[2] = imageAtomicMax(image, at, 8);\n"
       "  o[3] = imageAtomicAnd(image, at, 12); o[4] = imageAtomicOr(image, at, 3); o[5] = imageAtomicXor(image, at, 1);\n"
       "  o[6] = imageAtomicExchange(image, at, 20); o[7] = imageAtomicCompSwap(image, at, 20, 21);\n"
       "  o[8] = imageAtomicCompSwap(image, at, 20, 22); o[9] = imageLoad(image, at).x;\n}\n",
       {9, 14, 0xfffffffd, 8, 8, 11, 10, 20, 21, 21},
       with_image(8, 4, 1)},
      {"Textures",
       "layout(binding = 9) uniform usampler2D image;\nvoid main() {\n  o[0] = texelFetch(image, ivec2(3, 2), 0).y;\n"
       "  o[1] = texelFetch(image, ivec2(3, 2), 0).z; o[2] = texelFetch(image, ivec2(3, 2), 0).w;\n"
       "  o[3] = uint(textureSize(image, 0).x * 10 + textureSize(image, 0).y);\n}\n",
       {39, 0, 1, 84},
       with_image(8, 4, 2)},
      {"TextureOfABuffer",
       "layout(binding = 9) uniform isamplerBuffer image;\nvoid main() {\n  for (int n = 0; n < 3; ++n) o[n] ="
       " texelFetch(image, textureSize(image) - 1 - n).x;\n}\n",
       {31, 30, 29},
       with_image(32, 1, 1)},
      {"ImageOfABuffer",
       "layout(binding = 9, r32ui) uniform uimageBuffer image;\nvoid main() {\n  imageStore(image, 5, uvec4(77));\n"
       "  o[0] = imageLoad(image, 5).x + imageAtomicAdd(image, 6, 1u); o[1] = uint(imageSize(image));\n}\n",
       {83, 32},
       with_image(32, 1, 1)},
      {"BuiltIns",
       "layout(local_size_x = 2, local_size_y = 3, local_size_z = 2) in;\nvoid main() {\n"
       "  if (gl_GlobalInvocationID != uvec3(3, 2, 1)) return;\n"
       "  o[0] = gl_LocalInvocationIndex; o[1] = gl_WorkGroupID.x; o[2] = gl_NumWorkGroups.x; o[3] = gl_LocalInvocationID.y;\n"
       "  o[4] = gl_WorkGroupSize.z;\n}\n",
       {11, 1, 3, 2, 2},
       [] {
         evaluate::Inputs inputs;
         inputs.workgroups = 3;
         return inputs;
       }()},
      {"StructuredBuffers",
       "struct Part { uint3 a; float b; };\nRWStructuredBuffer<uint> o : register(u0);\n"
       "RWStructuredBuffer<Part> parts : register(u1);\nRWByteAddressBuffer bytes : register(u2);\n"
       "groupshared uint box[4];\n"
       "[numthreads(4, 1, 1)] void main(uint me : SV_GroupIndex, uint3 at : SV_DispatchThreadID) {\n  box[me] = me * me;\n"
       "  GroupMemoryBarrierWithGroupSync();\n  if (me != 0) return;\n  o[0] = box[3]; o[1] = parts[1].a.y;\n"
       "  o[2] = asuint(parts[2].b); o[3] = bytes.Load(20);\n  uint before;\n  InterlockedAdd(o[4], 5, before);\n"
       "  InterlockedMax(o[4], 9, before);\n  o[5] = before; o[6] = countbits(0xf0f0u); o[7] = firstbithigh(0x100u);\n"
       "  bytes.Store(4, 99);\n  o[8] = bytes.Load2(4).x; o[9] = uint(int(-7) / 2) + reversebits(1u);\n}\n",
       {9, 5, 11, 5, 9, 5, 8, 8, 99, 0x7ffffffd},
       in_hlsl()},
      // glslang 12 compiles WavePrefixSum() to a sum that includes the own lane, so it is left out.
      {"Waves",
       "RWStructuredBuffer<uint> o : register(u0);\n[numthreads(8, 1, 1)] void main(uint me : SV_GroupIndex) {\n"
       "  uint sum = WaveActiveSum(me), count = WaveActiveCountBits(me % 2 == 1);\n"
       "  uint first = WaveReadLaneFirst(me + 5), third = WaveReadLaneAt(me, 3), most = WaveActiveMax(me);\n"
       "  uint lanes = WaveGetLaneCount();\n  bool any = WaveActiveAnyTrue(me == 3), all = WaveActiveAllTrue(me == 3);\n"
       "  if (me != 5) return;\n  o[0] = sum; o[2] = count; o[3] = first; o[4] = third; o[5] = most;\n"
       "  o[6] = lanes; o[7] = uint(any) + 2 * uint(all);\n}\n",
       {28, 0, 4, 5, 3, 7, 32, 1},
       in_hlsl()},
  };
}

class ShaderPrograms : public ::testing::TestWithParam<Program> {};

TEST_P(ShaderPrograms, GiveTheExpectedWords) {
  const Program& program = GetParam();
  evaluate::Inputs inputs = program.inputs;
  Words words(block_words);
  inputs.blocks.push_back(words);
  std::iota(words.begin(), words.end(), 0u);
  inputs.blocks.resize(4, words);
  const std::string size =
      program.text.find("local_size_x") == std::string::npos ? "layout(local_size_x = 1) in;\n" : "";
  // Extensions come before all declarations.
  const std::size_t declarations = program.text.rfind("#extension");
  const std::size_t body = declarations == std::string::npos ? 0 : program.text.find('\n', declarations) + 1;
  const std::string& text = program.text;
  const std::string whole = evaluate::extensions + text.substr(0, body) + size +
                            "layout(std430, binding = 0) coherent buffer Results { uint o[]; };\n" + text.substr(body);
  Words results = evaluate::run(inputs.language == Language::hlsl ? text : whole, inputs)[0];
  results.resize(program.expected.size());
  EXPECT_EQ(results, program.expected);
}

// glslang generates no phis that exchange values, so this module is written word by word.
TEST(ShaderControlFlow, PhisOfALoopExchangeTheirValues) {
  enum : std::uint32_t {
    none,
    nothing,
    function_type,
    number,
    boolean,
    array,
    block,
    block_pointer,
    number_pointer,
    zero,
    one,
    two,
    five,
    variable,
    main_,
    entry,
    header,
    body,
    again,
    merge,
    a,
    b,
    n,
    next,
    condition,
    place_a,
    place_b,
    bound
  };
  Words words{0x07230203, 0x00010000, 0, bound, 0};
  const auto add = [&](std::uint32_t op, Words operands) {
    words.push_back(op | static_cast<std::uint32_t>(operands.size() + 1) << 16);
    words.insert(words.end(), operands.begin(), operands.end());
  };
  add(17, {1});                                 // OpCapability Shader
  add(14, {0, 1});                              // OpMemoryModel Logical GLSL450
  add(15, {5, main_, 0x6e69616d, 0});           // OpEntryPoint GLCompute "main"
  add(16, {main_, 17, 1, 1, 1});                // OpExecutionMode LocalSize
  add(71, {array, 6, 4});                       // OpDecorate ArrayStride
  add(71, {block, 3});                          // OpDecorate BufferBlock
  add(72, {block, 0, 35, 0});                   // OpMemberDecorate Offset
  add(71, {variable, 34, 0});                   // OpDecorate DescriptorSet
  add(71, {variable, 33, 0});                   // OpDecorate Binding
  add(19, {nothing});                           // OpTypeVoid
  add(33, {function_type, nothing});            // OpTypeFunction
  add(21, {number, 32, 0});                     // OpTypeInt
  add(20, {boolean});                           // OpTypeBool
  add(29, {array, number});                     // OpTypeRuntimeArray
  add(30, {block, array});                      // OpTypeStruct
  add(32, {block_pointer, 2, block});           // OpTypePointer Uniform
  add(32, {number_pointer, 2, number});         // OpTypePointer Uniform
  add(43, {number, zero, 0});                   // OpConstant
  add(43, {number, one, 1});                    // OpConstant
  add(43, {number, two, 2});                    // OpConstant
  add(43, {number, five, 5});                   // OpConstant
  add(59, {block_pointer, variable, 2});        // OpVariable Uniform
  add(54, {nothing, main_, 0, function_type});  // OpFunction
  add(248, {entry});                            // OpLabel
  add(249, {header});                           // OpBranch
  add(248, {header});                           // OpLabel
  add(245, {number, a, one, entry, b, again});  // OpPhi
  add(245, {number, b, two, entry, a, again});  // OpPhi
  add(245, {number, n, zero, entry, next, again});
  add(246, {merge, again, 0});                               // OpLoopMerge
  add(249, {body});                                          // OpBranch
  add(248, {body});                                          // OpLabel
  add(176, {boolean, condition, n, five});                   // OpULessThan
  add(250, {condition, again, merge});                       // OpBranchConditional
  add(248, {again});                                         // OpLabel
  add(128, {number, next, n, one});                          // OpIAdd
  add(249, {header});                                        // OpBranch
  add(248, {merge});                                         // OpLabel
  add(65, {number_pointer, place_a, variable, zero, zero});  // OpAccessChain
  add(62, {place_a, a});                                     // OpStore
  add(65, {number_pointer, place_b, variable, zero, one});
  add(62, {place_b, b});
  add(253, {});  // OpReturn
  add(56, {});   // OpFunctionEnd
  const Module module(Binary{words, {"swap.spv"}, "main"});
  Memory memory(Words(2));
  Dispatch dispatch;
  dispatch.memories = {&memory};
  dispatch.blocks = {{{0, 0}, {0, 0, 8}}};
  dispatch.rounds = 10;
  EXPECT_TRUE(execute(module, dispatch).findings.empty());
  EXPECT_EQ(memory.words(), (Words{2, 1})) << "five rounds exchange them five times";
}

INSTANTIATE_TEST_SUITE_P(All, ShaderPrograms, ::testing::ValuesIn(programs()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace texelsort::spirv
