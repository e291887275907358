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

/// Skipped cases whose reasons differ only in numbers.
struct Skips {
  std::uint64_t cases = 0;
  std::string reason;  ///< reason for the first skipped case
};

/// The results of the cases of one algorithm and key type.
struct CheckRow {
  const algorithms::Algorithm* algorithm = nullptr;
  data::KeyType type = data::KeyType::u32;
  std::size_t planned = 0;  ///< number of cases, including those that have not run yet
  std::array<std::uint64_t, case_status_count> counts{};
  std::map<std::string, Skips> skips{};  ///< skipped cases by reason, with numbers removed
  std::vector<CaseReport> told{};        ///< reports of all cases that neither passed nor were skipped
  double seconds = 0;                    ///< duration of all cases of the row

  void add(CaseReport report);
  std::uint64_t count(CaseStatus status) const { return counts[static_cast<std::size_t>(status)]; }
  /// Returns the number of cases that have a result.
  std::uint64_t done() const;
};

/// The result of `texelsort check`.
struct CheckReport {
  std::vector<CheckRow> rows;
  /// Sentences about requirements that are not met, one each. If there are any, the exit code is 3.
  std::vector<std::string> shortfalls{};
  std::string trouble{};  ///< reason why the check stopped early, which gives exit code 4; empty if it did not
  int signal = 0;         ///< SIGINT or SIGTERM if it interrupted the check; 0 otherwise
  bool full = false;      ///< true for the full matrix, false for the quick one
  std::uint64_t seed = 1;
  std::string command{};  ///< command that repeats the check
  std::string date{};     ///< time when the check ended, ISO 8601 in UTC
  std::string device{};   ///< name of the OpenGL renderer; empty if none was used
  std::vector<std::string> replaced_shaders{};
  std::vector<std::string> unused_shaders{};       ///< replaced shaders that no case ran
  std::optional<algorithms::Coverage> coverage{};  ///< executed shaders and kernels, if requested

  std::uint64_t count(CaseStatus status) const;
  std::uint64_t planned() const;
  std::uint64_t done() const;
  /// Returns the first case with a status for which `wanted` is true. Null if there is none.
  const CaseReport* first(bool (*wanted)(CaseStatus)) const;

  /// Returns the exit code, unless a signal ends the program, and the error line. If several exit codes apply, the
  /// order of precedence is 1, 4, 3. The line is empty if the check is good.
  ExitCode exit_code() const;
  std::string error_line() const;
};

/// Returns a line such as "bitonic/compute            u32      781 passed      25 skipped: REASON".
std::string check_text(const CheckRow& row);

/// Returns a case's message with its place, "FILE:LINE: MESSAGE", or the message alone if it has no place.
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

/// Returns a line with a workflow command of GitHub Actions that marks the line of the shader.
std::string github_annotation(const CaseReport& report);
std::string github_annotation(const std::string& shortfall);
std::string github_warning(const std::string& warning);
/// Returns the place that github_annotation() marks: "networks/step.comp:41", or the case's name if it has no place.
std::string annotated_place(const CaseReport& report);

/// Return lines of the Test Anything Protocol, version 14.
std::string tap_head(std::uint64_t cases);
std::string tap_line(std::uint64_t number, const CaseReport& report);
std::string tap_bail_out(const std::string& reason);

/// Returns, one per line, the shader files, programs and kernels that ran, with call counts, and those that did not
/// run.
std::string coverage_text(const algorithms::Coverage& coverage);

/// Returns a coverage as JSON, which coverage_of() reads.
nlohmann::ordered_json coverage_json(const algorithms::Coverage& coverage);

/// Reads JSON that coverage_json() returned. Throws nlohmann::json::exception for other texts.
algorithms::Coverage coverage_of(const nlohmann::ordered_json& text);

}  // namespace texelsort::app
