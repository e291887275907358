// Tests that tools for continuous integration can read the output of `texelsort check --junit`.
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/changed_shader.h"
#include "tests/support/gl.h"
#include "tests/support/xml.h"

namespace texelsort::app {
namespace {

std::string attribute(const std::string& xml, const std::string& element, const std::string& name) {
  std::smatch match;
  const std::regex wanted("<" + element + "(?: [^>]*)? " + name + "=\"([^\"]*)\"");
  return std::regex_search(xml, match, wanted) ? match[1].str() : "none";
}

void expect_attributes(const std::string& xml, const std::string& element, const std::set<std::string>& allowed) {
  const std::regex tag("<" + element + "( [^>]*)?>"), name(" ([a-z]+)=\"");
  for (std::sregex_iterator at(xml.begin(), xml.end(), tag), end; at != end; ++at) {
    const std::string attributes = (*at)[1];
    for (std::sregex_iterator one(attributes.begin(), attributes.end(), name); one != end; ++one) {
      EXPECT_TRUE(allowed.contains((*one)[1])) << element << " has " << (*one)[1];
    }
  }
}

/// Checks the XML declaration, and that one <testsuites> element has counts that match its contents.
void expect_shape(const std::string& xml) {
  constexpr std::string_view declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  ASSERT_TRUE(xml.starts_with(declaration)) << xml;
  EXPECT_TRUE(tests::balanced(xml.substr(declaration.size())));
  EXPECT_EQ(tests::occurrences(xml, "<testsuites "), 1u);
  EXPECT_EQ(attribute(xml, "testsuites", "tests"), std::to_string(tests::occurrences(xml, "<testcase ")));
  EXPECT_EQ(attribute(xml, "testsuites", "failures"), std::to_string(tests::occurrences(xml, "<failure ")));
  EXPECT_EQ(attribute(xml, "testsuites", "errors"), std::to_string(tests::occurrences(xml, "<error ")));
  // Jenkins' schema junit-10.xsd allows exactly these attributes.
  expect_attributes(xml, "testsuites", {"name", "time", "tests", "failures", "errors"});
  expect_attributes(xml, "testcase", {"name", "time", "classname", "group"});
  for (const char* element : {"failure", "error", "skipped", "flakyFailure"}) {
    expect_attributes(xml, element, {"type", "message"});
  }
  for (const char* element : {"testsuite", "testcase"}) {
    EXPECT_NE(attribute(xml, element, "name"), "none") << element;
    EXPECT_TRUE(std::regex_match(attribute(xml, element, "time"), std::regex("[0-9]+\\.[0-9]{3}"))) << element;
  }
  EXPECT_TRUE(std::regex_match(attribute(xml, "testsuite", "timestamp"),
                               std::regex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}")));
}

TEST(CliCheckJunitReport, ContainsASuitePerAlgorithmAndACasePerKeyType) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_program({"check", "-a", "std/*sort@cpu", "-t", "u32,f64", "-n", "5", "--junit", folder / "check.xml"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "passed")) << "the lines are printed as well";
  const std::string xml = read_file(folder / "check.xml");
  expect_shape(xml);
  EXPECT_EQ(tests::occurrences(xml, "<testsuite "), 2u);
  EXPECT_EQ(tests::occurrences(xml, "<testcase classname=\"texelsort.std/stable-sort@cpu\" name=\"f64\""), 1u);
  EXPECT_EQ(attribute(xml, "testsuites", "tests"), "4");
  EXPECT_TRUE(contains(xml, "texelsort check -a &apos;std/*sort@cpu&apos;") ||
              contains(xml, "texelsort check -a 'std/*sort@cpu' -t u32 -t f64 -n 5 --seed 1"))
      << xml;
}

TEST(CliCheckJunitReport, IsWrittenWhenAShaderIsWrong) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  tests::write_changed_shader(folder, "networks/step.comp", "precedes(encode(b), encode(a))",
                              "precedes(encode(a), encode(b))");
  const Outcome outcome = run_program({"check", "-a", "bitonic/compute", "-t", "u32", "-n", "64", "--shader-dir",
                                       folder.path(), "--junit", folder / "check.xml"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const std::string xml = read_file(folder / "check.xml");
  expect_shape(xml);
  EXPECT_NE(attribute(xml, "testsuites", "failures"), "0");
  EXPECT_TRUE(contains(attribute(xml, "failure", "message"), "comparator")) << xml;
}

TEST(CliCheckJunitReport, ExplainsWhyACaseWasSkipped) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_program({"check", "-a", "bitonic/compute", "-t", "u32", "-n", "5", "--junit", folder / "check.xml"}, "",
                  {"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
  const std::string xml = read_file(folder / "check.xml");
  expect_shape(xml);
  EXPECT_EQ(attribute(xml, "testsuite", "skipped"), "1");
  EXPECT_EQ(attribute(xml, "testsuites", "errors"), "1");
  EXPECT_TRUE(contains(attribute(xml, "skipped", "message"), "OpenGL")) << xml;
}

TEST(CliCheckJunitReport, ReplacesTheUsualLinesOnStandardOutput) {
  const std::vector<std::string> words{"check", "-a", "std/sort@cpu", "-t", "u32", "-n", "5", "--junit", "-"};
  const Outcome outcome = run_program(words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  expect_shape(outcome.out);
  std::vector<std::string> both = words;
  both.push_back("--json");
  expect_one_line_error(run_program(both), 2, {"--junit"});
}

}  // namespace
}  // namespace texelsort::app
