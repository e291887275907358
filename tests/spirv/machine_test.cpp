// Tests of faults that the checker of compute shaders must find, and of correct code that it must accept.
#include <algorithm>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/spirv/dispatch.h"
#include "compute/spirv/module.h"

namespace texelsort::spirv {
namespace {

struct Result : Outcome {
  std::vector<std::uint32_t> words;
};

/// Runs two workgroups of four invocations with a block of eight words. The body begins in line 1 of body.comp.
Result run_body(const std::string& body, Schedule schedule = {}, const std::string& qualifier = "coherent") {
  const Source source{
      "#version 430 core\n#line 1 0\nlayout(local_size_x = 4) in;\nlayout(std430, binding = 0) " + qualifier +
          " buffer Words { uint words[]; };\nuniform uint size;\nshared uint box[4];\nshared uint total;\n"
          "#define I gl_LocalInvocationID.x\n#define G gl_GlobalInvocationID.x\nvoid meet() { barrier(); }\n#line 1 "
          "1\nvoid main() {" +
          body + "\n}\n",
      {"head.glsl", "body.comp"}};
  Memory memory(std::vector<std::uint32_t>(10));
  Dispatch dispatch;
  dispatch.shader = "body.comp";
  dispatch.uniforms = {{"size", {4u}}};
  dispatch.memories = {&memory};
  dispatch.blocks = {{{0, 0}, {0, 4, 32}}};  // with a guard word on each side
  dispatch.columns = 2;
  dispatch.rounds = 100;
  const Module module(compile(source));
  Result result{execute(module, dispatch, {schedule}), {}};
  result.words = memory.words();
  return result;
}

std::string faults(const Outcome& outcome) {
  std::string text;
  for (const Finding& finding : outcome.findings) {
    text += (text.empty() ? "" : "; ") + name(finding.fault) + " at " + finding.place +
            (finding.other.empty() ? "" : " with " + finding.other);
  }
  return text;
}

TEST(ShaderChecker, AcceptsABarrierThatOrdersSharedMemory) {
  const char* const apart = "box[I] = I;\n barrier();\n words[G] = box[I ^ 1u];";
  for (const auto kind : {Schedule::Kind::ascending, Schedule::Kind::descending, Schedule::Kind::random}) {
    const Result outcome = run_body(apart, {kind, 3});
    EXPECT_EQ(faults(outcome), "");
    EXPECT_EQ(outcome.words, (std::vector<std::uint32_t>{0, 1, 0, 3, 2, 1, 0, 3, 2, 0}));
  }
}

TEST(ShaderChecker, ReportsARaceInSharedMemoryWithBothLines) {
  const Result outcome = run_body("box[I] = 0u;\n barrier();\n box[I] = I;\n words[G] = box[I ^ 1u];");
  EXPECT_EQ(faults(outcome), "race at body.comp:3 with body.comp:4; race at body.comp:4 with body.comp:3");
  EXPECT_EQ(
      outcome.findings.front().text,
      "body.comp:3: race: invocation 1 of workgroup 0 writes 1 to word 1 of shared memory (0 before), which invocation 0 of "
      "workgroup 0 read at body.comp:4");
}

TEST(ShaderChecker, AllowsAtomicsToRaceOnlyWithAtomics) {
  const std::string clear = "if (I == 0u) total = 0u;\n";
  EXPECT_EQ(faults(run_body(clear + "barrier();\n atomicAdd(total, 1u);\n barrier();\n words[G] = total;")), "");
  EXPECT_EQ(faults(run_body(clear + "barrier();\n atomicAdd(total, 1u);\n\n words[G] = total;")),
            "race at body.comp:3 with body.comp:5");
}

TEST(ShaderChecker, AllowsManyInvocationsToWriteTheSameNumber) {
  EXPECT_EQ(faults(run_body("total = 5u;")), "");
  EXPECT_EQ(faults(run_body("total = I;")), "race at body.comp:1 with body.comp:1");
}

// After a barrier, others see words of a block if the block is coherent and the writer executed a memory barrier.
TEST(ShaderChecker, RequiresAMemoryBarrierAndCoherenceForBlocks) {
  const std::string write = "words[G] = I;\n", read = "\n words[G] = words[G ^ 1u] + 1u;";
  const std::string swap = "\n uint other = words[G ^ 1u];\n barrier();\n words[G] = other;";
  EXPECT_EQ(faults(run_body(write + "memoryBarrierBuffer(); barrier();" + swap)), "");
  EXPECT_EQ(faults(run_body(write + "barrier();" + swap)), "race at body.comp:3 with body.comp:1");
  EXPECT_NE(faults(run_body(write + "memoryBarrierBuffer(); barrier();" + swap, {}, "")), "");
  EXPECT_NE(faults(run_body(write + "memoryBarrierBuffer();" + swap)), "") << "nobody waits";
  EXPECT_NE(faults(run_body(write + "memoryBarrierShared(); barrier();" + swap)), "");
  EXPECT_NE(faults(run_body(write + "memoryBarrierBuffer(); barrier();" + read)), "");
}

TEST(ShaderChecker, ReportsRacesBetweenWorkgroups) {
  EXPECT_EQ(faults(run_body("memoryBarrierBuffer(); barrier();\n words[I] = G;")),
            "race at body.comp:2 with body.comp:2");
}

TEST(ShaderChecker, RequiresCoherenceBetweenWorkgroups) {
  // The first workgroup passes a word on to the second one by a flag.
  const std::string pass =
      "if (I > 0u) return;\n if (G == 0u) { words[1] = 7u;\n memoryBarrierBuffer(); atomicExchange(words[0], 1u); }\n "
      "else if (atomicAdd(words[0], 0u) == 1u) { memoryBarrierBuffer();\n words[2] = words[1]; }";
  EXPECT_EQ(faults(run_body(pass)), "");
  EXPECT_EQ(faults(run_body(pass, {}, "")), "race at body.comp:5 with body.comp:2");
}

TEST(ShaderChecker, ReportsABarrierThatNotAllInvocationsReach) {
  EXPECT_EQ(faults(run_body("if (I < 2u)\n barrier();\n words[G] = 1u;")),
            "divergent barrier at body.comp:2 with body.comp:3");
  EXPECT_EQ(faults(run_body("if (I < 2u)\n barrier();\n else\n barrier();")),
            "divergent barrier at body.comp:2 with body.comp:4");
  EXPECT_EQ(faults(run_body("if (gl_WorkGroupID.x == 1u)\n barrier();\n words[G] = 1u;")), "")
      << "a whole workgroup may go another way";
}

TEST(ShaderChecker, NamesTheCallsThatLeadToABarrier) {
  const Result outcome = run_body("if (I < 2u)\n meet();\n else\n barrier();");
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings.front().text,
            "head.glsl:8: divergent barrier: invocation 0 of workgroup 0 waits at head.glsl:8, called at body.comp:2; "
            "invocation 2 waits at body.comp:4");
}

TEST(ShaderChecker, ReportsReadsOfUnwrittenSharedMemory) {
  EXPECT_EQ(faults(run_body("if (I < 3u) box[I] = 1u;\n barrier();\n words[G] = box[I];")),
            "unwritten memory at body.comp:3");
}

TEST(ShaderChecker, ReportsAccessesOutsideArrays) {
  EXPECT_EQ(faults(run_body("\nwords[G + 1u] = 1u;")), "outside at body.comp:2");
  EXPECT_EQ(faults(run_body("\nbox[I + 1u] = 1u;")), "outside at body.comp:2");
  EXPECT_EQ(faults(run_body("\nuint own[3];\nown[I] = 1u;")), "outside at body.comp:3");
  EXPECT_EQ(faults(run_body("\nbox[I < 4u ? I : 9u] = uint(words.length());")), "");
}

TEST(ShaderChecker, ReportsALoopWithMoreRoundsThanDeclared) {
  EXPECT_EQ(faults(run_body("\nfor (uint i = 0u; i < 25u * size; ++i) words[G] += i;")), "");
  EXPECT_EQ(faults(run_body("\nfor (uint i = 0u; i < 25u * size + 1u; ++i) words[G] += i;")),
            "endless loop at body.comp:2");
  EXPECT_EQ(faults(run_body("\nwhile (size == 4u) words[G] = 1u;")), "endless loop at body.comp:2");
}

TEST(ShaderChecker, NamesFileAndLineOfCompileErrors) {
  try {
    run_body("\n\nnowhere = 1u;");
    FAIL() << "compiles";
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("body.comp:3: 'nowhere'"), std::string::npos) << error.what();
  }
}

/// Runs one workgroup with a block of 64 words.
Result run_shader(const Source& source, const Specialization& specialization = {}, Conditions conditions = {}) {
  Memory memory(std::vector<std::uint32_t>(64));
  Dispatch dispatch;
  dispatch.shader = "body";
  dispatch.memories = {&memory};
  dispatch.named_blocks = {{"words", {0, 0, 256}}};
  dispatch.blocks = {{{0, 1}, {0, 0, 256}}};
  dispatch.rounds = 100;
  const Module module(compile(source), specialization);
  Result result{execute(module, dispatch, conditions), {}};
  result.words = memory.words();
  return result;
}

Result run_hlsl(const std::string& body) {
  return run_shader(
      {"RWStructuredBuffer<uint> words : register(u0);\n[numthreads(4, 1, 1)] void main(uint i : "
       "SV_GroupThreadID) {\n" +
           body + "\n}\n",
       {"body.hlsl"},
       Language::hlsl});
}

TEST(ShaderChecker, ExcludesTheOwnLaneFromPrefixesInHlsl) {
  const Result sums = run_hlsl("words[i] = WavePrefixSum(i + 1); words[i + 4] = WavePrefixProduct(i + 1);");
  EXPECT_EQ(std::vector(sums.words.begin(), sums.words.begin() + 8),
            (std::vector<std::uint32_t>{0, 1, 3, 6, 1, 1, 2, 6}));
}

TEST(ShaderChecker, EvaluatesOneOperandOfASelectionInHlsl) {
  EXPECT_EQ(faults(run_hlsl("words[i] = i > 0 ? words[4 + i - 1] : 1;\nwords[i] = i < 4 ? 2 : words[i + 100];")), "");
}

TEST(ShaderChecker, ComparesAndStoresInHlsl) {
  const Result result = run_hlsl("if (i < 2) InterlockedCompareStore(words[i], i, 7); else words[i] = 1;");
  EXPECT_EQ(std::vector(result.words.begin(), result.words.begin() + 4), (std::vector<std::uint32_t>{7, 0, 1, 1}));
  try {
    run_hlsl("\nwords[i] = nowhere;");
    FAIL() << "compiles";
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("0:4: 'nowhere'"), std::string::npos) << error.what();
  }
}

TEST(ShaderChecker, KnowsWhichBuffersAreCoherentInHlsl) {
  const auto run = [](const std::string& kind, const std::string& sync) {
    return faults(run_shader({kind +
                                  "RWStructuredBuffer<uint> words : register(u0);\nRWStructuredBuffer<uint> other : "
                                  "register(u1);\n[numthreads(4, 1, 1)] void main(uint i : SV_GroupThreadID) {\n"
                                  "other[i + 8] = words[20];\nwords[i] = i;\n" +
                                  sync + "\nother[i + 12] = words[i ^ 1]; }\n",
                              {"body.hlsl"},
                              Language::hlsl}));
  };
  EXPECT_EQ(run("", "DeviceMemoryBarrierWithGroupSync();"), "");
  EXPECT_EQ(run("", "GroupMemoryBarrierWithGroupSync();"), "race at body.hlsl:7 with body.hlsl:5");
  EXPECT_NE(run("", ""), "");
  EXPECT_EQ(run("globallycoherent ", ""), "") << "a flag is read as a word";
}

TEST(ShaderChecker, KnowsCoherentAccessesOfTheVulkanMemoryModel) {
  const auto run = [](const std::string& qualifier, const std::string& sync) {
    return faults(
        run_shader({"#version 450\n#extension GL_KHR_memory_scope_semantics : enable\n"
                    "#pragma use_vulkan_memory_model\nlayout(local_size_x = 4) in;\nlayout(binding = 1) " +
                        qualifier +
                        " buffer Words { uint data[]; };\nvoid main() {\nuint i = "
                        "gl_LocalInvocationID.x;\ndata[i] = i;\ncontrolBarrier(gl_ScopeWorkgroup, "
                        "gl_ScopeWorkgroup, " +
                        sync + ", gl_SemanticsAcquireRelease);\ndata[i + 8] = data[i ^ 1]; }\n",
                    {"body.comp"},
                    Language::vulkan_glsl}));
  };
  const std::string race = "race at body.comp:10 with body.comp:8";
  EXPECT_EQ(run("coherent", "gl_StorageSemanticsBuffer"), "");
  EXPECT_EQ(run("workgroupcoherent", "gl_StorageSemanticsBuffer"), "");
  EXPECT_EQ(run("", "gl_StorageSemanticsBuffer"), race) << "the accesses are private";
  EXPECT_EQ(run("coherent", "gl_StorageSemanticsShared"), race);
}

TEST(ShaderChecker, IgnoresDebugPrints) {
  const Result result =
      run_shader({"#version 450\n#extension GL_EXT_debug_printf : enable\nlayout(local_size_x = 4) in;\n"
                  "layout(binding = 1) buffer Words { uint data[]; };\nvoid main() { uint i = "
                  "gl_LocalInvocationID.x; debugPrintfEXT(\"%u\", i); data[i] = i; }\n",
                  {"body.comp"},
                  Language::vulkan_glsl});
  EXPECT_EQ(std::vector(result.words.begin(), result.words.begin() + 4), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(ShaderChecker, SizesSharedArraysBySpecialization) {
  const Source source{
      "#version 450\nlayout(local_size_x_id = 0) in;\nlayout(constant_id = 1) const int last = 1;\n"
      "layout(binding = 1) buffer Words { uint data[]; };\nshared uint box[gl_WorkGroupSize.x * 2];\n"
      "const uvec2 size = gl_WorkGroupSize.yx;\n"
      "void main() { uint i = gl_LocalInvocationID.x; box[2 * i + 1] = i; data[i] = box[2 * i + last]"
      " + size.y; }\n",
      {"body.comp"},
      Language::vulkan_glsl};
  const Result result = run_shader(source, {{0, 3}});
  EXPECT_EQ(std::vector(result.words.begin(), result.words.begin() + 4), (std::vector<std::uint32_t>{3, 4, 5, 0}));
  EXPECT_EQ(faults(run_shader(source, {{0, 3}, {1, 6}})), "outside at body.comp:7");
}

TEST(ShaderChecker, RequiresAllUniforms) {
  try {
    const Module module(
        compile({"#version 430 core\n#line 1 0\nlayout(local_size_x = 1) in;\nuniform uint size;\n"
                 "shared uint box;\nvoid main() { box = size; }\n",
                 {"body.comp"}}));
    Dispatch dispatch;
    execute(module, dispatch);
    FAIL() << "runs";
  } catch (const InternalError& error) {
    EXPECT_STREQ(error.what(), "body.comp:4: uniform size is not given");
  }
}

}  // namespace
}  // namespace texelsort::spirv
