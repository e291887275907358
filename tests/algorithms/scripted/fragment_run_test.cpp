#include <gtest/gtest.h>

#include "compute/algorithms/scripted/scripted_sort.h"
#include "compute/check/verify.h"
#include "compute/data/error.h"
#include "compute/gpu/program_cache.h"
#include "tests/algorithms/problems.h"
#include "tests/algorithms/scripted/folders.h"

namespace texelsort::algorithms {
namespace {

/// Fragment shader of one step of a comparator network. KEY and SAMPLER are the types of a key and of its texture.
constexpr const char* keep_shader = R"(#version 330
uniform SAMPLER keys_in;
uniform uint n;
uniform uint width;
uniform uint mask;
layout(location = 0) out KEY kept;

KEY key_at(uint i) { return texelFetch(keys_in, ivec2(i % width, i / width), 0).r; }

void main() {
  uvec2 texel = uvec2(gl_FragCoord.xy);
  uint own = texel.y * width + texel.x;
  uint partner = own ^ mask;
  kept = key_at(own);
  if (own >= n || partner >= n) return;
  kept = own < partner ? min(kept, key_at(partner)) : max(kept, key_at(partner));
}
)";

/// Bitonic merge sort with mirrored first steps, for any n.
constexpr const char* fragment_script = R"(
return sort {
  id = "test/fragments", title = "Bitonic of a test", source = "K. Batcher, 1968", backend = "fragment",
  keys = {"u32", "f32"}, refused_keys = {"nan", "negative zero"},
  passes = function(n, p, problem)
    local function step(size, mask, claim)
      pass{ fragment = "keep.frag", samplers = {keys_in = "keys"},
            defines = problem.keys == "u32" and {KEY = "uint", SAMPLER = "usampler2D"}
                      or {KEY = "float", SAMPLER = "sampler2D"},
            uniforms = {n = n, width = problem.width, mask = mask},
            stage = "size " .. size, label = "mask " .. mask, claim = claim }
    end
    local size = 2
    while size < 2 * n do
      step(size, size - 1, compare_exchange{mirror = size})
      local j = size // 4
      while j > 0 do
        step(size, j, compare_exchange{distance = j})
        j = j // 2
      end
      size = size * 2
    end
  end }
)";

/// A folder with a fragment sort, which tests change before they run it.
class FragmentSort : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    folder_.write("keep.frag", keep_shader);
    folder_.write("sort.lua", fragment_script);
  }
  void script(const std::string& from, const std::string& to) {
    folder_.write("sort.lua", changed(fragment_script, from, to));
  }
  void shader(const std::string& from, const std::string& to) {
    folder_.write("keep.frag", changed(keep_shader, from, to));
  }
  /// Replaces the body of the script's function `passes`.
  void passes(const std::string& body, const std::string& fields = "") {
    folder_.write("sort.lua",
                  R"(return sort { id = "test/one", title = "One", source = "a test", backend = "fragment", )" +
                      fields + "passes = function(n, p, problem) " + body + " end }");
  }
  std::unique_ptr<Algorithm> sort() const { return make_scripted_sort(folder_.path().string()); }
  std::unique_ptr<algorithms::Run> run_of(const std::vector<std::uint32_t>& keys) const {
    return start(*sort(), std::make_shared<const Problem>(Problem{keys}));
  }

  std::optional<Failure> failure(data::KeyType type, std::uint64_t n, const std::string& keys = "uniform") const {
    const auto algorithm = sort();
    const auto problem = make_problem(keys, type, n);
    return verify_every_pass(*start(*algorithm, problem), *problem, false);
  }
  /// Returns the error of the start, without the path of the folder.
  std::string message(data::KeyType type = data::KeyType::u32) const {
    try {
      const auto algorithm = sort();
      start(*algorithm, make_problem("uniform", type, 100))->finish();
      return "";
    } catch (const Error& error) {
      std::string text = error.what();
      const std::string path = folder_.path().string() + "/";
      for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path)) text.erase(at, path.size());
      return text;
    }
  }

  const tests::TemporaryFolder folder_;
};

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_F(FragmentSort, SortsWithEveryClaimPassingAndIntactGuards) {
  for (const auto type : {data::KeyType::u32, data::KeyType::f32}) {
    for (const std::uint64_t n : {0u, 1u, 2u, 3u, 16u, 17u, 100u, 1000u}) {
      const auto found = failure(type, n);
      EXPECT_FALSE(found) << data::name(type) << " n " << n << ": " << text(*found);
    }
  }
}

TEST_F(FragmentSort, SortsSignedTexturesByShadersOfOpenGlEs) {
  folder_.write("keep.frag", R"(#version 300 es
precision highp isampler2D;
precision highp int;
uniform isampler2D keys_in;
uniform ivec2 size;
uniform int distance;
out ivec4 kept;
int key_at(int i) { return texelFetch(keys_in, ivec2(i % size.x, i / size.x), 0).r; }
void main() {
  int own = int(gl_FragCoord.y) * size.x + int(gl_FragCoord.x), partner = own ^ distance;
  int key = key_at(own), other = key_at(partner);
  kept = ivec4(own < partner ? min(key, other) : max(key, other), 0, 0, 0);
}
)");
  passes(R"(
    local function step(mask, claim)
      pass{ fragment = "keep.frag", samplers = {keys_in = "keys"}, claim = claim,
            uniforms = {size = {problem.width, problem.height}, distance = mask} }
    end
    local size = 2
    while size <= n do
      step(size - 1, compare_exchange{mirror = size})
      local j = size // 4
      while j > 0 do
        step(j, compare_exchange{distance = j})
        j = j // 2
      end
      size = 2 * size
    end)",
         "keys = {\"i32\", \"u32\"}, ");
  for (const std::uint64_t n : {2u, 64u, 512u}) {
    const auto found = failure(data::KeyType::i32, n);
    EXPECT_FALSE(found) << n << ": " << text(*found);
  }
  const auto algorithm = sort();
  const auto run = start(*algorithm, make_problem("uniform", data::KeyType::i32, 64));
  run->finish();
  const auto keys = std::get<std::vector<std::int32_t>>(run->read().keys);
  EXPECT_LT(keys.front(), 0);
  const auto shown = read_view(run->views().front());
  ASSERT_EQ(shown.size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(static_cast<std::int32_t>(shown[i]), keys[i]) << i;
  EXPECT_HAS(message(data::KeyType::u32), "'keys_in' is a isampler2D, but keys has u32 keys in a texture of unsigned");
}

TEST_F(FragmentSort, ListsTheStepsOfItsNetworkAndItsQuads) {
  const auto run = run_of({4, 3, 2, 1, 0});
  EXPECT_EQ(run->steps_of_passes().size(), 6u);
  const auto record = run->step();
  ASSERT_TRUE(record);
  EXPECT_EQ(record->counters.draws, 1u);
  EXPECT_EQ(record->counters.comparators, 2u);
  ASSERT_EQ(record->quads().size(), 1u);
  EXPECT_EQ(record->quads().front().rect, (gpu::Rect{0, 0, 4, 2}));
}

TEST_F(FragmentSort, FindsTheFirstPassAndIndexWithAWrongPartner) {
  shader("uint partner = own ^ mask;", "uint partner = own ^ (mask == 2u ? 4u : mask);");
  const auto found = failure(data::KeyType::u32, 16, "reversed");
  ASSERT_TRUE(found);
  ASSERT_TRUE(found->pass);
  EXPECT_EQ(found->pass->stage, "size 8") << "the first stage with a distance of 2";
  EXPECT_EQ(found->pass->label, "mask 2");
  EXPECT_TRUE(found->index);
}

TEST_F(FragmentSort, ReportsTexelsThatDoNotBelongToTheKeys) {
  shader("if (own >= n || partner >= n) return;", "if (own >= n) { kept = KEY(7); return; } if (partner >= n) return;");
  const auto found = failure(data::KeyType::u32, 17);
  ASSERT_TRUE(found);
  EXPECT_HAS(text(*found), "texel at or past 17 was written");
}

TEST_F(FragmentSort, RejectsInputsThatItsShadersDoNotHave) {
  script("keys_in = \"keys\"", "key_in = \"keys\"");
  EXPECT_HAS(message(),
             "sort.lua:7: pass: sampler 'key_in': keep.frag has the samplers usampler2D keys_in, did you mean");
  script("keys_in = \"keys\"", "keys_in = \"keys_out\"");
  EXPECT_HAS(message(), "sampler 'keys_in' reads 'keys_out', but a pass reads only keys, because it draws");
  script("samplers = {keys_in = \"keys\"},", "");
  EXPECT_HAS(message(), "lacks a texture for the sampler 'keys_in'");
  script("SAMPLER = \"usampler2D\"", "SAMPLER = \"sampler2D\"");
  shader("out KEY kept;", "out KEY kept;\n#define texelFetch(a, b, c) uvec4(texelFetch(a, b, c))");
  EXPECT_HAS(message(),
             "'keys_in' is a sampler2D, but keys has u32 keys in a texture of unsigned integers: use usampler2D");
}

TEST_F(FragmentSort, ConvertsUniformsToTheTypesOfTheShader) {
  shader("uniform uint mask;", "uniform int gap;\n#define mask uint(gap)");
  script("mask = mask}", "gap = mask}");
  EXPECT_EQ(message(), "");
  folder_.write("keep.frag", keep_shader);
  while (tests::device()->programs().reload()) {
  }
  script("mask = mask}", "mask = -1}");
  EXPECT_HAS(message(), "uniform mask = -1 does not fit a uint of the shader");
  script("mask = mask}", "mask = 1.5}");
  EXPECT_HAS(message(), "uniform mask is 1.5, but the shader has a uint");
  script("mask = mask}", "mask = mask, masc = 1}");
  EXPECT_HAS(message(), "uniform 'masc': keep.frag has the uniforms ");
  script(", mask = mask}", "}");
  EXPECT_HAS(message(), "lacks the uniform 'mask'");
}

TEST_F(FragmentSort, AcceptsUniformsThatHaveNoEffect) {
  shader("uniform uint n;", "uniform uint n;\nuniform uint unused;");
  script("mask = mask}", "mask = mask, unused = 1}");
  EXPECT_EQ(message(), "");
}

TEST_F(FragmentSort, RejectsOutputsThatDoNotFitItsTargets) {
  folder_.write("keep.frag",
                changed(changed(keep_shader, "out KEY kept;", "out KEY kept;\nlayout(location = 1) out uint more;"),
                        "uint partner = own ^ mask;", "uint partner = own ^ mask; more = own;"));
  EXPECT_HAS(message(), "but the pass draws to keys_out");
  script("samplers =", "targets = {\"payload_out\"}, samplers =");
  EXPECT_HAS(message(), "targets has 'payload_out', but a pass draws only to keys_out");
}

TEST_F(FragmentSort, ReportsErrorsOfTheShaderWithItsLine) {
  shader("kept = key_at(own);", "kept = key_at(owm);");
  EXPECT_HAS(message(), "keep.frag:14");
}

TEST_F(FragmentSort, RefusesToBlendIntegers) {
  script("samplers =", "blend = \"min\", samplers =");
  EXPECT_HAS(message(data::KeyType::u32),
             "blend: u32 keys lie in a texture of unsigned integers, which OpenGL does not blend");
}

TEST_F(FragmentSort, RefusesBuffers) {
  passes("", "buffers = function() return {} end, ");
  EXPECT_HAS(message(), "buffers needs backend = \"compute\"");
}

TEST_F(FragmentSort, BlendsQuadsWithTheKeysOfTheTexture) {
  // The left half of a row gets the smaller keys of both halves, and the right half the larger ones.
  folder_.write("partner.frag", R"(#version 330
uniform sampler2D keys_in;
layout(location = 0) out float other;
void main() { ivec2 texel = ivec2(gl_FragCoord.xy); other = texelFetch(keys_in, ivec2(texel.x ^ 2, texel.y), 0).r; }
)");
  passes(R"(
    local samplers = {keys_in = "keys"}
    pass{fragment = "partner.frag", samplers = samplers, blend = "min", swap = false, permutes = false,
         quads = {{x = 0, y = 0, width = 2, height = problem.height}}}
    pass{fragment = "partner.frag", samplers = samplers, blend = "max",
         quads = {{x = 2, y = 0, width = 2, height = problem.height}}, claim = compare_exchange{distance = 2}})",
         R"(keys = {"f32"}, refused_keys = {"nan", "negative zero"}, )");
  const auto problem =
      std::make_shared<const Problem>(Problem{std::vector<float>{8, 1, 2, 7, 3, 6, 5, 4, -1, 0, -2, 9, 1, 2, 3, 4}});
  const auto run = start(*sort(), problem);
  const Snapshot first = [&] {
    run->step();
    return run->save();
  }();
  run->finish();
  const std::vector<float> expected{2, 1, 8, 7, 3, 4, 5, 6, -2, 0, -1, 9, 1, 2, 3, 4};
  EXPECT_EQ(std::get<std::vector<float>>(run->read().keys), expected);
  EXPECT_EQ(read_view(run->views().front()).front(), 0x4000'0000u) << "views have the bits of 2.0";
  run->restore(first);
  run->finish();
  EXPECT_EQ(std::get<std::vector<float>>(run->read().keys), expected)
      << "a snapshot has what was drawn before the swap";
}

TEST_F(FragmentSort, CountsFragmentsAndReadsKeysToDecideItsPasses) {
  folder_.write("count.frag", R"(#version 330
uniform usampler2D keys_in;
uniform uint n;
uniform uint width;
void main() {
  uvec2 texel = uvec2(gl_FragCoord.xy);
  if (texel.y * width + texel.x >= n || texelFetch(keys_in, ivec2(texel), 0).r < 10u) discard;
}
)");
  folder_.write("fill.frag", "#version 330\nuniform uint value;\nout uint key;\nvoid main() { key = value; }\n");
  passes(R"(
    pass{fragment = "count.frag", samplers = {keys_in = "keys"}, uniforms = {n = n, width = problem.width}, count = true,
         claim = unchanged{}}
    local found = read_count()
    local words = read("keys", 1, 2)
    pass{fragment = "fill.frag", uniforms = {value = 100 * found + words[1] + words[2]}, permutes = false,
         quads = {{x = 0, y = 0, width = 1, height = 1}}})");
  const auto run = run_of({1, 20, 30, 4, 50});
  const auto counting = run->step();
  ASSERT_TRUE(counting);
  EXPECT_EQ(u32_keys(*run), (std::vector<std::uint32_t>{1, 20, 30, 4, 50}));
  const Snapshot counted = run->save();
  run->finish();
  const std::vector<std::uint32_t> expected{350, 20, 30, 4, 50};
  EXPECT_EQ(u32_keys(*run), expected) << "three keys are at least 10; keys 1 and 2 add up to 50";
  run->restore(counted);
  run->finish();
  EXPECT_EQ(u32_keys(*run), expected) << "a snapshot has the count";
}

TEST_F(FragmentSort, DrawsInstancesWithAnOwnVertexShader) {
  folder_.write("texel.vert", R"(#version 330
uniform uint width;
uniform uint height;
void main() {
  // Instance i is the texel 2 * i.
  uint i = 2u * uint(gl_InstanceID);
  vec2 corner = vec2(i % width, i / width) + vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(corner / vec2(width, height) * 2.0 - 1.0, 0.0, 1.0);
}
)");
  folder_.write("fill.frag", "#version 330\nout uint key;\nvoid main() { key = 7u; }\n");
  passes(R"(pass{fragment = "fill.frag", vertex = "texel.vert", instances = 3, permutes = false,
                 uniforms = {width = problem.width, height = problem.height}})");
  const auto run = run_of({1, 2, 3, 4, 5});
  run->finish();
  EXPECT_EQ(u32_keys(*run), (std::vector<std::uint32_t>{7, 2, 7, 4, 7}));
}

TEST_F(FragmentSort, MovesTheWidePayloadWithTheKeys) {
  folder_.write("swap.frag", R"(#version 330
uniform usampler2D keys_in;
uniform usampler2D payload_in;
layout(location = 0) out uvec2 key;
layout(location = 1) out uvec2 payload;
void main() {
  ivec2 partner = ivec2(gl_FragCoord.xy) ^ ivec2(1, 0);
  key = texelFetch(keys_in, partner, 0).rg;
  payload = texelFetch(payload_in, partner, 0).rg;
}
)");
  passes(R"(pass{fragment = "swap.frag", samplers = {keys_in = "keys", payload_in = "payload"}})",
         R"(keys = {"u64"}, payloads = {"index64"}, )");
  const std::vector<std::uint64_t> keys{std::uint64_t{1} << 40, 2, 3, std::uint64_t{4} << 33};
  const auto run = start(
      *sort(), std::make_shared<const Problem>(Problem{keys, data::Order::ascending, data::PayloadKind::index64}));
  run->finish();
  const data::State state = run->read();
  EXPECT_EQ(std::get<std::vector<std::uint64_t>>(state.keys),
            (std::vector<std::uint64_t>{2, std::uint64_t{1} << 40, std::uint64_t{4} << 33, 3}));
  EXPECT_EQ(state.payload, (std::vector<std::uint64_t>{1, 0, 3, 2}));
  EXPECT_FALSE(run->find_guard_damage());
}

}  // namespace
}  // namespace texelsort::algorithms
