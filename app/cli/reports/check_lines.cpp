// Formats results of a check for other programs: GitHub Actions workflow commands and the Test Anything Protocol.
#include <fmt/format.h>

#include "app/cli/reports/check_report.h"
#include "app/problem/messages.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

/// Escapes a message or property of a workflow command: https://docs.github.com/actions/reference/workflow-commands.
std::string escaped(std::string_view text, bool property) {
  std::string escaped;
  for (const char letter : data::outgoing_text(text)) {
    const bool special = letter == '%' || letter == '\r' || letter == '\n';
    if (special || (property && (letter == ':' || letter == ','))) {
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    } else {
      escaped += letter;
    }
  }
  return escaped;
}

/// Returns text as a double-quoted YAML scalar.
std::string yaml_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : one_line(text, std::string_view::npos)) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + "\"";
}

/// Escapes a TAP description, because an unescaped `#` would start a directive.
std::string described(std::string_view text) {
  std::string described;
  for (const char letter : one_line(text, std::string_view::npos)) {
    if (letter == '#' || letter == '\\') described += '\\';
    described += letter;
  }
  return described;
}

}  // namespace

std::string github_annotation(const CaseReport& report) {
  const bool bad = is_wrong(report.status) || is_error(report.status);
  if (!bad && report.status != CaseStatus::flaky) return "";
  std::string line = bad ? "::error " : "::warning ";
  if (report.place && report.place->shader && !report.built_in && !report.place->file.empty()) {
    line += fmt::format("file={},", escaped(report.place->file, true));
    if (report.place->line > 0) line += fmt::format("line={},", report.place->line);
  }
  const std::string title = fmt::format("{}: {}", name(report.status), report.name);
  return line + fmt::format("title={}::{}\n", escaped(title, true), escaped(placed_message(report), false));
}

std::string annotated_place(const CaseReport& report) {
  if (!report.place || report.place->file.empty()) return report.name;
  return fmt::format("{}:{}", report.place->file, report.place->line);
}

std::string github_warning(const std::string& warning) {
  return fmt::format("::warning title=texelsort check::{}\n", escaped(warning, false));
}

std::string github_annotation(const std::string& shortfall) {
  return fmt::format("::error title=texelsort check::{}\n", escaped(shortfall, false));
}

std::string tap_head(std::uint64_t cases) {
  return fmt::format("TAP version 14\n1..{}\n", cases);
}

std::string tap_line(std::uint64_t number, const CaseReport& report) {
  const bool bad = is_wrong(report.status) || is_error(report.status);
  const bool expected = report.status == CaseStatus::expected_failure;
  std::string line = fmt::format("{} {} - {}", bad || expected ? "not ok" : "ok", number, described(report.name));
  if (report.status == CaseStatus::skipped) return line + " # SKIP " + described(report.message) + "\n";
  if (expected) line += " # TODO expected failure";
  line += "\n";
  if (report.status == CaseStatus::passed) return line;
  line += fmt::format("  ---\n  status: {}\n  message: {}\n", name(report.status), yaml_quoted(report.message));
  if (report.place && !report.place->file.empty()) {
    line += fmt::format("  file: {}\n", yaml_quoted(report.place->file));
    if (report.place->line > 0) line += fmt::format("  line: {}\n", report.place->line);
  }
  if (report.pass) line += fmt::format("  pass: {}\n", *report.pass + 1);
  if (report.index) line += fmt::format("  index: {}\n", *report.index);
  if (report.comparator)
    line += fmt::format("  comparator: [{}, {}]\n", report.comparator->low, report.comparator->high);
  if (report.attempts > 1) line += fmt::format("  attempts: {}\n", report.attempts);
  return line + "  ...\n";
}

std::string tap_bail_out(const std::string& reason) {
  return fmt::format("Bail out! {}\n", described(reason));
}

}  // namespace texelsort::app
