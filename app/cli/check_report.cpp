#include "app/cli/check_report.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/cli/json_document.h"
#include "compute/data/xml_text.h"

namespace texelsort::app {

namespace {

ordered_json json(const CheckRow& row) {
  return {{"algorithm", row.algorithm->info().id},
          {"type", data::name(row.type)},
          {"passed", row.passed},
          {"skipped", row.skipped},
          {"skip_reason", row.skip_reason},
          {"failure", or_null(row.failure)},
          {"seconds", row.seconds}};
}

bool only_skipped(const CheckRow& row) {
  return row.passed == 0 && row.failure.empty();
}

/// The attributes that suites and their sum have in common.
std::string totals(std::span<const CheckRow> rows) {
  double seconds = 0;
  for (const CheckRow& row : rows) seconds += row.seconds;
  const auto failures = std::ranges::count_if(rows, [](const CheckRow& row) { return !row.failure.empty(); });
  return fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="{}" time="{:.3f}")", rows.size(), failures,
                     std::ranges::count_if(rows, only_skipped), seconds);
}

std::string test_case(const CheckRow& row) {
  const std::string id = data::xml_text(row.algorithm->info().id);
  std::string text = fmt::format("    <testcase classname=\"texelsort.{}\" name=\"{}\" time=\"{:.3f}\">\n", id,
                                 data::name(row.type), row.seconds);
  if (!row.failure.empty()) {
    const std::string failure = data::xml_text(row.failure);
    text += fmt::format("      <failure type=\"check\" message=\"{0}\">{0}</failure>\n", failure);
  } else if (only_skipped(row)) {
    text += fmt::format("      <skipped message=\"{}\"/>\n", data::xml_text(row.skip_reason));
  }
  std::string counts = fmt::format("{} cases passed, {} skipped", row.passed, row.skipped);
  if (row.skipped > 0) counts += ": " + row.skip_reason;
  return text + fmt::format("      <system-out>{}</system-out>\n    </testcase>\n", data::xml_text(counts));
}

std::string suite(std::span<const CheckRow> rows, const CheckReport& report) {
  const auto property = [](const char* name, const std::string& value) {
    return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, data::xml_text(value));
  };
  std::string text = fmt::format("  <testsuite name=\"{}\" {} timestamp=\"{}\">\n    <properties>\n",
                                 data::xml_text(rows.front().algorithm->info().id), totals(rows),
                                 report.date.substr(0, report.date.find('Z')));
  text += property("command", report.command) + property("matrix", report.full ? "full" : "quick") +
          property("seed", std::to_string(report.seed));
  if (!report.device.empty()) text += property("device", report.device);
  text += "    </properties>\n";
  for (const CheckRow& row : rows) text += test_case(row);
  return text + "  </testsuite>\n";
}

}  // namespace

std::uint64_t CheckReport::passed() const {
  std::uint64_t sum = 0;
  for (const CheckRow& row : rows) sum += row.passed;
  return sum;
}

std::uint64_t CheckReport::skipped() const {
  std::uint64_t sum = 0;
  for (const CheckRow& row : rows) sum += row.skipped;
  return sum;
}

const CheckRow* CheckReport::failed() const {
  const auto found = std::ranges::find_if(rows, [](const CheckRow& row) { return !row.failure.empty(); });
  return found == rows.end() ? nullptr : &*found;
}

std::string check_text(const CheckRow& row) {
  std::string line = fmt::format("{:<26} {}  {:>6} passed", row.algorithm->info().id, data::name(row.type), row.passed);
  if (row.skipped > 0) line += fmt::format("  {:>6} skipped: {}", row.skipped, row.skip_reason);
  if (!row.failure.empty()) line += "  FAILED";
  return line + "\n";
}

std::string check_json(const CheckReport& report) {
  auto results = ordered_json::array();
  for (const CheckRow& row : report.rows) results.push_back(json(row));
  return json_document("check", ordered_json{{"matrix", report.full ? "full" : "quick"},
                                             {"seed", report.seed},
                                             {"good", report.failed() == nullptr},
                                             {"passed", report.passed()},
                                             {"skipped", report.skipped()},
                                             {"results", results},
                                             {"device", or_null(report.device)},
                                             {"date", report.date},
                                             {"command", report.command}});
}

std::string check_junit(const CheckReport& report) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites name=\"texelsort check\" {}>\n", totals(report.rows));
  for (auto first = report.rows.begin(); first != report.rows.end();) {
    const auto last = std::find_if(first, report.rows.end(),
                                   [first](const CheckRow& row) { return row.algorithm != first->algorithm; });
    text += suite({first, last}, report);
    first = last;
  }
  return text + "</testsuites>\n";
}

}  // namespace texelsort::app
