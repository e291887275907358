#include "app/cli/reports/check_report.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/checks/case_report.h"
#include "app/problem/json_document.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

constexpr std::array told_statuses{
    CaseStatus::flaky, CaseStatus::expected_failure, CaseStatus::failed, CaseStatus::unexpected_pass,
    CaseStatus::error, CaseStatus::timed_out,        CaseStatus::crashed};

/// Greatest number of reasons for skips in the summary. Further reasons are only counted.
constexpr std::size_t most_reasons = 12;

ordered_json json(const CaseReport& report) {
  ordered_json json{{"name", report.name}, {"status", name(report.status)}, {"message", report.message}};
  json["pass"] = or_null(report.pass.has_value(), report.pass.value_or(0) + 1);
  json["index"] = or_null(report.index.has_value(), report.index.value_or(0));
  const network::Comparator comparator = report.comparator.value_or(network::Comparator{});
  json["comparator"] = or_null(report.comparator.has_value(), ordered_json{comparator.low, comparator.high});
  json["findings"] = ordered_json::array();
  for (const spirv::Finding& finding : report.findings) json["findings"].push_back(finding_json(finding));
  json["file"] = or_null(report.place ? report.place->file : std::string());
  json["line"] = or_null(report.place && report.place->line > 0, report.place ? report.place->line : 0);
  json["seconds"] = report.seconds;
  json["attempts"] = report.attempts;
  return json;
}

ordered_json json(const CheckRow& row) {
  auto skips = ordered_json::array();
  for (const auto& [kind, skip] : row.skips) skips.push_back({{"reason", skip.reason}, {"cases", skip.cases}});
  auto cases = ordered_json::array();
  for (const CaseReport& report : row.told) cases.push_back(json(report));
  const auto wrong = std::ranges::find_if(
      row.told, [](const CaseReport& report) { return is_wrong(report.status) || is_error(report.status); });
  return {{"algorithm", row.algorithm->info().id},
          {"type", data::name(row.type)},
          {"passed", row.count(CaseStatus::passed)},
          {"skipped", row.count(CaseStatus::skipped)},
          {"skip_reason", row.skips.empty() ? std::string() : row.skips.begin()->second.reason},
          {"failure", or_null(wrong == row.told.end() ? std::string() : wrong->name + ": " + wrong->message)},
          {"seconds", row.seconds},
          {"planned", row.planned},
          {"skips", skips},
          {"cases", cases}};
}

/// Returns text with each number replaced by "0". Reasons that differ only in numbers then compare equal.
std::string without_numbers(std::string_view text) {
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  std::string kind;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) kind += text[i];
    if (is_digit(text[i]) && (i == 0 || !is_digit(text[i - 1]))) kind += '0';
  }
  return kind;
}

}  // namespace

void CheckRow::add(CaseReport report) {
  ++counts[static_cast<std::size_t>(report.status)];
  seconds += report.seconds;
  if (report.status == CaseStatus::passed) return;
  if (report.status == CaseStatus::skipped) {
    Skips& skip = skips[without_numbers(report.message)];
    if (skip.cases++ == 0) skip.reason = std::move(report.message);
  } else {
    told.push_back(std::move(report));
  }
}

std::uint64_t CheckRow::done() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::uint64_t CheckReport::count(CaseStatus status) const {
  std::uint64_t sum = 0;
  for (const CheckRow& row : rows) sum += row.count(status);
  return sum;
}

std::uint64_t CheckReport::planned() const {
  std::uint64_t sum = 0;
  for (const CheckRow& row : rows) sum += row.planned;
  return sum;
}

std::uint64_t CheckReport::done() const {
  std::uint64_t sum = 0;
  for (const CheckRow& row : rows) sum += row.done();
  return sum;
}

const CaseReport* CheckReport::first(bool (*wanted)(CaseStatus)) const {
  for (const CheckRow& row : rows) {
    for (const CaseReport& report : row.told) {
      if (wanted(report.status)) return &report;
    }
  }
  return nullptr;
}

ExitCode CheckReport::exit_code() const {
  if (first(is_wrong) != nullptr) return ExitCode::check_failed;
  if (first(is_error) != nullptr || !trouble.empty()) return ExitCode::internal;
  if (signal != 0) return ExitCode::check_failed;
  return shortfalls.empty() ? ExitCode::good : ExitCode::unavailable;
}

std::string CheckReport::error_line() const {
  const auto line = [this](const CaseReport& report, bool (*wanted)(CaseStatus)) {
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < case_status_count; ++i) {
      if (wanted(static_cast<CaseStatus>(i))) others += count(static_cast<CaseStatus>(i));
    }
    const std::string more = others > 1 ? fmt::format(" (and {} more)", others - 1) : "";
    return fmt::format("{}: {}{}", report.name, placed_message(report), more);
  };
  if (const CaseReport* wrong = first(is_wrong)) return line(*wrong, is_wrong);
  if (const CaseReport* error = first(is_error)) return line(*error, is_error);
  if (!trouble.empty()) return trouble;
  if (signal != 0) return fmt::format("interrupted: {} of {} cases have a result", done(), planned());
  return fmt::format("{}", fmt::join(shortfalls, "; "));
}

std::string check_text(const CheckRow& row) {
  std::string line = fmt::format("{:<26} {}  {:>6} passed", row.algorithm->info().id, data::name(row.type),
                                 row.count(CaseStatus::passed));
  for (const CaseStatus status : told_statuses) {
    if (row.count(status) > 0) line += fmt::format("  {:>6} {}", row.count(status), name(status));
  }
  if (!row.skips.empty()) {
    line += fmt::format("  {:>6} skipped: {}", row.count(CaseStatus::skipped), row.skips.begin()->second.reason);
    if (row.skips.size() > 1) {
      line += fmt::format(" (and {})", data::counted(row.skips.size() - 1, "other reason"));
    }
  }
  return data::outgoing_text(line + "\n");
}

std::string placed_message(const CaseReport& report) {
  if (!report.place || report.place->file.empty()) return report.message;
  if (report.place->line == 0) return fmt::format("{}: {}", report.place->file, report.message);
  const std::string place = fmt::format("{}:{}: ", report.place->file, report.place->line);
  // A compiler message begins with the same place, but without the folder. Remove that, so that the place is printed
  // only once.
  const std::size_t behind = report.message.find(": ");
  if (behind == std::string::npos) return place + report.message;
  return (place.ends_with(report.message.substr(0, behind + 2)) ? place
                                                                : place + report.message.substr(0, behind + 2)) +
         report.message.substr(behind + 2);
}

std::string check_text(const CaseReport& report) {
  std::string status(name(report.status));
  for (char& letter : status) letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  const std::string attempts = report.attempts > 1 ? fmt::format(" ({} attempts)", report.attempts) : "";
  return data::outgoing_text(fmt::format("{}  {}{}: {}\n", status, report.name, attempts, placed_message(report)));
}

std::string check_summary(const CheckReport& report) {
  std::string text =
      fmt::format("{} passed, {} skipped", report.count(CaseStatus::passed), report.count(CaseStatus::skipped));
  for (const CaseStatus status : told_statuses) {
    if (report.count(status) > 0) text += fmt::format(", {} {}", report.count(status), name(status));
  }
  text += "\n";
  if (report.done() < report.planned()) {
    text += fmt::format("not run: {}\n", data::counted(report.planned() - report.done(), "case"));
  }
  for (const std::string& shader : report.unused_shaders) {
    text += fmt::format("not tested: {} of --shader-dir, because no case ran it\n", shader);
  }
  struct Reason {
    Skips skips;
    std::set<std::string> algorithms;
  };
  std::map<std::string, Reason> reasons;
  for (const CheckRow& row : report.rows) {
    for (const auto& [kind, skip] : row.skips) {
      Reason& reason = reasons[kind];
      if (reason.skips.cases == 0) reason.skips.reason = skip.reason;
      reason.skips.cases += skip.cases;
      reason.algorithms.insert(row.algorithm->info().id);
    }
  }
  std::vector<Reason> sorted;
  for (const auto& [kind, reason] : reasons) sorted.push_back(reason);
  std::ranges::stable_sort(sorted, std::greater{}, [](const Reason& one) { return one.skips.cases; });
  for (std::size_t i = 0; i < std::min(sorted.size(), most_reasons); ++i) {
    const Reason& reason = sorted[i];
    const std::string who = reason.algorithms.size() == 1 ? *reason.algorithms.begin()
                                                          : fmt::format("{} algorithms", reason.algorithms.size());
    text +=
        fmt::format("not tested: {} of {}: {}\n", data::counted(reason.skips.cases, "case"), who, reason.skips.reason);
  }
  if (sorted.size() > most_reasons) {
    text += fmt::format("not tested: {} other reasons, which --json lists\n", sorted.size() - most_reasons);
  }
  for (const std::string& shortfall : report.shortfalls) text += "missing: " + shortfall + "\n";
  return data::outgoing_text(text);
}

std::string check_json(const CheckReport& report) {
  auto results = ordered_json::array();
  for (const CheckRow& row : report.rows) results.push_back(json(row));
  constexpr int by_signal = 128;  // base of the exit codes of processes that a signal ended, as in shells
  const int exit_code = report.signal != 0 ? by_signal + report.signal : static_cast<int>(report.exit_code());
  ordered_json body{{"matrix", report.full ? "full" : "quick"},
                    {"seed", report.seed},
                    {"good", exit_code == 0},
                    {"exit_code", exit_code},
                    {"passed", report.count(CaseStatus::passed)},
                    {"skipped", report.count(CaseStatus::skipped)}};
  for (const CaseStatus status : told_statuses) {
    std::string key(name(status));
    std::ranges::replace(key, ' ', '_');
    body[key] = report.count(status);
  }
  body["not_run"] = report.planned() - report.done();
  body["interrupted"] = report.signal != 0;
  body["missing"] = report.shortfalls;
  body["replaced_shaders"] = report.replaced_shaders;
  body["unused_shaders"] = report.unused_shaders;
  if (report.coverage) body["coverage"] = coverage_json(*report.coverage);
  body["results"] = results;
  body["device"] = or_null(report.device);
  body["date"] = report.date;
  body["command"] = report.command;
  return json_document("check", body);
}

}  // namespace texelsort::app
