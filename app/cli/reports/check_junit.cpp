#include <algorithm>

#include <fmt/format.h>

#include "app/cli/reports/check_report.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

using data::xml_text;

/// A JUnit test suite: its test cases as XML, and the counts for its attributes.
struct Suite {
  std::string name, cases;
  std::uint64_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const std::string& classname, const std::string& case_name, double time, const std::string& contents) {
    ++tests;
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml_text(classname),
                         xml_text(case_name), time);
    cases += contents.empty() ? "/>\n" : ">\n" + contents + "    </testcase>\n";
  }
};

std::string result_element(const char* name, std::string_view type, const std::string& message) {
  return fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{2}</{0}>\n", name, type, xml_text(message));
}

void add_case(Suite& suite, const std::string& classname, const CaseReport& report) {
  const std::string message = placed_message(report);
  const std::string_view type = name(report.status);
  std::string contents;
  if (is_wrong(report.status)) {
    ++suite.failures;
    contents = result_element("failure", type, message);
  } else if (is_error(report.status)) {
    ++suite.errors;
    contents = result_element("error", type, message);
  } else if (report.status == CaseStatus::flaky) {
    contents = result_element("flakyFailure", type, message);
  } else {
    ++suite.skipped;
    contents = result_element("skipped", type, message);
  }
  if (report.attempts > 1) contents += fmt::format("      <system-out>{} attempts</system-out>\n", report.attempts);
  // Remove the algorithm from the case's name, because the class name already contains it.
  suite.add(classname, report.name.substr(report.name.find(' ') + 1), report.seconds, contents);
}

void add_row(Suite& suite, const CheckRow& row) {
  const std::string classname = "texelsort." + row.algorithm->info().id, type(data::name(row.type));
  suite.seconds += row.seconds;
  const std::uint64_t passed = row.count(CaseStatus::passed);
  if (passed > 0) {
    double told = 0;
    for (const CaseReport& report : row.told) told += report.seconds;
    suite.add(classname, type, std::max(0.0, row.seconds - told),
              fmt::format("      <system-out>{} passed</system-out>\n", data::counted(passed, "case")));
  }
  for (const CaseReport& report : row.told) add_case(suite, classname, report);
  std::size_t number = 0;
  for (const auto& [kind, skip] : row.skips) {
    ++suite.skipped;
    ++number;
    suite.add(
        classname, fmt::format("{} skipped{}", type, row.skips.size() > 1 ? fmt::format(" ({})", number) : ""), 0,
        result_element("skipped", "skipped", fmt::format("{}: {}", data::counted(skip.cases, "case"), skip.reason)));
  }
}

std::string count_attributes(const Suite& suite) {
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" time="{:.3f}")", suite.tests, suite.failures, suite.errors,
                     suite.seconds);
}

std::string suite_text(const Suite& suite, const CheckReport& report) {
  const auto property = [](const char* name, const std::string& value) {
    return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, xml_text(value));
  };
  std::string text = fmt::format("  <testsuite name=\"{}\" {} skipped=\"{}\" timestamp=\"{}\">\n    <properties>\n",
                                 xml_text(suite.name), count_attributes(suite), suite.skipped,
                                 report.date.substr(0, report.date.find('Z')));
  text += property("command", report.command) + property("matrix", report.full ? "full" : "quick") +
          property("seed", std::to_string(report.seed));
  if (!report.device.empty()) text += property("device", report.device);
  for (const std::string& shader : report.replaced_shaders) text += property("replaced shader", shader);
  return text + "    </properties>\n" + suite.cases + "  </testsuite>\n";
}

/// Returns a JUnit suite with the errors that belong to no case: missing features, workers that do not start, an
/// interruption.
Suite whole_check(const CheckReport& report) {
  Suite suite{.name = "texelsort check", .cases = {}};
  const auto add_error = [&suite](const std::string& name, std::string_view type, const std::string& message) {
    ++suite.errors;
    suite.add("texelsort.check", name, 0, result_element("error", type, message));
  };
  for (const std::string& shortfall : report.shortfalls) add_error(shortfall, "missing", shortfall);
  if (!report.trouble.empty()) add_error("workers", "error", report.trouble);
  if (report.signal != 0) {
    add_error("interrupted", "interrupted",
              fmt::format("{} of {} cases have a result", report.done(), report.planned()));
  }
  return suite;
}

}  // namespace

std::string check_junit(const CheckReport& report) {
  std::vector<Suite> suites;
  for (const CheckRow& row : report.rows) {
    if (row.done() == 0) continue;
    const std::string& id = row.algorithm->info().id;
    if (suites.empty() || suites.back().name != id) suites.push_back({.name = id, .cases = {}});
    add_row(suites.back(), row);
  }
  if (Suite whole = whole_check(report); whole.tests > 0) suites.push_back(std::move(whole));
  Suite all;
  std::string text;
  for (const Suite& suite : suites) {
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.seconds += suite.seconds;
    text += suite_text(suite, report);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"texelsort check\" {}>\n{}</testsuites>\n",
      count_attributes(all), text);
}

}  // namespace texelsort::app
