#include "compute/data/format/document.h"

#include <algorithm>
#include <fstream>

#include "tests/data/helpers.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::data {
namespace {

using Bounds = void (*)(std::string_view text, const std::string& origin);

/// Returns the error message of `require`, or an empty string if the text satisfies its limits of size and depth.
std::string fault_of(Bounds require, const std::string& text) {
  try {
    require(text, "f");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string json_fault(const std::string& text) {
  return fault_of(require_json_bounds, text);
}

std::string toml_fault(const std::string& text) {
  return fault_of(require_toml_bounds, text);
}

std::string levels(std::size_t count, char open, char close) {
  return std::string(count, open) + std::string(count, close);
}

constexpr auto too_deep = "f: nested more than 64 levels deep, the limit";

TEST(ParsedDocument, LimitsTheNestingOfJson) {
  EXPECT_EQ(json_fault(levels(64, '[', ']')), "");
  EXPECT_EQ(json_fault(levels(65, '[', ']')), too_deep);
  EXPECT_EQ(json_fault(levels(65, '{', '}')), too_deep);
  EXPECT_EQ(json_fault(std::string(1000000, '[')), too_deep);
  std::string beside = "[";
  for (int i = 0; i < 1000; ++i) beside += "[],{},";
  EXPECT_EQ(json_fault(beside + "1]"), "") << "beside each other is not within";
}

TEST(ParsedDocument, DoesNotCountBracketsInJsonStringsAsNesting) {
  const std::string brackets(1000, '[');
  EXPECT_EQ(json_fault("[\"" + brackets + "\"]"), "");
  EXPECT_EQ(json_fault(R"(["\")" + brackets + R"("])"), "");
  EXPECT_EQ(json_fault(R"(["\\",)" + brackets), too_deep) << "the backslash is escaped, not the quote";
  EXPECT_EQ(json_fault("\"" + brackets), "") << "never closed";
  EXPECT_EQ(json_fault("\"\\"), "");
}

TEST(ParsedDocument, LimitsTheMembersAndKeyLengthsOfJsonObjects) {
  const auto object = [](int members) {
    std::string text = "{";
    for (int i = 0; i < members; ++i) text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":1";
    return text + "}";
  };
  EXPECT_EQ(json_fault(object(1000)), "");
  EXPECT_EQ(json_fault("[" + object(1000) + "," + object(1000) + "]"), "");
  EXPECT_EQ(json_fault(object(1001)), "f: an object has more than 1000 keys, the limit");
  std::string many = "[";
  for (int i = 0; i < 100; ++i) many += object(1000) + ",";
  EXPECT_EQ(json_fault(many + "{}]"), "");
  EXPECT_EQ(json_fault(many + "{\"a\": 1}]"), "f: the document has more than 100000 keys, the limit");
  const std::string key(200, 'k');
  EXPECT_EQ(json_fault("{\"" + key + "\": \"" + key + key + "\"}"), "") << "a value may be longer";
  EXPECT_EQ(json_fault("{\"" + key + "k\" : 1}"), "f: a key has more than 200 bytes, the limit");
}

TEST(ParsedDocument, LimitsTheNestingOfToml) {
  const auto dotted = [](std::size_t parts) {
    std::string key = "a";
    for (std::size_t i = 1; i < parts; ++i) key += ".a";
    return key;
  };
  EXPECT_EQ(toml_fault(dotted(64) + " = 1"), "");
  EXPECT_EQ(toml_fault("\n" + dotted(65) + " = 1"), "f:2: nested more than 64 levels deep, the limit, the limit");
  EXPECT_EQ(toml_fault("x = 1\n[" + dotted(65) + "]"), "f:2: nested more than 64 levels deep, the limit, the limit");
  EXPECT_EQ(toml_fault("a = " + levels(63, '[', ']')), "");
  EXPECT_EQ(toml_fault("a = " + levels(64, '[', ']')), "f:1: nested more than 64 levels deep, the limit, the limit");
  EXPECT_EQ(toml_fault("a = {" + dotted(65) + " = 1}"), "f:1: nested more than 64 levels deep, the limit, the limit");
  EXPECT_EQ(toml_fault("a . \"b.c\" . " + dotted(63) + " = 1"),
            "f:1: nested more than 64 levels deep, the limit, the limit");
  std::string within = "1";
  for (int level = 0; level < 9; ++level) within = "{a.b.c.d.e.f.g = " + within + "}";
  EXPECT_EQ(toml_fault("a = " + within), "") << "9 brackets and 54 points";
  EXPECT_EQ(toml_fault("a.a = " + within), "f:1: nested more than 64 levels deep, the limit, the limit");
  std::string numbers = "a = [";
  for (int i = 0; i < 1000; ++i) numbers += "0.5, ";
  EXPECT_EQ(toml_fault(numbers + "]"), "") << "points of numbers";
}

TEST(ParsedDocument, DoesNotCountBracketsInTomlStringsAndCommentsAsNesting) {
  const std::string brackets(1000, '['), dots(1000, '.');
  for (const std::string& quiet : {brackets, dots}) {
    EXPECT_EQ(toml_fault("a = \"" + quiet + "\" # " + quiet), "");
    EXPECT_EQ(toml_fault("a = '" + quiet + "'"), "");
    EXPECT_EQ(toml_fault("a = \"\"\"\n" + quiet + "\n\"" + quiet + "\n\"\"\""), "");
    EXPECT_EQ(toml_fault("a = '''\n" + quiet + "\n'''"), "");
    EXPECT_EQ(toml_fault("a = \"\\\"" + quiet + "\""), "");
    const std::string loud = quiet + "\n";
    EXPECT_EQ(toml_fault("a = 'b\\'\n" + loud), "f:2: nested more than 64 levels deep, the limit, the limit")
        << "literal text has no escapes";
    EXPECT_EQ(toml_fault("a = \"b\n" + loud), "f:2: nested more than 64 levels deep, the limit, the limit")
        << "a line ends text of one line";
    EXPECT_EQ(toml_fault("a = \"\"\"b\"\"\"\"\"\n" + loud),
              "f:2: nested more than 64 levels deep, the limit, the limit");
    EXPECT_EQ(toml_fault("a = ''\n" + loud), "f:2: nested more than 64 levels deep, the limit, the limit");
  }
}

TEST(ParsedDocument, IsRejectedBeforeReadingWhenTheFileIsTooLarge) {
  const TemporaryFolder folder;
  const std::string path = folder / "large";
  { std::ofstream file(path); }
  std::filesystem::resize_file(path, most_document_bytes);
  EXPECT_EQ(read_document(path).size(), most_document_bytes);
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
  EXPECT_EQ(usage_error([&] { read_document(path); }), path + ": the file is larger than the limit of 8 MiB");
  EXPECT_EQ(usage_error([] { read_document("/dev/zero"); }),
            "/dev/zero: texelsort does not read devices, which may have no end: pipe a part of it in");
  std::filesystem::resize_file(path, most_lines_bytes + 1);
  EXPECT_EQ(usage_error([&] { read_lines(path); }), path + ": the file is larger than the limit of 256 MiB");
  EXPECT_EQ(json_fault(std::string(most_document_bytes + 1, ' ')), "f: the file is larger than the limit of 8 MiB");
  EXPECT_EQ(toml_fault(std::string(most_toml_bytes + 1, ' ')), "f: the file is larger than the limit of 1 MiB");
}

/// Checks that no source file of the program contains any of the words, except for the listed files.
void expect_in_no_other_source(const std::vector<std::string>& words, const std::vector<std::string>& excepted) {
  for (const char* layer : {"app", "compute"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(TEXELSORT_SOURCE_DIR + std::string("/") + layer)) {
      if (!entry.is_regular_file()) continue;
      const std::string name = std::filesystem::relative(entry.path(), TEXELSORT_SOURCE_DIR).string();
      if (std::ranges::find(excepted, name) != excepted.end()) continue;
      const std::string source = tests::read_file(entry.path());
      for (const std::string& word : words) {
        EXPECT_EQ(source.find(word), std::string::npos) << name << " has " << word;
      }
    }
  }
}

/// Only listed files may call parsers, because each of them limits the size and depth of the text.
TEST(SourceCode, ParsesJsonAndTomlOnlyWhereLimitsAreChecked) {
  expect_in_no_other_source(
      {"json::parse(", "json::accept(", "json::sax_parse(", "toml::parse(", "toml::parse_file("},
      {"compute/data/format/document.h", "app/problem/toml_table.cpp",  // both check the limits before they parse
       "app/cli/checks/case_report.cpp",       // parses only output of the program's own processes
       "app/cli/platform/desktop/worker.cpp",  // parses only output of the program's own processes
       "app/problem/json_document.cpp", "app/session/link_text.cpp",  // parse texts of this program, or single values
       "compute/network/json_tree.cpp"});  // reads networks, which have few levels, and keeps no document
}

/// Text must be read by read_document() and read_lines(), which limit its size. Keys, pictures and networks may be as
/// large as the memory.
TEST(SourceCode, ReadsWholeFilesOnlyWhereLimitsAreChecked) {
  expect_in_no_other_source(
      {"read_file(", "ifstream"},
      {"compute/data/io/files.h", "compute/data/format/document.h", "compute/data/format/input.cpp",
       "compute/network/reader.cpp", "app/cli/commands/picture_comparison.cpp",
       "app/cli/platform/desktop/external_verify_command.cpp",  // reads summaries, which consist of whole records
       "app/external/platform/desktop/report_file.cpp",         // reads only the first 64 bytes of a file
       "app/problem/host.cpp", "app/cli/doctor/facts.cpp",      // read only files of the system
       "app/tuning/environment.cpp",                            // reads only files of the system
       "compute/external/process_memory.cpp"});                 // reads only files of the system
}

/// OpenMP loops must be those of parallel.h, which pass exceptions on and start their threads first.
TEST(SourceCode, UsesOpenMpOnlyInTheGuardedParallelLoops) {
  expect_in_no_other_source({"#pragma omp parallel"}, {"compute/data/parallel.h", "compute/data/parallel.cpp",
                                                       "compute/data/keys/parallel_fingerprint.h"});
}

}  // namespace
}  // namespace texelsort::data
