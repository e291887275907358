// Checks that the JSON output of all commands matches the documentation in docs/json.md.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/changed_shader.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using nlohmann::json;
using Paths = std::set<std::string>;

/// Returns the documented keys by schema, from the first columns of the tables in docs/json.md.
std::map<std::string, Paths> documented() {
  std::map<std::string, Paths> schemas;
  std::istringstream lines(read_file(std::string(TEXELSORT_SOURCE_DIR) + "/docs/json.md"));
  static const std::regex heading("## (texelsort/[a-z-]+/[0-9]+)"), code("`([^`]+)`");
  std::string schema;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (line.starts_with("## ")) schema = std::regex_match(line, match, heading) ? match[1].str() : std::string();
    if (schema.empty() || !line.starts_with("| `")) continue;
    const std::string column = line.substr(0, line.find(" | "));
    for (std::sregex_iterator it(column.begin(), column.end(), code), end; it != end; ++it) {
      EXPECT_TRUE(schemas[schema].insert((*it)[1]).second) << schema << " lists " << (*it)[1] << " twice";
    }
  }
  return schemas;
}

/// Adds the paths of all values of a document to `leaves`, except objects and lists. `open` receives the paths of nulls
/// and empty arrays, because these may have further keys in other outputs.
void collect(const json& value, const std::string& path, const Paths& known, Paths& leaves, Paths& open) {
  if (value.is_object()) {
    const bool any = known.contains(path + ".*");
    for (const auto& [key, member] : value.items()) {
      static const std::regex plain("[a-z][a-z0-9_]*"), parameter("[A-Za-z][A-Za-z0-9_-]*");
      EXPECT_TRUE(std::regex_match(key, any ? parameter : plain)) << path << "." << key;
      collect(member, (path.empty() ? "" : path + ".") + (any ? "*" : key), known, leaves, open);
    }
  } else if (value.is_array() && !value.empty()) {
    for (const json& element : value) collect(element, path + "[]", known, leaves, open);
  } else if (value.is_null() || value.is_array()) {
    open.insert(path);
  } else {
    leaves.insert(path);
  }
}

bool is_below(const std::string& path, const std::string& above) {
  return path.starts_with(above + ".") || path.starts_with(above + "[");
}

struct Command {
  std::string schema;
  std::vector<std::string> words;
  int exit_code = 0;
};

std::vector<Command> commands(const std::string& first, const std::string& second, const std::string& broken,
                              const std::string& sweep) {
  const std::vector<std::string> fast{"--timing", "--json", "--samples", "1"};
  const auto timed = [&fast](std::vector<std::string> words) {
    words.insert(words.end(), fast.begin(), fast.end());
    return words;
  };
  return {
      {"sort", timed({"sort", "-n", "9", "-a", "std/sort@cpu"})},
      {"sort", timed({"sort", first, "-a", "bitonic/reference@cpu"})},
      {"sort", timed({"sort", "-n", "9", "-a", "std/stable-sort@cpu", "--payload", "record:2"})},
      {"merge", timed({"merge", "-n", "9", "-a", "merge/multiway@cpu"})},
      {"merge", timed({"merge", first, second, "-a", "merge/multiway@cpu"})},
      {"select", {"select", "-n", "9", "-k", "2", "--median", "--json", "-a", "std/nth-element@cpu"}},
      {"check", {"check", "-a", "std/sort@cpu", "-t", "u32", "-n", "5", "--json"}},
      {"bench", {"bench", "-a", "std/sort@cpu", "-n", "9", "--samples", "1", "--format", "json"}},
      {"bench", {"bench", "-a", "std/sort@cpu", "-n", "9", "--samples", "1", "--control", "--format", "json"}},
      {"bench", {"bench", "-a", "std/nth-element@cpu", "-n", "9", "--samples", "1", "--format", "json"}},
      {"list-algorithms", {"list", "algorithms", "--json"}},
      {"list-parameters", {"list", "parameters", "merge/multiway@cpu", "--json"}},
      {"list-families", {"list", "families", "--json"}},
      {"list-networks", {"list", "networks", "--json"}},
      {"list-methods", {"list", "methods", "--json"}},
      {"list-distributions", {"list", "distributions", "--json"}},
      {"list-comparisons", {"list", "comparisons", "--json"}},
      {"list-devices", {"list", "devices", "--json"}},
      {"network", {"network", "print", "-n", "8", "--json"}},
      {"network-analyse", {"network", "analyse", "-n", "8", "--json"}},
      {"network-verify", {"network", "verify", "-n", "8", "--json"}},
      {"network-verify", {"network", "verify", broken, "--json"}, 1},
      {"network-verify-list", {"network", "verify", "[(0,1)]\nanother:\n[(0,2)] [(0,1)] [(1,2)]", "--json"}},
      {"network-compare", {"network", "compare", "-n", "8", "--json"}},
      {"compare", {"compare", sweep, sweep, "--format", "json"}},
      {"lessons", {"lesson", "list", "--json"}},
      {"experiments", {"reproduce", "--list", "--json"}},
      {"experiments", {"reproduce", "kth-largest", "--list", "--json"}},
      {"external-sort",
       {"external-sort", first, "--record", "2", "--run-size", "2", "-o", "/dev/null", "--json", "-a", "std/sort@cpu"}},
      {"external-sort", {"external-sort", first, "--record", "2", "--plan", "--json", "-a", "std/sort@cpu"}},
      {"external-generate", {"external-generate", "9", "/dev/null", "--json"}},
      {"external-verify", {"external-verify", first, "--record", "4", "--json"}},
      {"external-verify", {"external-verify", first, "--record", "1", "--json"}, 1}};
}

std::vector<Command> commands_on_a_device(const std::string& wrong_shaders) {
  return {{"sort", {"sort", "-n", "9", "-a", "bitonic/compute", "--timing", "--json", "--samples", "1"}},
          {"check", {"check", "-a", "bitonic/compute", "-t", "u32", "-n", "5", "--json"}},
          {"check",
           {"check", "-q", "-a", "bitonic/compute", "-t", "u32", "-n", "5", "--json", "--coverage", "--shader-dir",
            wrong_shaders},
           1},
          {"check", {"check", "-a", "bitonic/blend", "-t", "u32", "-n", "5", "--json", "--max-skipped", "0"}, 3},
          {"bench", {"bench", "-a", "bitonic/compute", "-n", "9", "--samples", "1", "--format", "json"}},
          {"reproduce", {"reproduce", "bucket-sort-sizes", "--quick", "--samples", "1", "--json"}},
          {"bench-distances", {"bench", "--distances", "-n", "16", "--samples", "1", "--format", "json"}}};
}

class CliJson : public ::testing::Test {
 protected:
  /// Runs a command, checks that docs/json.md lists all keys of its output, and records these keys.
  void read(const Command& command) {
    std::string line;
    for (const std::string& word : command.words) line += word + " ";
    SCOPED_TRACE(line);
    const Outcome outcome = run_program(command.words);
    EXPECT_EQ(outcome.exit_code, command.exit_code) << outcome.err;
    // Skips progress lines, which are printed once per second before the report.
    const std::size_t last = command.schema == "external-sort" ? outcome.out.rfind("{\"schema\":") : 0;
    const json document = json::parse(outcome.out.substr(std::min(last, outcome.out.size())), nullptr, false);
    ASSERT_TRUE(document.is_object()) << outcome.out;
    const bool second = command.schema == "sort" || command.schema == "merge";
    const std::string schema = "texelsort/" + command.schema + (second ? "/2" : "/1");
    EXPECT_TRUE(outcome.out.starts_with("{\"schema\":") || outcome.out.starts_with("{\n  \"schema\":") ||
                outcome.out.starts_with("{\"schema\": "));
    EXPECT_EQ(document.value("schema", ""), schema);
    ASSERT_TRUE(known_.contains(schema)) << "docs/json.md does not have it";
    Paths leaves, open;
    collect(document, "", known_[schema], leaves, open);
    for (const std::string& path : leaves) EXPECT_TRUE(known_[schema].contains(path)) << path;
    for (const std::string& path : open) {
      const bool below =
          std::ranges::any_of(known_[schema], [&path](const auto& each) { return is_below(each, path); });
      EXPECT_TRUE(below || known_[schema].contains(path)) << path;
    }
    seen_[schema].insert(leaves.begin(), leaves.end());
    open_[schema].insert(open.begin(), open.end());
  }

  std::map<std::string, Paths> known_ = documented(), seen_, open_;
};

TEST_F(CliJson, ContainsExactlyTheDocumentedKeys) {
  const TemporaryFolder folder;
  write_file(folder / "first", "1\n3\n");
  write_file(folder / "second", "2\n4\n");
  write_file(folder / "broken", "0:1");
  write_file(folder / "three", "0:1;1:2");
  run_program({"sweep", "-a", "std/sort@cpu", "-n", "9", "--samples", "1", "-o", folder / "sweep"});
  for (const Command& command : commands(folder / "first", folder / "second", folder / "three", folder / "sweep"))
    read(command);
  if (tests::device() == nullptr) {
    ASSERT_FALSE(tests::required("gl")) << tests::device_fault();
    GTEST_SKIP() << "without OpenGL some keys have no value: " << tests::device_fault();
  }
  tests::write_changed_shader(folder, "networks/step.comp", "precedes(encode(b), encode(a))",
                              "precedes(encode(a), encode(b))");
  for (const Command& command : commands_on_a_device(folder.path())) read(command);
  for (const auto& [schema, paths] : known_) {
    for (const std::string& path : paths) {
      const bool below = std::ranges::any_of(open_[schema], [&](const auto& each) { return is_below(path, each); });
      EXPECT_TRUE(below || seen_[schema].contains(path) || open_[schema].contains(path))
          << schema << " is said to have " << path;
    }
  }
}

/// Returns the names of a command's times with --timing, except the total, which is their sum.
std::vector<std::string> parts_of(std::vector<std::string> words) {
  words.insert(words.end(), {"--timing", "--json", "--samples", "1"});
  const Outcome outcome = run_program(words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::vector<std::string> names;
  double sum = 0, whole = 0;
  const json timing = json::parse(outcome.out);
  for (const json& part : timing.at("parts")) {
    names.push_back(part.at("part"));
    EXPECT_GE(part.at("ms"), 0.0) << names.back();
    sum += whole;
    whole = part.at("ms");
  }
  EXPECT_NEAR(sum, whole, 0.01);
  EXPECT_EQ(names.back(), "whole");
  names.pop_back();
  return names;
}

TEST(CliTiming, ReportsTheTimeOfEachPartOfACommand) {
  using Names = std::vector<std::string>;
  const TemporaryFolder folder;
  write_file(folder / "in.txt", "3\n1\n2\n");
  write_file(folder / "in.txt2", "1\n2\n");
  const std::string in = folder / "in.txt";
  EXPECT_EQ(parts_of({"sort", in, "-a", "std/sort@cpu", "-o", folder / "out.txt"}),
            (Names{"start", "read", "parse", "upload", "sort", "download", "verify", "format", "write"}));
  EXPECT_EQ(read_file(folder / "out.txt"), "1\n2\n3\n");
  EXPECT_EQ(parts_of({"sort", "-n", "100", "-a", "std/sort@cpu"}),
            (Names{"start", "make", "upload", "sort", "download", "verify"}));
  EXPECT_EQ(parts_of({"merge", in + "2", in + "2", "-a", "merge/multiway@cpu"}).at(4), "merge");
}

TEST(CliTiming, ReportsTheTimeToCreateTheDevice) {
  TEXELSORT_NEED_GL();
  EXPECT_EQ(parts_of({"sort", "-n", "100", "-a", "bitonic/single-quad"}).at(1), "device");
}

TEST(CliJsonInput, CountsTheMergedFiles) {
  const TemporaryFolder folder;
  write_file(folder / "a", "1\n3\n");
  write_file(folder / "b", "2\n4\n");
  const Outcome outcome = run_program(
      {"merge", folder / "a", folder / "b", "-a", "merge/multiway@cpu", "--timing", "--json", "--samples", "1"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json timing = json::parse(outcome.out);
  EXPECT_TRUE(timing.at("distribution").is_null()) << timing.at("distribution");
  EXPECT_TRUE(timing.at("seed").is_null());
  EXPECT_EQ(timing.at("input"), "2 files");
}

TEST(CliJsonParameters, ListsTheParametersThatASortUses) {
  TEXELSORT_NEED_GL();
  for (const char* algorithm : {"radix/srts@compute", "std/sort@cpu"}) {
    const json listed =
        json::parse(run_program({"list", "parameters", algorithm, "-n", "2000", "-t", "u64", "--json"}).out);
    const json used = json::parse(run_program({"sort", "-n", "2000", "-t", "u64", "-a", algorithm, "--payload",
                                               "record:1", "--timing", "--json", "--samples", "1"})
                                      .out);
    EXPECT_EQ(listed.at("n"), 2000);
    for (const json& parameter : listed.at("parameters")) {
      const json& name = parameter.at("name");
      EXPECT_EQ(parameter.at("here"), used.at("parameters").value(name.get<std::string>(), json()))
          << algorithm << " " << name;
    }
  }
}

}  // namespace
}  // namespace texelsort::app
