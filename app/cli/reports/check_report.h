#pragma once

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/checks/case_report.h"
#include "compute/algorithms/core/algorithm.h"
#include "compute/check/coverage.h"
#include "compute/data/error.h"

namespace texelsort::app {

/// Skipped cases whose reasons are equal except for numbers.
struct Skips {
  std::uint64_t cases = 0;
  std::string reason;  ///< reason of the first skipped case
};

/// Results of all cases of one algorithm and key type.
struct CheckRow {
  const algorithms::Algorithm* algorithm = nullptr;
  data::KeyType type = data::KeyType::u32;
  std::size_t planned = 0;  ///< number of cases, including those that have not run yet
  std::array<std::uint64_t, case_status_count> counts{};
  std::map<std::string, Skips> skips{};  ///< skipped cases by reason, with each number in the reason replaced by "0"
  std::vector<CaseReport> told{};        ///< reports of the cases that neither passed nor were skipped
  double seconds = 0;                    ///< duration of all cases of the row, in seconds

  void add(CaseReport report);
  std::uint64_t count(CaseStatus status) const { return counts[static_cast<std::size_t>(status)]; }
  /// Returns the number of cases of the row that have a result.
  std::uint64_t done() const;
};

/// The result of `texelsort check`.
struct CheckReport {
  std::vector<CheckRow> rows;
  /// One sentence per requirement that is not met. If there is at least one, the exit code is 3.
  std::vector<std::string> shortfalls{};
  /// Reason why the check stopped early, which gives exit code 4. Empty if the check did not stop early.
  std::string trouble{};
  int signal = 0;     ///< SIGINT or SIGTERM if it interrupted the check; 0 otherwise
  bool full = false;  ///< true for the full matrix of cases, false for the quick one
  std::uint64_t seed = 1;
  std::string command{};  ///< command that repeats the check
  std::string date{};     ///< time when the check ended, ISO 8601 in UTC
  std::string device{};   ///< name of the OpenGL renderer; empty if the check did not use OpenGL
  std::vector<std::string> replaced_shaders{};
  std::vector<std::string> unused_shaders{};       ///< shaders of --shader-dir that no case ran
  std::optional<algorithms::Coverage> coverage{};  ///< executed shaders and kernels; empty unless requested

  std::uint64_t count(CaseStatus status) const;
  std::uint64_t planned() const;
  std::uint64_t done() const;
  /// Returns the first case whose status satisfies `wanted`, or null if no case does.
  const CaseReport* first(bool (*wanted)(CaseStatus)) const;

  /// Return the exit code and the error line, unless a signal ends the program. If several exit codes apply, the order
  /// of precedence is 1, 4, 3. The error line is empty if the check succeeded.
  ExitCode exit_code() const;
  std::string error_line() const;
};

/// Returns the line for one algorithm and key type: "bitonic/compute            u32      781 passed      25 skipped:
/// REASON".
std::string check_text(const CheckRow& row);

/// Returns a case's message with its place in a shader, "FILE:LINE: MESSAGE". Returns only the message if the place is
/// unknown.
std::string placed_message(const CaseReport& report);

/// Returns the line "FAILED  NAME: MESSAGE" for a case that neither passed nor was skipped.
std::string check_text(const CaseReport& report);

/// Returns the summary at the end of a report: the number of passed cases, and the reasons for skipped cases.
std::string check_summary(const CheckReport& report);

/// Returns the whole report as one JSON document.
std::string check_json(const CheckReport& report);

/// Returns the report as JUnit XML, valid for Jenkins' schema junit-10.xsd. Each algorithm is a <testsuite>. In it, one
/// <testcase> per key type counts the passed cases. Each failed case and each reason for skips has its own <testcase>.
std::string check_junit(const CheckReport& report);

/// Return a workflow command of GitHub Actions that annotates a failed case's shader line, or a shortfall of the check.
std::string github_annotation(const CaseReport& report);
std::string github_annotation(const std::string& shortfall);
std::string github_warning(const std::string& warning);
/// Returns the place that github_annotation() marks: "networks/step.comp:41", or the case's name without a known place.
std::string annotated_place(const CaseReport& report);

/// Return lines of the Test Anything Protocol, version 14.
std::string tap_head(std::uint64_t cases);
std::string tap_line(std::uint64_t number, const CaseReport& report);
std::string tap_bail_out(const std::string& reason);

/// Lists shader files, programs and kernels, one per line: those that ran, with call counts, then those that did not
/// run.
std::string coverage_text(const algorithms::Coverage& coverage);

/// Returns a coverage of shaders and kernels as JSON, which coverage_of() reads.
nlohmann::ordered_json coverage_json(const algorithms::Coverage& coverage);

/// Reads a coverage from JSON that coverage_json() returned. Throws nlohmann::json::exception for other JSON.
algorithms::Coverage coverage_of(const nlohmann::ordered_json& text);

}  // namespace texelsort::app
