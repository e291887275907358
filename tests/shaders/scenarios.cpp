#include "tests/shaders/scenarios.h"

#include <regex>

#include "compute/check/verify.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/program_cache.h"
#include "tests/algorithms/problems.h"
#include "tests/algorithms/records/record_problem.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::tests {
namespace {

using Parameters = std::map<std::string, std::string>;
using data::KeyType;
using data::PayloadKind;

Parameters cooperative(const char* ranking, const char* digit, const char* tile, const char* workgroup) {
  return {{"form", "cooperative"}, {"ranking", ranking}, {"digit", digit}, {"tile", tile}, {"workgroup", workgroup}};
}

Parameters with(Parameters parameters, const Parameters& more) {
  for (const auto& [name, value] : more) parameters[name] = value;
  return parameters;
}

/// Parameters that execute both levels of distribution, quicksort, and the network in shared memory.
const Parameters workgroups_sort{{"k", "8"},        {"a", "3"},       {"M", "300"},        {"k2", "4"},
                                 {"a2", "5"},       {"quick", "200"}, {"small", "32"},     {"sorter", "workgroup"},
                                 {"counters", "8"}, {"tile", "500"},  {"workgroup", "32"}, {"scatter-counters", "4"},
                                 {"top", "0"}};
/// Parameters that execute both levels of distribution and networks in registers, with one counter per invocation.
const Parameters invocations_sort{{"k", "16"},
                                  {"a", "2"},
                                  {"M", "300"},
                                  {"k2", "8"},
                                  {"a2", "2"},
                                  {"small", "16"},
                                  {"sorter", "invocation"},
                                  {"counters", "8"},
                                  {"workgroup", "8"},
                                  {"tile", "500"},
                                  {"scatter-counters", "8"},
                                  {"top", "2"}};

data::RecordShape fields(std::uint32_t count, data::Layout layout) {
  return {count, layout};
}

Scenario moving(std::string name, const char* algorithm, const char* rearrange, data::RecordShape shape) {
  return {.name = std::move(name),
          .algorithm = algorithm,
          .parameters = {{"rearrange", rearrange}},
          .n = 150,
          .payload = PayloadKind::record,
          .distribution = "few-distinct",
          .shape = shape};
}

std::vector<Scenario> make_scenarios() {
  using data::Layout;
  const char* const srts = "radix/srts@compute";
  const char* const grs = "radix/grs@compute";
  const char* const onesweep = "radix/onesweep@compute";
  const Parameters sweep_of_tiles{{"ranking", "matching"}, {"digit", "4"}, {"tile", "64"}, {"workgroup", "16"}};
  const char* const prefix = "radix/prefix@compute";
  const char* const tile = "radix/tile@compute";
  const char* const randomized = "sample/randomized@compute";
  const char* const deterministic = "sample/deterministic@compute";
  const char* const selection = "select/histogram@compute";
  return {
      {"SrtsCounters", srts, with(cooperative("counters", "4", "256", "64"), {{"workgroups", "2"}})},
      {"SrtsMatching", srts, with(cooperative("matching", "8", "128", "64"), {{"workgroups", "2"}}), 700, KeyType::f64},
      {"SrtsSubgroups", srts, with(cooperative("subgroups", "5", "128", "64"), {{"workgroups", "2"}}), 700,
       KeyType::u64},
      {"OnesweepSubgroups",
       onesweep,
       {{"ranking", "subgroups"}, {"digit", "5"}, {"tile", "128"}, {"workgroup", "64"}},
       1101},
      {"TileSubgroups", tile, {{"ranking", "subgroups"}, {"digit", "5"}, {"tile", "128"}, {"workgroup", "64"}}, 101},
      {"SrtsMoreDigitsThanInvocations", srts, with(cooperative("matching", "7", "64", "16"), {{"workgroups", "5"}})},
      {"SrtsSerial", srts, {{"form", "serial"}, {"digit", "5"}, {"workgroup", "8"}, {"workgroups", "2"}}},
      {"SrtsSerialOfColumns", srts, {{"form", "serial"}, {"workgroups", "64"}}, 700, KeyType::f64},
      {"SrtsSerialUnsampled",
       srts,
       {{"form", "serial"}, {"digit", "6"}, {"workgroups", "2"}},
       300,
       KeyType::u32,
       PayloadKind::index,
       "uniform",
       {},
       {{"SAMPLED", "0"}}},
      {"GrsPaper", grs, cooperative("counters", "4", "1024", "64"), 1101},
      {"GrsMatching", grs, cooperative("matching", "8", "256", "64"), 700, KeyType::i64},
      {"GrsSerial", grs, {{"form", "serial"}, {"digit", "6"}, {"tile", "64"}, {"workgroup", "8"}}},
      {"Onesweep", onesweep, sweep_of_tiles, 1101},
      {"OnesweepWide",
       onesweep,
       {{"ranking", "matching"}, {"digit", "7"}, {"tile", "256"}, {"workgroup", "128"}},
       700,
       KeyType::f64},
      {"OnesweepOfSilentTiles",
       onesweep,
       with(sweep_of_tiles, {{"look_back_reads", "2"}}),
       1101,
       KeyType::u32,
       PayloadKind::index,
       "uniform",
       {},
       {{"TELLING", "0"}}},
      {"Prefix", prefix, with(sweep_of_tiles, {{"block", "96"}}), 701},
      {"PrefixSubgroups",
       prefix,
       {{"ranking", "subgroups"}, {"digit", "4"}, {"tile", "128"}, {"workgroup", "64"}, {"block", "128"}},
       1101,
       KeyType::u64},
      {"PrefixOfFewKeys", prefix, with(sweep_of_tiles, {{"block", "64"}}), 701, KeyType::u32, PayloadKind::index,
       "few-distinct"},
      {"RadixTile", tile, {{"ranking", "matching"}, {"digit", "4"}, {"tile", "128"}, {"workgroup", "32"}}, 101},
      {"RadixTileWide",
       tile,
       {{"ranking", "matching"}, {"digit", "7"}, {"tile", "256"}, {"workgroup", "64"}},
       201,
       KeyType::f64},
      {"RandomizedWorkgroups", randomized, workgroups_sort, 1500},
      {"RandomizedWorkgroupsWide", randomized, with(workgroups_sort, {{"workgroup", "64"}}), 900, KeyType::f64,
       PayloadKind::none, "few-distinct"},
      {"RandomizedLists", randomized, with(workgroups_sort, {{"lists", "device"}}), 1500},
      {"RandomizedWithoutPartitions",
       randomized,
       workgroups_sort,
       900,
       KeyType::u32,
       PayloadKind::index,
       "uniform",
       {},
       {{"MOST_PARTITIONS", "0"}}},
      {"RandomizedFewPartitions",
       randomized,
       with(workgroups_sort, {{"quick", "800"}, {"M", "800"}}),
       700,
       KeyType::u32,
       PayloadKind::index,
       "uniform",
       {},
       {{"MOST_PARTITIONS", "1"}}},
      {"RandomizedInvocations", randomized, invocations_sort, 1500},
      {"RandomizedOwnCounters", randomized,
       with(workgroups_sort, {{"counters", "32"}, {"scatter-counters", "32"}, {"top", "2"}}), 900},
      {"RandomizedSamplesInRegisters", randomized, with(invocations_sort, {{"k", "64"}}), 3000},
      {"RandomizedTuned", randomized, {}, 1500},
      {"DeterministicTiles",
       deterministic,
       {{"sort", "bitonic"}, {"sublist", "128"}, {"samples", "8"}, {"tile", "64"}, {"keys", "4"}, {"workgroup", "32"}}},
      {"DeterministicNoTiles",
       deterministic,
       {{"sort", "bitonic"}, {"sublist", "64"}, {"samples", "8"}, {"tile", "2"}, {"keys", "4"}, {"searches", "3"}},
       400,
       KeyType::f64},
      {"DeterministicDoubling",
       deterministic,
       {{"sort", "merge"},
        {"search", "doubling"},
        {"sublist", "64"},
        {"samples", "24"},
        {"tile", "16"},
        {"keys", "2"},
        {"workgroup", "8"}},
       300},
      {"DeterministicMerge",
       deterministic,
       {{"sort", "merge"}, {"sublist", "128"}, {"tile", "16"}, {"keys", "2"}, {"ways", "4"}}},
      {"DeterministicLanes",
       deterministic,
       {{"sort", "bitonic"}, {"sublist", "16"}, {"samples", "5"}, {"tile", "64"}, {"keys", "8"}, {"lanes", "8"}},
       333},
      {"BitonicTiles", "bitonic/compute", {{"steps", "512"}, {"tile", "128"}, {"keys", "4"}}, 500},
      {"BitonicSteps", "bitonic/compute", {{"steps", "1"}}, 100, KeyType::f64},
      {"BitonicCosets",
       "bitonic/compute",
       {{"steps", "512"}, {"tile", "32"}, {"keys", "8"}},
       512,
       KeyType::u32,
       PayloadKind::none},
      {"Alternating",
       "bitonic-alternating/compute",
       {{"steps", "512"}, {"tile", "64"}, {"keys", "4"}},
       300,
       KeyType::u64},
      {"AlternatingSteps", "bitonic-alternating/compute", {{"steps", "1"}}, 70},
      {"OddEvenMerge", "odd-even-merge/compute", {{"steps", "512"}, {"sweep", "64"}}, 300},
      {"OddEvenMergeTuned", "odd-even-merge/compute", {}, 500},
      {"Transposition", "odd-even-transposition/compute", {{"steps", "512"}, {"sweep", "64"}}, 60},
      {"Balanced", "periodic-balanced/compute", {{"steps", "512"}, {"tile", "64"}, {"keys", "4"}}, 300},
      {"Pairwise", "pairwise/compute", {{"steps", "512"}, {"sweep", "64"}}, 300, KeyType::i32, PayloadKind::none},
      {"Listed", "best-known/compute", {}, 16},
      {"ListedSteps", "best-known/compute", {{"steps", "1"}}, 16},
      {"Selection",
       selection,
       {{"workgroup", "32"}, {"workgroups", "3"}, {"digit", "6"}},
       3000,
       KeyType::u32,
       PayloadKind::none},
      {"SelectionWide",
       selection,
       {{"workgroup", "64"}, {"workgroups", "3"}, {"digit", "8"}},
       3000,
       KeyType::f64,
       PayloadKind::none,
       "gaussian"},
      {"SelectionBySample",
       selection,
       {{"workgroup", "32"}, {"workgroups", "3"}, {"digit", "6"}, {"sample", "600"}},
       3000,
       KeyType::u32,
       PayloadKind::none},
      {"SelectionTuned", selection, {}, 900, KeyType::u32, PayloadKind::none},
      moving("RecordsGathered", srts, "gather", fields(4, Layout::by_field)),
      moving("RecordsOfTextures", "bitonic/single-quad", "gather", fields(3, Layout::by_record)),
      moving("RecordsInCycles", srts, "cycle", fields(3, Layout::hybrid)),
      moving("RecordsTransposed", srts, "transpose", fields(5, Layout::by_field)),
      moving("RecordsInGroups", srts, "group", fields(4, Layout::by_record)),
      moving("RecordsInOddGroups", grs, "group", fields(3, Layout::by_record)),
  };
}

/// Writes copies of all shaders that use a define, with another value in its place. Line numbers stay the same.
void write_defines(const std::filesystem::path& folder, const std::map<std::string, std::string>& defines) {
  for (const gpu::EmbeddedShader& shader : gpu::embedded_shaders()) {
    const std::filesystem::path path = folder / shader.path;
    const std::string text = std::filesystem::exists(path) ? read_file(path) : std::string(shader.source);
    std::string changed = text;
    for (const auto& [name, value] : defines) {
      changed = std::regex_replace(changed, std::regex("\\b" + name + "\\b"), value);
    }
    if (changed == text) continue;
    std::filesystem::create_directories(path.parent_path());
    write_file(path, changed);
  }
}

std::shared_ptr<const algorithms::Problem> problem_of(const Scenario& scenario) {
  using namespace algorithms;
  return scenario.payload == PayloadKind::record
             ? record_problem(scenario.type, scenario.n, scenario.shape, scenario.distribution)
             : make_problem(scenario.distribution, scenario.type, scenario.n, scenario.payload);
}

}  // namespace

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> all = make_scenarios();
  return all;
}

Report run(const Scenario& scenario, const spirv::Schedule& schedule,
           const std::optional<std::filesystem::path>& folder, bool stops) {
  using namespace algorithms;
  Report report;
  const auto execution = std::make_shared<gpu::ShaderExecution>();
  execution->conditions.schedule = schedule;
  if (!stops) execution->findings = &report.findings;
  const TemporaryFolder own;
  gpu::DeviceOptions options{.debug = false,
                             .shader_directory = folder,
                             .egl_device = {},
                             .shaders_on_cpu = execution,
                             .without_context = true};
  if (!scenario.defines.empty()) {
    if (folder) std::filesystem::copy(*folder, own.path(), std::filesystem::copy_options::recursive);
    write_defines(own.path(), scenario.defines);
    options.shader_directory = own.path();
  }
  const Algorithm& algorithm = find_algorithm(scenario.algorithm);
  // Algorithms that draw use the OpenGL context that all tests share.
  if (algorithm.info().backend == Backend::fragment) gpu::test_device().make_current();
  const auto device =
      algorithm.info().backend == Backend::fragment ? gpu::Device::adopt(options) : gpu::Device::headless(options);
  std::vector<const gpu::Program*> programs;
  device->executor().note_programs(&programs);
  const auto problem = problem_of(scenario);
  const Prepared prepared = prepare(algorithm, &device->info(), problem->form(), scenario.parameters);
  try {
    const auto run = prepared.start(device.get(), problem);
    if (scenario.defines.empty()) {
      if (const auto failure = verify_every_pass(*run, *problem, prepared.keeps_ties()))
        report.failure = text(*failure);
    } else {
      run->finish();
    }
  } catch (const spirv::ShaderViolation& violation) {
    report.findings = violation.findings;
  }
  for (const gpu::Program* program : programs) {
    if (program->module() == nullptr) continue;
    report.shaders.insert(program->label());
    const auto& files = device->programs().files(*program);
    report.files.insert(files.begin(), files.end());
  }
  report.instructions = execution->instructions;
  return report;
}

}  // namespace texelsort::tests
