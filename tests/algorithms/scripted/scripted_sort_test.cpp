#include "compute/algorithms/scripted/scripted_sort.h"

#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/check/run_check.h"
#include "compute/check/verify.h"
#include "compute/data/error.h"
#include "compute/gpu/compute_device.h"
#include "compute/network/analysis.h"
#include "compute/script/script.h"
#include "tests/algorithms/problems.h"
#include "tests/algorithms/scripted/folders.h"

namespace texelsort::algorithms {
namespace {

/// A folder with a sort, which tests change before they run it.
class UsersSort : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    folder_.write("step.comp", step_shader);
    folder_.write("sort.lua", bitonic_script);
  }
  void script(const std::string& from, const std::string& to) {
    folder_.write("sort.lua", changed(bitonic_script, from, to));
  }
  void shader(const std::string& from, const std::string& to) {
    folder_.write("step.comp", changed(step_shader, from, to));
  }
  std::unique_ptr<Algorithm> sort() const { return make_scripted_sort(folder_.path().string()); }

  /// Runs the sort pass by pass on 100 keys. Returns the first violation as "PASS: message", or the error.
  std::string fault(const std::string& distribution = "uniform", std::uint64_t n = 100) const {
    try {
      const auto algorithm = sort();
      const auto problem = make_problem(distribution, algorithm->info().types.front(), n);
      const auto run = algorithms::start(*algorithm, problem);
      auto before = data::codes(run->read().keys, problem->order);
      while (const auto record = run->step()) {
        const auto after = data::codes(run->read().keys, problem->order);
        Observation seen{.before = before, .after = after, .payload_before = {}, .payload_after = {}};
        if (const auto found = record->claim.find_violation(seen)) {
          return without_folder(fmt::format("{}: {}{}", record->header.index,
                                            found->index ? fmt::format("{} ", *found->index) : "", found->message));
        }
        before = after;
      }
      const auto wrong = verify_result(*run, *problem, algorithm->info().stable);
      return wrong ? wrong->message : "";
    } catch (const Error& error) {
      return without_folder(error.what());
    }
  }
  std::string without_folder(std::string text) const {
    const std::string path = folder_.path().string() + "/";
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path)) text.erase(at, path.size());
    return text;
  }

  tests::TemporaryFolder folder_;
};

TEST_F(UsersSort, SortsWithEveryClaimPassing) {
  for (const std::uint64_t n : {2u, 3u, 64u, 65u, 100u, 1000u}) EXPECT_EQ(fault("uniform", n), "") << n;
  for (const char* keys : {"few-distinct", "reversed", "sorted", "zero"}) EXPECT_EQ(fault(keys), "") << keys;
}

TEST_F(UsersSort, MakesNoPassForFewerThanTwoKeys) {
  for (const std::uint64_t n : {0u, 1u}) {
    const auto run = algorithms::start(*sort(), make_problem("uniform", data::KeyType::u32, n));
    EXPECT_EQ(run->total_passes(), 0u);
  }
}

TEST_F(UsersSort, StepsBackToTheSameKeys) {
  const auto algorithm = sort();
  const auto run = algorithms::start(*algorithm, make_problem("uniform", data::KeyType::u32, 100));
  for (int i = 0; i < 5; ++i) run->step();
  const Snapshot snapshot = run->save();
  const auto keys = u32_keys(*run);
  run->step();
  const auto next = u32_keys(*run);
  run->finish();
  run->restore(snapshot);
  EXPECT_EQ(u32_keys(*run), keys);
  run->step();
  EXPECT_EQ(u32_keys(*run), next);
}

TEST_F(UsersSort, IsANetworkThatSorts) {
  const auto algorithm = sort();
  ASSERT_NE(algorithm->network(), nullptr);
  const network::Network network = algorithm->network()->generate(12);
  EXPECT_EQ(network.stages.size(), 4u);
  EXPECT_FALSE(network::find_unsorted_zero_one_input(network));
  const auto run = algorithms::start(*algorithm, make_problem("uniform", data::KeyType::u32, 12));
  EXPECT_EQ(run->steps_of_passes().size(), 10u);
}

// One wrong sort of each kind.

TEST_F(UsersSort, ReportsAWrongPartner) {
  shader("i ^ mask", "i ^ (mask == 2u ? 1u : mask)");
  EXPECT_EQ(fault("reversed").substr(0, 3), "4: ") << fault("reversed");
}

TEST_F(UsersSort, ReportsALostKey) {
  shader("keys[partner] = max(a, b);", "keys[partner] = min(a, b);");
  const std::string found = fault();
  EXPECT_TRUE(found.starts_with("0: 1 holds ")) << found;
  EXPECT_TRUE(found.ends_with("(sort.lua:7, step.comp)")) << found;
}

TEST_F(UsersSort, ReportsALostKeyWithoutClaims) {
  script(", claim = compare_exchange{mirror = size} }", " }");
  shader("keys[partner] = max(a, b);", "keys[partner] = min(a, b);");
  const std::string found = fault();
  EXPECT_NE(found.find("occurs too often"), std::string::npos) << found;
}

TEST_F(UsersSort, NamesBothSidesOfAWrongInterface) {
  script("{n = n, mask = size - 1}", "{n = n, mash = size - 1}");
  EXPECT_EQ(fault(),
            "sort.lua:7: pass: uniform 'mash': step.comp has the uniforms uint mask, uint n, did you mean 'mask'?");
  script("{n = n, mask = size - 1}", "{n = n}");
  EXPECT_EQ(fault(), "sort.lua:7: pass: lacks the uniform 'mask': step.comp has the uniforms uint mask, uint n");
  script("{n = n, mask = size - 1}", "{n = n, mask = 0.5}");
  EXPECT_EQ(fault(), "sort.lua:7: pass: uniform mask is 0.5, but the shader has a uint");
  script("{[0] = \"keys\"}", "{[3] = \"keys\"}");
  EXPECT_EQ(fault(), "sort.lua:7: pass: block 3: step.comp has the blocks 0 (Keys)");
  script("{[0] = \"keys\"}", "{[0] = \"kees\"}");
  EXPECT_EQ(
      fault(),
      "sort.lua:7: pass: block 0 uses the buffer 'kees', but there are only keys, keys_out, did you mean 'keys'?");
}

TEST_F(UsersSort, NamesTheLineOfAShaderThatDoesNotCompile) {
  shader("uint partner = i ^ mask;", "uint partner = i ^ maks;");
  const std::string found = fault();
  EXPECT_NE(found.find("step.comp:8: "), std::string::npos) << found;
}

TEST_F(UsersSort, NamesTheLineOfAScriptThatNeverEnds) {
  script("local size = 2", "while true do end");
  EXPECT_EQ(fault(), "sort.lua:5: executes more than 100 million instructions: does a loop never end?");
}

TEST_F(UsersSort, RefusesABufferThatNoDeviceHas) {
  script("passes = function", "buffers = function(n, p) return {big = {words = 10^9}} end,\n  passes = function");
  const std::string found = fault();
  EXPECT_NE(found.find("the buffer big"), std::string::npos) << found;
  EXPECT_NE(found.find("4000000000"), std::string::npos) << found;
}

TEST_F(UsersSort, RefusesUnknownFields) {
  script("label = \"mirror\"", "lable = \"mirror\"");
  EXPECT_EQ(fault(), "sort.lua:7: pass: has no field 'lable', did you mean 'label'?");
  script("title =", "titel =");
  EXPECT_EQ(fault(), "sort.lua:2: sort: has no field 'titel', did you mean 'title'?");
}

TEST_F(UsersSort, ReadsNoFileOutsideItsFolder) {
  folder_.write("../secret.glsl", "uint secret;");
  for (const char* path : {"../secret.glsl", "/etc/passwd"}) {
    shader("layout(local_size_x", std::string("#include \"") + path + "\"\nlayout(local_size_x");
    const std::string found = fault();
    EXPECT_NE(found.find("step.comp:2: "), std::string::npos) << found;
  }
  script("shader = \"step.comp\"", "shader = \"../step.comp\"");
  EXPECT_NE(fault(), "");
}

TEST_F(UsersSort, FollowsAChangeOfTheScript) {
  const auto algorithm = sort();
  EXPECT_EQ(algorithm->info().title, "Bitonic of a test");
  const std::string hash = algorithm->content_hash();
  script("Bitonic of a test", "Renamed");
  algorithm->tuned_values(nullptr, {.n = 4}, {});
  EXPECT_EQ(algorithm->info().title, "Renamed");
  EXPECT_NE(algorithm->content_hash(), hash);
}

TEST_F(UsersSort, AcceptsOnlyWhatTheScriptLists) {
  const auto algorithm = sort();
  const auto refusal = [&](ProblemForm form) {
    return prepare(*algorithm, &tests::device()->info(), form, {}).refusal().value_or("");
  };
  EXPECT_EQ(refusal({.n = 4}), "");
  EXPECT_NE(refusal({.n = 4, .type = data::KeyType::f32}).find("f32"), std::string::npos);
  EXPECT_NE(refusal({.n = std::uint64_t{1} << 25}), "");
}

TEST_F(UsersSort, LeavesOutWhatItsRefusalRejects) {
  script("passes =", "refuse = function(n, p, device) if n == 7 then return 'seven is unlucky' end end,\n  passes =");
  EXPECT_EQ(prepare(*sort(), &tests::device()->info(), {.n = 7}, {}).refusal(), "seven is unlucky");
}

TEST_F(UsersSort, FailsACheckIfItsScriptFails) {
  script("title =", "titel =");
  EXPECT_THROW(sort(), script::ScriptError);
  script("claim = compare_exchange{mirror = size}", "claim = merged{sise = size}");
  const auto algorithm = sort();
  const CheckResult result =
      run_check(tests::device(), {.algorithm = algorithm.get(), .distribution = "uniform", .n = 10});
  EXPECT_EQ(result.outcome, Outcome::error);
  EXPECT_NE(result.message.find("merged: has no field 'sise'"), std::string::npos) << result.message;
  ASSERT_TRUE(result.place);
  EXPECT_EQ(result.place->line, 8u);
}

TEST_F(UsersSort, ReplacesMacrosOfAFile) {
  shader("local_size_x = 64", "local_size_x = GROUP");
  folder_.write("group.glsl", "#define GROUP 1");
  folder_.write("step.comp", changed(changed(step_shader, "local_size_x = 64", "local_size_x = GROUP"), "layout(",
                                     "#define GROUP \\\n  1\nlayout("));
  script("shader = \"step.comp\", uniforms = {n = n, mask = size - 1}",
         "shader = \"step.comp\", defines = {GROUP = 64}, uniforms = {n = n, mask = size - 1}");
  folder_.write("sort.lua", changed(tests::read_file(folder_ / "sort.lua"), "uniforms = {n = n, mask = j}",
                                    "defines = {GROUP = 64}, uniforms = {n = n, mask = j}"));
  EXPECT_EQ(fault(), "");
}

TEST_F(UsersSort, ClearsBuffersBeforeAPass) {
  folder_.write("count.comp",
                "#version 430\nlayout(local_size_x = 1) in;\n"
                "layout(std430, binding = 0) buffer Count { uint count[]; };\nvoid main() { ++count[0]; }\n");
  const std::string once =
      "pass{ shader = 'count.comp', blocks = {Count = 'count'}, groups = 1, clear = {'count'},\n"
      "      claim = expect{buffer = 'count', values = function() return {8} end} }\n";
  folder_.write("sort.lua", changed(changed(bitonic_script, "passes =",
                                            "buffers = function() return {count = {words = 1, fill = 7}} "
                                            "end,\n  passes ="),
                                    "local size = 2", once + once + "local size = 2"));
  EXPECT_EQ(fault(), "");
}

TEST_F(UsersSort, NeedsTheSizesOfSubgroupsThatItNames) {
  script("title =", "subgroup_sizes = {64}, title =");
  gpu::DeviceInfo info = tests::device()->info();
  info.subgroup_lanes = 32;
  EXPECT_EQ(prepare(*sort(), &info, {.n = 4}, {}).refusal(),
            "its shaders need subgroups of 64, but this device has subgroups of 32");
  info.subgroup_lanes = 64;
  EXPECT_FALSE(prepare(*sort(), &info, {.n = 4}, {}).refusal());
}

TEST_F(UsersSort, EndsALoopOfPasses) {
  script("size = size * 2", "size = size");
  EXPECT_EQ(fault(), "sort.lua:7: more than 100000 passes: does a loop never end?");
}

TEST_F(UsersSort, RunsOnTheInterpreterInSpiteOfFindings) {
  // Both invocations of a pair write its keys: a race that leaves the result right.
  const std::string racy =
      changed(changed(step_shader, "if (partner <= i || partner >= n) return;",
                      "if (max(i, partner) >= n) return;\n  uint low = min(i, partner), high = max(i, partner);"),
              "uint a = keys[i], b = keys[partner];\n  keys[i] = min(a, b);\n  keys[partner] = max(a, b);",
              "uint a = keys[low], b = keys[high];\n  keys[low] = min(a, b);\n  keys[high] = max(a, b);");
  folder_.write("step.comp", racy);
  const auto execution = std::make_shared<gpu::ShaderExecution>();
  std::size_t notes = 0;
  execution->note = [&notes](const spirv::Finding& finding) { notes += finding.fault == spirv::Fault::race ? 1 : 0; };
  const auto device = gpu::Device::headless({.shaders_on_cpu = execution, .without_context = true});
  const auto algorithm = sort();
  const auto problem = make_problem("uniform", data::KeyType::u32, 8);
  const auto run = prepare(*algorithm, &device->info(), problem->form(), {}).start(device.get(), problem);
  run->finish();
  EXPECT_FALSE(verify_result(*run, *problem, false));
  EXPECT_GT(notes, 0u);
  execution->note = {};
  run->rewind();
  EXPECT_THROW(run->finish(), spirv::ShaderViolation);
}

TEST_F(UsersSort, NamesTheValuesOfAWrongMerge) {
  // The pass moves no key, because its n is 0.
  folder_.write("sort.lua", R"(
return sort {
  id = "test/merge", title = "Merge of a test", source = "test",
  passes = function(n)
    pass{ shader = "step.comp", uniforms = {n = 0, mask = 1}, blocks = {[0] = "keys"}, groups = 1,
          claim = merged{size = 1, ways = 2} }
  end }
)");
  EXPECT_EQ(fault("reversed", 2).substr(0, 8), "0: 0 is ");
  EXPECT_NE(fault("reversed", 2).find(": merging puts the key from index 1 here"), std::string::npos);
}

/// Odd-even transposition of structures {padding, payload, key}, from one array to the other.
constexpr const char* record_shader = R"(#version 430
layout(local_size_x = 64) in;
struct Record { uint padding, index, key; };
layout(std430, binding = 0) readonly buffer From { Record from[]; };
layout(std430, binding = 1) writeonly buffer To { Record to[]; };
uniform uint n, first;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= n) return;
  bool lower = (i & 1u) == first;
  uint partner = lower ? i + 1u : i - 1u;
  Record own = from[i];
  if (partner < n && (lower ? from[partner].key < own.key : own.key < from[partner].key)) own = from[partner];
  to[i] = own;
}
)";
constexpr const char* record_script = R"(
return sort {
  id = "test/records", title = "Records of a test", source = "test", stable = true,
  payloads = {"none", "index"}, records = {words = 3, key = 2, payload = 1},
  passes = function(n)
    for pass_number = 0, n - 1 do
      pass{ shader = "step.comp", uniforms = {n = n, first = pass_number % 2}, groups = ceil(n / 64), swap = true,
            blocks = {From = "records", To = "records_out"}, claim = compare_exchange{odd_even = pass_number % 2} }
    end
  end }
)";

TEST_F(UsersSort, SortsAnArrayOfStructures) {
  folder_.write("step.comp", record_shader);
  folder_.write("sort.lua", record_script);
  const auto algorithm = sort();
  for (const auto payload : {data::PayloadKind::none, data::PayloadKind::index}) {
    Problem problem = *make_problem("few-distinct", data::KeyType::u32, 33);
    problem.payload = payload;
    const auto shared = std::make_shared<const Problem>(std::move(problem));
    const auto run = start(*algorithm, shared);
    const auto found = verify_every_pass(*run, *shared, true);
    EXPECT_FALSE(found) << text(*found);
  }
}

TEST_F(UsersSort, StepsBackToTheSameStructures) {
  folder_.write("step.comp", record_shader);
  folder_.write("sort.lua", record_script);
  const auto algorithm = sort();
  const auto run = algorithms::start(*algorithm, make_problem("uniform", data::KeyType::u32, 33));
  for (int i = 0; i < 5; ++i) run->step();
  const Snapshot snapshot = run->save();
  const auto keys = u32_keys(*run);
  run->step();
  const auto next = u32_keys(*run);
  EXPECT_NE(keys, next);
  run->finish();
  run->restore(snapshot);
  EXPECT_EQ(u32_keys(*run), keys);
  run->step();
  EXPECT_EQ(u32_keys(*run), next);
}

TEST_F(UsersSort, ReportsALostKeyOfAStructure) {
  folder_.write("step.comp", changed(record_shader, "to[i] = own;", "if (i != 4u || first == 0u) to[i] = own;"));
  folder_.write("sort.lua", record_script);
  const std::string found = fault("reversed", 33);
  EXPECT_TRUE(found.starts_with("1: 4 holds ")) << found;
}

TEST_F(UsersSort, RefusesStructuresThatDoNotHoldTheKeyAndThePayload) {
  folder_.write("step.comp", record_shader);
  const auto message = [&](const std::string& records) {
    folder_.write("sort.lua", changed(record_script, "{words = 3, key = 2, payload = 1}", records));
    return fault();
  };
  EXPECT_EQ(message("{words = 2, key = 2, payload = 1}"),
            "sort.lua:2: records: 2 words do not hold u32 keys at word 2 and a payload none at word 1");
  EXPECT_EQ(message("{words = 3, key = 1, payload = 1}"),
            "sort.lua:2: records: a u32 key at word 1 and a payload index at word 1 overlap");
  folder_.write("sort.lua", changed(record_script, "From = \"records\"", "From = \"keys\""));
  EXPECT_EQ(fault(), "sort.lua:7: pass: block 'From' uses the buffer 'keys', but there are only records, records_out");
}

TEST_F(UsersSort, SetsUniformsOfHlslOutsideBlocks) {
  folder_.write("step.hlsl", R"(#pragma kernel Step
RWStructuredBuffer<uint> Keys;
RWStructuredBuffer<uint> Others;
uint n, mask;
[numthreads(64, 1, 1)] void Step(uint i : SV_DispatchThreadID) {
  uint partner = i ^ mask;
  if (partner <= i || partner >= n) return;
  uint a = Keys[i], b = Keys[partner];
  Keys[i] = min(a, b);
  Keys[partner] = max(a, b);
}
[numthreads(1, 1, 1)] void Idle() {}
)");
  std::string text = bitonic_script;
  for (std::size_t at = text.find("step.comp"); at != std::string::npos; at = text.find("step.comp")) {
    text = changed(changed(text, "step.comp\"", "step.hlsl\", entry = \"Step\""), "[0] = ", "Keys = ");
  }
  folder_.write("sort.lua", text);
  for (const std::uint64_t n : {2u, 100u}) EXPECT_EQ(fault("uniform", n), "") << n;
  folder_.write("sort.lua", changed(text, "mask = size - 1", "masks = size - 1"));
  EXPECT_EQ(fault(), "sort.lua:7: pass: member 'masks' of uniforms: step.hlsl has the members uint n, uint mask");
  folder_.write("sort.lua", changed(text, ", mask = size - 1", ""));
  EXPECT_EQ(fault(), "sort.lua:7: pass: uniforms lacks 'mask': step.hlsl has the members uint n, uint mask");
  folder_.write("sort.lua", changed(text, "entry = \"Step\", uniforms = {n = n, mask = size - 1}", "entry = \"Idle\""));
  EXPECT_EQ(fault("reversed").substr(0, 3), "0: ") << "Idle needs no uniforms, and moves no key: " << fault("reversed");
}

TEST_F(UsersSort, RefusesNumbersOfWorkgroupsOutsideTheirBuffer) {
  const std::string text =
      changed(bitonic_script, "groups = ceil(n / 64)", "groups = indirect{buffer = \"args\", word = 2}");
  const auto with_words = [&](const std::string& words) {
    folder_.write("sort.lua",
                  changed(text, "passes =",
                          "buffers = function() return {args = {fill = 70000, words = " + words + "}} end, passes ="));
  };
  with_words("4");
  EXPECT_EQ(fault(),
            "sort.lua:7: pass: groups: the words 2 to 4 of 'args' have the numbers of workgroups, but it has "
            "only 4 words");
  with_words("5");
  const auto device =
      gpu::Device::headless({.shaders_on_cpu = std::make_shared<gpu::ShaderExecution>(), .without_context = true});
  const auto algorithm = sort();
  const auto problem = make_problem("uniform", data::KeyType::u32, 8);
  const auto run = prepare(*algorithm, &device->info(), problem->form(), {}).start(device.get(), problem);
  try {
    run->finish();
    FAIL() << "executed 70000 x 70000 x 70000 workgroups";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("70000 x 70000 x 70000"), std::string::npos) << error.what();
  }
}

TEST_F(UsersSort, RefusesKeysAboveItsLargest) {
  script("source =", "largest_key = 100, source =");
  EXPECT_EQ(fault("permutation"), "");
  const std::string refused = fault("uniform");
  EXPECT_NE(refused.find("but this sort orders only keys from 0 to 100: choose smaller keys"), std::string::npos)
      << refused;
  script("source =", "largest_key = 100, keys = {\"f32\"}, source =");
  EXPECT_EQ(fault(), "sort.lua:2: sort: largest_key is for integers, but keys has f32");
}

TEST_F(UsersSort, GeneratesANetworkWithGivenParameters) {
  const std::string text = changed(bitonic_script, "passes = function(n, p)",
                                   "parameters = { first = { low = 2, high = 4, default = 2, help = \"Size.\" } },\n"
                                   "  passes = function(n, p)");
  folder_.write("sort.lua", changed(text, "local size = 2", "local size = p.first"));
  const std::string path = folder_.path().string();
  EXPECT_EQ(network::steps(scripted_network(path, 4, {})), 3u);
  EXPECT_EQ(network::steps(scripted_network(path, 4, {{"first", "4"}})), 2u);
  EXPECT_THROW(scripted_network(path, 4, {{"frist", "4"}}), UsageError);
}

TEST(MissingFolder, IsNamed) {
  try {
    make_scripted_sort("no/such/folder/");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()),
              "no/such/folder: no such folder; 'texelsort init no/such/folder' makes a sort of your own");
  }
}

TEST(NamesScriptedSort, NeedsASlashOrAScript) {
  EXPECT_TRUE(names_scripted_sort("mine/"));
  EXPECT_FALSE(names_scripted_sort("bitonic/fused"));
  EXPECT_FALSE(names_scripted_sort(""));
}

}  // namespace
}  // namespace texelsort::algorithms
