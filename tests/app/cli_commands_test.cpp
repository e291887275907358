#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "app/cli/reports/check_report.h"
#include "tests/app/cli_support.h"
#include "tests/support/changed_shader.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

void expect_summary(const json& ms, std::uint64_t samples) {
  EXPECT_LE(ms.at("low"), ms.at("median"));
  EXPECT_LE(ms.at("median"), ms.at("high"));
  EXPECT_EQ(ms.at("samples"), samples);
}

/// Checks that the predicted time is bytes / bandwidth. Also checks the ratio of the measured time to the predicted
/// time.
void expect_prediction(const json& object, double bytes_per_second, double measured_ms) {
  EXPECT_GT(bytes_per_second, 0);
  const double predicted = object.at("bytes").get<double>() / bytes_per_second * 1e3;
  EXPECT_DOUBLE_EQ(object.at("predicted_ms").get<double>(), predicted);
  // Below 0.02 ms, the launch of a pass dominates.
  if (predicted < 0.02) {
    EXPECT_TRUE(object.at("measured_over_predicted").is_null());
  } else {
    EXPECT_DOUBLE_EQ(object.at("measured_over_predicted").get<double>(), measured_ms / predicted);
  }
}

TEST(CliTiming, PrintsTheWholeMeasurementAsJson) {
  const json timing = json_of({"sort", "-n", "64", "-d", "reversed", "-t", "i32", "--seed", "5", "-a",
                               "bitonic/reference@cpu", "--timing", "--json", "--samples", "7"});
  EXPECT_EQ(timing.at("algorithm"), "bitonic/reference@cpu");
  EXPECT_EQ(timing.at("n"), 64);
  EXPECT_EQ(timing.at("type"), "i32");
  EXPECT_EQ(timing.at("distribution"), "reversed");
  EXPECT_TRUE(timing.at("input").is_null());
  EXPECT_EQ(timing.at("seed"), 5);
  EXPECT_TRUE(timing.at("device").is_string());
  EXPECT_TRUE(timing.at("renderer").is_null());
  EXPECT_EQ(timing.at("clock"), "steady_clock");
  EXPECT_EQ(timing.at("verified"), true);
  expect_summary(timing.at("total_ms"), 7);
  // 64 = 2^6 keys need 6 stages, with 1 + 2 + ... + 6 passes.
  EXPECT_EQ(timing.at("stages").size(), 6u);
  ASSERT_EQ(timing.at("passes").size(), 21u);
  std::uint64_t bytes = 0, compare_and_swaps = 0;
  for (const json& pass : timing.at("passes")) {
    EXPECT_TRUE(pass.at("stage").is_string());
    EXPECT_TRUE(pass.at("label").is_string());
    EXPECT_TRUE(pass.at("ms").is_number());
    bytes += pass.at("bytes").get<std::uint64_t>();
    compare_and_swaps += pass.at("compare_and_swaps").get<std::uint64_t>();
    for (const char* key : {"draws", "quads", "dispatches", "invocations", "elements_read"}) {
      EXPECT_TRUE(pass.at(key).is_number_unsigned()) << key;
    }
    expect_prediction(pass, timing.at("copy_bytes_per_s"), pass.at("ms"));
  }
  EXPECT_EQ(timing.at("bytes"), bytes);
  EXPECT_EQ(compare_and_swaps, 21u * 32);
  expect_prediction(timing, timing.at("copy_bytes_per_s"), timing.at("total_ms").at("median"));
  for (const json& stage : timing.at("stages")) expect_prediction(stage, timing.at("copy_bytes_per_s"), stage.at("ms"));
  EXPECT_TRUE(contains(timing.at("command"), "-d reversed -n 64 --seed 5 -t i32 -a bitonic/reference@cpu"));
}

TEST(CliTiming, NamesTheRendererInJsonForAShader) {
  TEXELSORT_NEED_GL();
  const json timing =
      json_of({"sort", "-n", "64", "-a", "bitonic/grouped-quads", "--timing", "--json", "--samples", "5"});
  EXPECT_FALSE(timing.at("renderer").get<std::string>().empty());
  EXPECT_EQ(timing.at("passes").size(), 21u);
  EXPECT_EQ(timing.at("verified"), true);
  EXPECT_NE(timing.at("clock"), "steady_clock");
}

TEST(CliTiming, NamesTheLibraryFunctionThatSorts) {
  const std::vector<std::string> words{"sort",
                                       "-n",
                                       "64",
                                       "-t",
                                       "i32",
                                       "-d",
                                       "uniform",
                                       "--order",
                                       "desc",
                                       "-a",
                                       "tbb/parallel-sort@cpu",
                                       "--payload",
                                       "index",
                                       "--timing",
                                       "--samples",
                                       "1"};
  std::vector<std::string> as_json = words;
  as_json.push_back("--json");
  const json timing = json_of(as_json);
  EXPECT_EQ(timing.at("library").get<std::string>().rfind("oneTBB 20", 0), 0u);
  EXPECT_EQ(timing.at("library_call"), "tbb::parallel_sort by std::greater");
  EXPECT_TRUE(timing.contains("cccl"));
  EXPECT_TRUE(contains(run_program(words).out, "\nlibrary  tbb::parallel_sort by std::greater, oneTBB 20"));
  EXPECT_TRUE(json_of({"sort", "-n", "64", "-a", "bitonic/reference@cpu", "--timing", "--json", "--samples", "1"})
                  .at("library_call")
                  .is_null());
}

TEST(CliTiming, OmitsTheDistributionWhenTheKeysAreGiven) {
  const json timing = json_of(
      {"sort", "--input-values", "3,1,2", "-a", "bitonic/reference@cpu", "--timing", "--json", "--samples", "1"});
  EXPECT_TRUE(timing.at("distribution").is_null());
  EXPECT_TRUE(timing.at("seed").is_null());
  EXPECT_TRUE(timing.at("input").is_string());
}

TEST(CliTiming, PrintsOneLinePerStageAndPerPass) {
  const std::vector<std::string> words{"sort",     "-n", "16",        "-a",        "bitonic/reference@cpu",
                                       "--timing", "-p", "narrow=er", "--samples", "1"};
  // Rejected, because the reference implementation does not have the parameter "narrow".
  EXPECT_EQ(run_program(words).exit_code, 2);
  const Outcome outcome =
      run_program({"sort", "-n", "16", "-a", "bitonic/reference@cpu", "--timing", "--passes", "--samples", "1"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto lines_with = [&outcome](const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = outcome.out.find(part, at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_EQ(lines_with("stage 4"), 1u + 4u);
  EXPECT_TRUE(contains(outcome.out, "output verified"));
  EXPECT_TRUE(contains(outcome.out, "95 % interval"));
  EXPECT_EQ(lines_with("predicted ms"), 2u) << "stages and passes";
}

TEST(CliList, PrintsAlgorithmsAndTheirParametersAsJson) {
  const json algorithms = json_of({"list", "algorithms", "--json"}).at("algorithms");
  std::vector<std::string> ids;
  for (const json& algorithm : algorithms) {
    ids.push_back(algorithm.at("id"));
    for (const char* key : {"title", "family", "backend", "reason"}) EXPECT_TRUE(algorithm.at(key).is_string()) << key;
    EXPECT_TRUE(algorithm.at("available").is_boolean());
    EXPECT_EQ(algorithm.at("available").get<bool>(), algorithm.at("reason").get<std::string>().empty());
    for (const json& parameter : algorithm.at("parameters")) {
      for (const char* key : {"name", "unit", "domain", "default", "paper", "help"}) {
        EXPECT_TRUE(parameter.at(key).is_string()) << key;
      }
    }
  }
  for (const char* id : {"std/sort@cpu", "std/stable-sort@cpu", "tbb/parallel-sort@cpu", "hwy/vqsort@cpu",
                         "bitonic/reference@cpu", "bitonic/single-quad", "bitonic/grouped-quads", "bitonic/compute"}) {
    EXPECT_EQ(std::count(ids.begin(), ids.end(), id), 1) << id;
  }
}

TEST(CliList, PrintsEveryListAsJsonAndAsATable) {
  for (const char* what : {"networks", "methods", "distributions", "devices"}) {
    EXPECT_FALSE(json_of({"list", what, "--json"}).empty()) << what;
    EXPECT_FALSE(run_program({"list", what}).out.empty()) << what;
  }
  EXPECT_TRUE(json_of({"list", "parameters", "bitonic/compute", "--json"}).at("parameters").is_array());
  EXPECT_EQ(run_program({"list", "parameters"}).exit_code, 2);
  expect_one_line_error(run_program({"list", "parameters", "bitonic/computed"}), 2, {"'bitonic/compute'"});
}

/// Without -a, another device must not replace the requested one.
TEST(CliDevice, IsRequiredWhenItIsRequested) {
  for (const std::string& command : std::vector<std::string>{"sort", "select", "merge"}) {
    std::vector<std::string> words{command, "-n", "100", "--device", "cpu-kernels"};
    if (command == "select") words.insert(words.end(), {"-k", "3"});
    expect_one_line_error(run_program(words, "", {"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"}), 3, {"OpenGL"});
  }
  expect_one_line_error(run_program({"merge", "-n", "100", "--device", "cpu-shaders"}), 2, {"no merge can run"});
}

TEST(CliList, ExplainsWhyShadersAreUnavailableWithoutOpenGl) {
  const Outcome outcome =
      run_program({"list", "algorithms", "--json"}, "", {"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json algorithms = json::parse(outcome.out).at("algorithms");
  for (const json& algorithm : algorithms) {
    // On machines without OpenGL, only CPU algorithms are available, and the distributed sort on CUDA, which keeps keys
    // in its devices' memory.
    const bool cpu = algorithm.at("backend") == "cpu" || algorithm.at("id") == "sample/distributed@cuda";
    EXPECT_EQ(algorithm.at("available"), cpu) << algorithm.at("id");
  }
}

TEST(CliBench, PrintsACsvRowPerCombination) {
  const Outcome outcome = run_program({"bench", "-a", "std/sort@cpu", "bitonic/reference@cpu", "-n", "16,32", "-t",
                                       "u32,f64", "--samples", "3", "--format", "csv"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.substr(0, outcome.out.find('\n')),
            "algorithm,n,type,distribution,median_ms,low_ms,high_ms,noise,samples,samples_ms,block_p5_ms,control_p5_ms,"
            "mkeys_per_s,speed,over_fastest,over_fastest_low,over_fastest_high,predicted_ms,measured_over_predicted,"
            "passes,waits,verified,result,parameters,definition,values_from,"
            "order,payload,seed,bytes,clock,device,renderer,driver,library,library_call,cccl,date,command");
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1 + 2 * 2 * 2);
}

TEST(CliBench, ComputesSpeedRelativeToTheBaseline) {
  const json rows = json_of({"bench", "-a", "std/sort@cpu,bitonic/reference@cpu", "--baseline", "bitonic/reference@cpu",
                             "-n", "64", "--samples", "7", "--format", "json"})
                        .at("results");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("algorithm"), "bitonic/reference@cpu");
  EXPECT_EQ(rows[0].at("speed"), 1.0);
  EXPECT_DOUBLE_EQ(rows[1].at("speed").get<double>(),
                   rows[0].at("median_ms").get<double>() / rows[1].at("median_ms").get<double>());
  for (const json& row : rows) {
    EXPECT_EQ(row.at("verified"), true);
    EXPECT_EQ(row.at("samples"), 7);
    EXPECT_GT(row.at("predicted_ms"), 0.0);
    EXPECT_DOUBLE_EQ(row.at("measured_over_predicted").get<double>(),
                     row.at("median_ms").get<double>() / row.at("predicted_ms").get<double>());
  }
}

/// The comparison function that a library receives depends on the keys: `<` does not order floats that include NaN.
TEST(CliBench, NamesTheLibraryFunctionThatSorts) {
  const std::vector<std::string> words{"bench",     "-a", "bitonic/reference@cpu,tbb/parallel-sort@cpu,std/sort@cpu",
                                       "-n",        "64", "-t",
                                       "f32",       "-d", "uniform,special",
                                       "--samples", "1"};
  std::vector<std::string> as_json = words;
  as_json.insert(as_json.end(), {"--format", "json"});
  std::size_t plain = 0, mapped = 0;
  const json results = json_of(as_json).at("results");
  for (const json& row : results) {
    ASSERT_TRUE(row.contains("cccl"));
    if (row.at("algorithm") == "bitonic/reference@cpu") {
      EXPECT_TRUE(row.at("library").is_null());
      EXPECT_TRUE(row.at("library_call").is_null());
      continue;
    }
    const bool tbb = row.at("algorithm") == "tbb/parallel-sort@cpu";
    const std::string call = row.at("library_call");
    EXPECT_EQ(row.at("library").get<std::string>().rfind(tbb ? "oneTBB 20" : "libstdc++ ", 0), 0u);
    EXPECT_EQ(call.rfind(tbb ? "tbb::parallel_sort by " : "std::sort by ", 0), 0u) << call;
    const bool special = row.at("distribution") == "special";
    EXPECT_TRUE(contains(call, special ? "by the encoded keys" : "by std::less")) << call;
    ++(special ? mapped : plain);
  }
  EXPECT_EQ(plain, 2u);
  EXPECT_EQ(mapped, 2u);
  const std::string table = run_program(words).out;
  EXPECT_TRUE(contains(table, "\nlibrary   tbb/parallel-sort@cpu is tbb::parallel_sort by std::less, oneTBB 20"))
      << table;
  EXPECT_TRUE(contains(table, "\nlibrary   tbb/parallel-sort@cpu is tbb::parallel_sort by the encoded keys")) << table;
}

TEST(CliBench, WritesItsOutputFileOnlyWhenItSucceeds) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_program({"bench", "-a", "std/sort@cpu", "-n", "8", "--samples", "1", "--format", "csv", "-o",
                         folder / "bench.csv"})
                .exit_code,
            0);
  EXPECT_EQ(read_file(folder / "bench.csv").rfind("algorithm,n,", 0), 0u);
  EXPECT_EQ(run_program({"bench", "-a", "std/sort@cpu", "-n", "x", "-o", folder / "other.csv"}).exit_code, 2);
  EXPECT_EQ(folder.count(), 1u);
}

TEST(CliBench, RejectsUnknownAlgorithmsAndParameters) {
  expect_one_line_error(run_program({"bench", "-a", "bitonik/*"}), 2, {"bitonik"});
  expect_one_line_error(run_program({"bench", "-a", "std/sort@cpu", "-p", "tile=3"}), 2, {"tile"});
}

TEST(CliBench, ReportsThatATooLargeInputWasNotMeasured) {
  TEXELSORT_NEED_GL();
  const Outcome outcome = run_program({"bench", "-a", "bitonic/single-quad", "-n", "2^40", "--format", "json"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
  EXPECT_TRUE(contains(json::parse(outcome.out).at("results").at(0).at("result"), "not measured: "));
}

TEST(CliCheck, PassesForTheReferenceImplementation) {
  const Outcome outcome = run_program({"check", "-a", "bitonic/reference@cpu", "-t", "u32,f64", "-n", "0,7,64"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "bitonic/reference@cpu"));
  EXPECT_TRUE(contains(outcome.out, "f64"));
  EXPECT_FALSE(contains(outcome.out, "i32"));
}

TEST(CliCheck, PrintsTheNumberOfCasesAsJson) {
  const json report = json_of({"check", "-a", "std/*sort@cpu", "-t", "u32", "-d", "uniform", "-n", "5", "--json"});
  EXPECT_EQ(report.at("good"), true);
  EXPECT_EQ(report.at("results").size(), 2u);
  // Each algorithm has 11 cases: two orders with three payloads each (none and two widths), and five cases of other
  // comparisons.
  EXPECT_EQ(report.at("passed").get<int>() + report.at("skipped").get<int>(), 22);
}

TEST(CliCheck, ChecksOnlyTheChosenPayloads) {
  const auto cases = [](const char* payload) {
    const json report = json_of({"check", "-a", "std/stable-sort@cpu", "-t", "u32", "-d", "uniform", "-n", "5",
                                 "--payload", payload, "--json"});
    return report.at("passed").get<int>();
  };
  EXPECT_EQ(cases("index"), 2 + 3);  // two orders, and three cases of other comparisons
  EXPECT_EQ(cases("none,index64"), 4 + 2);
  // Records have three layouts, and are rearranged by gather and along cycles in each.
  EXPECT_EQ(json_of({"check", "-a", "std/stable-sort@cpu", "-n", "5", "--payload", "record:2", "--json"}).at("passed"),
            6);
  expect_one_line_error(run_program({"check", "-a", "std/sort@cpu", "--payload", "luggage"}), 2,
                        {"luggage", "index64"});
}

TEST(CliCheck, ReportsThatNoCaseMatchesItsOptions) {
  expect_one_line_error(run_program({"check", "-a", "std/sort@cpu", "-d", "slides-bitonic", "-n", "5"}), 2,
                        {"no case with -d slides-bitonic can have -n 5"});
}

/// Returns the number of cases that remain of a matrix, for each value of an option in `words`.
std::vector<int> left_by(const char* algorithm, const char* option, const std::vector<std::string>& words,
                         const char* types = "u32") {
  std::vector<int> counts;
  for (const std::string& word : words) {
    const json report = json_of({"check", "-a", algorithm, "-t", types, option, word, "--json"});
    counts.push_back(report.at("passed").get<int>() + report.at("skipped").get<int>());
    EXPECT_TRUE(contains(report.at("command"), std::string(option) + " " + word)) << report.at("command");
  }
  return counts;
}

TEST(CliCheck, RunsEveryCaseOnceOverAllValuesOfAFilter) {
  const json whole = json_of({"check", "-a", "std/stable-sort@cpu", "-t", "u32", "--json"});
  const int all = whole.at("passed").get<int>() + whole.at("skipped").get<int>();
  for (const auto& [option, words] : std::map<std::string, std::vector<std::string>>{
           {"--order", {"asc", "desc"}},
           {"--compare", {"natural", "magnitude", "ones"}},
       }) {
    const std::vector<int> counts = left_by("std/stable-sort@cpu", option.c_str(), words);
    for (const int count : counts) EXPECT_GT(count, 0) << option;
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0), all) << option;
  }
  constexpr auto all_types = "u32,i32,f32,u64,i64,f64";
  const std::vector<int> layouts =
      left_by("std/stable-sort@cpu", "--layout", {"by-field", "hybrid", "by-record"}, all_types);
  const std::vector<int> records = left_by("std/stable-sort@cpu", "--payload",
                                           {"record:0", "record:1", "record:2", "record:5", "record:32"}, all_types);
  EXPECT_EQ(std::accumulate(records.begin(), records.end(), 0), std::accumulate(layouts.begin(), layouts.end(), 0));
}

TEST(CliCheck, FiltersMergesBySequencesAndSelectionsByRanks) {
  const auto count_of = [](const std::vector<std::string>& words) {
    const json report = json_of(words);
    return report.at("passed").get<int>();
  };
  EXPECT_EQ(count_of({"check", "-a", "merge/multiway@cpu", "--sequences", "10000", "--json"}), 1);
  EXPECT_GT(count_of({"check", "-a", "merge/multiway@cpu", "--sequences", "1,7", "-n", "50", "--json"}), 2);
  const int one = count_of({"check", "-a", "std/nth-element@cpu", "--ranks", "one", "--json"});
  const int several = count_of({"check", "-a", "std/nth-element@cpu", "--ranks", "several", "--json"});
  EXPECT_EQ(one + several, count_of({"check", "-a", "std/nth-element@cpu", "--json"}));
  EXPECT_GT(std::min(one, several), 0);
}

TEST(CliCheck, NamesTheFilterThatExcludesEveryCase) {
  const auto refused = [](const std::vector<std::string>& words, const char* part) {
    std::vector<std::string> all{"check", "-a", "std/stable-sort@cpu"};
    all.insert(all.end(), words.begin(), words.end());
    expect_one_line_error(run_program(all), 2, {part});
  };
  refused({"--order", "desc", "--sequences", "4"}, "no case of these algorithms has --sequences 4");
  refused({"--ranks", "one"}, "no case of these algorithms has --ranks one");
  refused({"--payload", "index", "--layout", "hybrid"}, "no case with --payload index has --layout hybrid");
  refused({"--order", "up"}, "--order up: expected one of asc, desc");
  refused({"--compare", "size"}, "--compare size");
  refused({"--layout", "wide"}, "--layout wide");
  refused({"--sequences", "0"}, "--sequences 0");
  refused({"--ranks", "2"}, "--ranks 2: expected one of one, several");
}

/// Returns the lines of one part of the coverage report, without its title.
std::string coverage_part(const std::string& text, const std::string& title) {
  const std::size_t begin = text.find(title + ": ");
  if (begin == std::string::npos) return "";
  const std::size_t first = text.find('\n', begin) + 1;
  std::size_t end = first;
  while (end < text.size() && text[end] == ' ') end = text.find('\n', end) + 1;
  return text.substr(first, end - first);
}

TEST(CliCheck, ListsShadersThatRanAndShadersThatDidNotRun) {
  TEXELSORT_NEED_GL();
  const Outcome outcome = run_program({"check", "-a", "bitonic/compute", "-t", "u32", "-n", "64", "--coverage"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string ran = coverage_part(outcome.out, "Shader files that ran");
  const std::string others = coverage_part(outcome.out, "Shader files that did not run");
  EXPECT_TRUE(contains(ran, "  networks/step.comp\n")) << outcome.out;
  EXPECT_TRUE(contains(ran, "  networks/pattern.glsl\n")) << "an include of it";
  EXPECT_TRUE(contains(others, "  selection/gather.frag\n"));
  EXPECT_FALSE(contains(others, "networks/step.comp"));
  EXPECT_TRUE(
      contains(coverage_part(outcome.out, "Variants of programs that ran, with draws or dispatches"), "KEY_WORDS=1"));
  EXPECT_TRUE(contains(coverage_part(outcome.out, "Kernels that did not run"), "  onesweep\n"));
  expect_one_line_error(run_program({"check", "--coverage", "--junit", "-"}), 2, {"--coverage", "--junit"});
}

TEST(CheckCoverage, AddsCallsWhenMergedAndKeepsThemInJson) {
  using algorithms::Coverage;
  const algorithms::ProgramVariant step{"a.comp", {{"N", "1"}}}, other{"a.comp", {{"N", "2"}}};
  Coverage sum{.programs = {{step, {{"a.comp"}, 2}}}, .kernels = {{"onesweep", 1}}};
  sum.merge({.programs = {{step, {{"a.comp", "b.glsl"}, 3}}, {other, {{"a.comp"}, 1}}}, .kernels = {{"onesweep", 4}}});
  const Coverage read = coverage_of(nlohmann::ordered_json::parse(coverage_json(sum).dump()));
  for (const Coverage& one : {sum, read}) {
    ASSERT_EQ(one.programs.size(), 2u);
    EXPECT_EQ(one.programs.at(step).calls, 5u);
    EXPECT_EQ(one.programs.at(step).files, (std::set<std::string>{"a.comp", "b.glsl"}));
    EXPECT_EQ(one.programs.at(other).calls, 1u);
    EXPECT_EQ(one.kernels.at("onesweep"), 5u);
  }
}

TEST(CliCheck, NamesThePassIndexAndComparatorThatABrokenShaderSpoils) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  tests::write_changed_shader(folder, "networks/step.comp", "precedes(encode(b), encode(a))",
                              "precedes(encode(a), encode(b))");
  const Outcome outcome =
      run_program({"check", "-a", "bitonic/compute", "-t", "u32", "-n", "64", "--shader-dir", folder / ".", "-q"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  for (const char* part : {"pass ", "index ", "comparator "}) EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

TEST(CliCheck, NamesTheFileAndTheLineOfAShaderThatDoesNotCompile) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  tests::write_changed_shader(folder, "networks/step.comp", "void main()", "void main(nonsense)");
  const Outcome outcome = run_program({"sort", "-n", "8", "-a", "bitonic/compute", "--shader-dir", folder / ".", "-q"});
  expect_one_line_error(outcome, 4, {"networks/step.comp:"});
}

TEST(CliNetwork, VerifiesABitonicNetwork) {
  EXPECT_EQ(run_program({"network", "verify", "bitonic", "-n", "11"}).exit_code, 0);
}

TEST(CliHelp, ShowsExamplesForEveryCommand) {
  for (const char* command : {"list", "sort", "check", "bench", "render", "network"}) {
    const Outcome outcome = run_program({command, "--help"});
    EXPECT_EQ(outcome.exit_code, 0) << command;
    EXPECT_TRUE(contains(outcome.out, "xample")) << command;
    EXPECT_TRUE(contains(outcome.out, std::string("texelsort ") + command)) << command;
  }
  const Outcome top = run_program({"--help"});
  EXPECT_EQ(top.exit_code, 0);
  EXPECT_TRUE(contains(top.out, "Exit codes"));
}

TEST(CliHelp, PrintsTheVersion) {
  const Outcome outcome = run_program({"--version"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out.rfind("texelsort ", 0), 0u);
}

TEST(CliWindow, PrintsATraceOfTheExampleWhenThereIsNoDisplay) {
  TEXELSORT_NEED_GL();
  for (const auto& environment : {without_display, std::vector<std::string>{"DISPLAY=:987", "WAYLAND_DISPLAY="}}) {
    const Outcome outcome = run_program({}, "", environment);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    for (const char* part :
         {"display", "traces the example with bitonic/grouped-quads", "texelsort render", "doctor"}) {
      EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
    }
    EXPECT_TRUE(contains(outcome.out, "pass 6")) << outcome.out;
  }
}

TEST(CliWindow, PrintsATraceByTheCpuWhenThereIsNoDisplayAndNoDriver) {
  auto environment = without_display;
  environment.push_back("__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null");
  const Outcome outcome = run_program({}, "", environment);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "bitonic/reference@cpu")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "pass 6")) << outcome.out;
}

TEST(CliWindow, SuggestsARenderCommandWhenThereIsNoDisplay) {
  const Outcome outcome =
      run_program({"-n", "32", "--presenter", "--theme", "light", "-p", "merge=both"}, "", without_display);
  expect_one_line_error(outcome, 3,
                        {"neither DISPLAY nor WAYLAND_DISPLAY", "texelsort render", "--count 32", "--presenter",
                         "--theme light", "--parameter merge=both", "-o window.png"});
}

}  // namespace
}  // namespace texelsort::app
