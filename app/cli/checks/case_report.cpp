#include "app/cli/checks/case_report.h"

#include <nlohmann/json.hpp>

#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

std::string_view name(CaseStatus status) {
  constexpr std::array<std::string_view, case_status_count> names{
      "passed", "flaky", "expected failure", "skipped", "failed", "unexpected pass", "error", "timed out", "crashed"};
  return names.at(static_cast<std::size_t>(status));
}

std::string case_name(const algorithms::CheckCase& check_case) {
  std::string name;
  for (const char letter : algorithms::text(check_case)) {
    if (letter != ' ' || !name.ends_with(' ')) name += letter;
  }
  return name;
}

CaseReport case_report(const algorithms::CheckCase& check_case, const algorithms::CheckResult& result) {
  CaseReport report{.name = case_name(check_case), .message = result.message};
  switch (result.outcome) {
    case algorithms::Outcome::passed:
      report.status = CaseStatus::passed;
      break;
    case algorithms::Outcome::failed:
      report.status = CaseStatus::failed;
      break;
    case algorithms::Outcome::skipped:
      report.status = CaseStatus::skipped;
      break;
    case algorithms::Outcome::error:
      report.status = CaseStatus::error;
      break;
  }
  if (result.failure) {
    if (result.failure->pass) report.pass = result.failure->pass->index;
    report.index = result.failure->index;
    report.comparator = result.failure->comparator;
  }
  report.place = result.place;
  report.findings = result.findings;
  return report;
}

nlohmann::ordered_json finding_json(const spirv::Finding& finding) {
  return {{"rule", spirv::name(finding.fault)}, {"place", finding.place},           {"other_place", finding.other},
          {"workgroup", finding.workgroup},     {"invocation", finding.invocation}, {"text", finding.text}};
}

std::string to_wire(const CaseReport& report) {
  nlohmann::json json{{"status", static_cast<int>(report.status)}, {"seconds", report.seconds}};
  if (!report.message.empty()) json["message"] = report.message;
  if (report.pass) json["pass"] = *report.pass;
  if (report.index) json["index"] = *report.index;
  if (report.comparator) json["comparator"] = {report.comparator->low, report.comparator->high};
  if (report.place) json["place"] = {report.place->file, report.place->line, report.place->shader};
  for (const spirv::Finding& one : report.findings) {
    json["findings"].push_back({one.fault, one.place, one.other, one.workgroup, one.invocation, one.text});
  }
  return data::json_text(json);
}

CaseReport from_wire(std::string_view line) {
  try {
    const auto json = nlohmann::json::parse(line);
    CaseReport report;
    report.status = static_cast<CaseStatus>(json.at("status").get<int>());
    report.seconds = json.at("seconds").get<double>();
    report.message = json.value("message", "");
    if (json.contains("pass")) report.pass = json["pass"].get<std::uint64_t>();
    if (json.contains("index")) report.index = json["index"].get<std::uint64_t>();
    if (json.contains("comparator")) {
      report.comparator.emplace();
      json["comparator"].at(0).get_to(report.comparator->low);
      json["comparator"].at(1).get_to(report.comparator->high);
    }
    if (json.contains("place")) {
      const auto& place = json["place"];
      report.place = {place.at(0).get<std::string>(), place.at(1).get<std::uint32_t>(), place.at(2).get<bool>()};
    }
    for (const auto& one : json.value("findings", nlohmann::json::array())) {
      report.findings.push_back({one.at(0).get<spirv::Fault>(), one.at(1).get<std::string>(),
                                 one.at(2).get<std::string>(), one.at(3).get<std::uint32_t>(),
                                 one.at(4).get<std::uint32_t>(), one.at(5).get<std::string>()});
    }
    return report;
  } catch (const nlohmann::json::exception& error) {
    throw InternalError(std::string("texelsort cannot read the result of a worker process: ") + error.what());
  }
}

}  // namespace texelsort::app
