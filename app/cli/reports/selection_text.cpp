#include "app/cli/reports/selection_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/reports/trace_text.h"
#include "app/problem/json_document.h"
#include "compute/algorithms/selection/encoded_keys.h"
#include "compute/data/text/number.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

using Kind = algorithms::Question::Kind;

/// Converts the text of a number to a JSON number, or to a JSON string for NaN and infinities.
ordered_json json_number(const std::string& text) {
  if (const auto natural = data::read_number<std::uint64_t>(text)) return *natural;
  if (const auto whole = data::read_number<std::int64_t>(text); whole && *whole != 0) return *whole;
  const auto number = data::read_number<double>(text);
  return number && std::isfinite(*number) ? ordered_json(*number) : ordered_json(text);
}

ordered_json json(const algorithms::Question& question) {
  switch (question.kind) {
    case Kind::largest:
      return {{"k", question.k}, {"of", "largest"}};
    case Kind::smallest:
      return {{"k", question.k}, {"of", "smallest"}};
    case Kind::minimum:
      return {{"k", 1}, {"of", "smallest"}};
    case Kind::maximum:
      return {{"k", 1}, {"of", "largest"}};
    case Kind::median:
    case Kind::quantile:
      return {{"quantile", question.kind == Kind::median ? 0.5 : question.quantile},
              {"interpolation", name(question.interpolation)}};
  }
  return {};
}

std::string count_text(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

std::optional<algorithms::Failure> print_selection_trace(algorithms::Run& run, const algorithms::Problem& problem,
                                                         const std::vector<std::string>& costs) {
  algorithms::PassVerifier verifier(run, problem);
  fmt::print("input   {}\n", state_text(verifier.state(), std::nullopt));
  std::optional<algorithms::Failure> first_failure;
  while (const auto seen = verifier.step()) {
    const algorithms::PassHeader& header = seen->pass.header;
    const std::string what = seen->pass.counted() ? std::string() : header.label + ": ";
    fmt::print("pass {:<3}  {:<9}  {}{}{}\n", header.index + 1, header.stage, what, seen->pass.claim.sentence,
               seen->violation ? "  FAILS: " + seen->violation->message : "");
    if (header.index < costs.size()) fmt::print("    cost  {}\n", costs[header.index]);
    if (!first_failure) first_failure = seen->failure();
  }
  const algorithms::Interval range = algorithms::code_range(problem, 0);
  for (const algorithms::Candidate& candidate : run.selection()->candidates) {
    fmt::print("answer  v_{} = {}\n", problem.n() - candidate.rank, algorithms::threshold_text(candidate.low, range));
  }
  return first_failure;
}

std::string selection_text(const SelectionReport& report) {
  std::size_t width = 0;
  for (const algorithms::Question& question : report.questions) width = std::max(width, text(question).size());
  std::string lines;
  for (const algorithms::Question& question : report.questions) {
    lines +=
        fmt::format("{:<{}}  {}\n", text(question), width, answer(question, *report.problem, *report.selection).text);
  }
  lines += fmt::format("{}, n = {}: {}, {}, {}\n", report.algorithm, report.problem->n(),
                       count_text(report.passes, "pass", "passes"),
                       count_text(report.selection->waits, "wait", "waits"), data::duration_text(report.total_ms));
  return lines;
}

std::string selection_json(const SelectionReport& report) {
  auto results = ordered_json::array();
  for (const algorithms::Question& question : report.questions) {
    ordered_json result = json(question);
    result["value"] = json_number(answer(question, *report.problem, *report.selection).text);
    results.push_back(std::move(result));
  }
  const ordered_json object{{"algorithm", report.algorithm},
                            {"n", report.problem->n()},
                            {"type", data::name(report.problem->type())},
                            {"results", results},
                            {"passes", report.passes},
                            {"waits", report.selection->waits},
                            {"total_ms", report.total_ms}};
  return json_document("select", object);
}

}  // namespace texelsort::app
