#pragma once

#include <array>
#include <map>
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
  std::string reason;  ///< of the first one
};

/// The results of the cases of one algorithm and key type.
struct CheckRow {
  const algorithms::Algorithm* algorithm = nullptr;
  data::KeyType type = data::KeyType::u32;
  std::size_t planned = 0;  ///< cases, also those that have not run yet
  std::array<std::uint64_t, case_status_count> counts{};
  std::map<std::string, Skips> skips{};  ///< by their reason without its numbers
  std::vector<CaseReport> told{};        ///< every case that neither passed nor was skipped
  double seconds = 0;                    ///< of all its cases

  void add(CaseReport report);
  std::uint64_t count(CaseStatus status) const { return counts[static_cast<std::size_t>(status)]; }
  /// Cases that have a result.
  std::uint64_t done() const;
};

/// The result of `texelsort check`.
struct CheckReport {
  std::vector<CheckRow> rows;
  /// Missing requirements, one sentence each. They lead to exit code 3.
  std::vector<std::string> shortfalls{};
  std::string trouble{};  ///< the reason why no further case could run: exit code 4; empty if there is none
  int signal = 0;         ///< SIGINT or SIGTERM if it interrupted the check; otherwise 0
  bool full = false;      ///< the matrix; otherwise quick
  std::uint64_t seed = 1;
  std::string command{};  ///< repeats the check
  std::string date{};     ///< of its end, ISO 8601 in UTC
  std::string device{};   ///< the OpenGL renderer; empty if none was used
  std::vector<std::string> replaced_shaders{};
  std::vector<std::string> unused_shaders{};       ///< those of them that no case has run
  std::optional<algorithms::Coverage> coverage{};  ///< what ran, if it was asked for

  std::uint64_t count(CaseStatus status) const;
  std::uint64_t planned() const;
  std::uint64_t done() const;
  /// The first case for which `wanted` holds; null if there is none.
  const CaseReport* first(bool (*wanted)(CaseStatus)) const;

  /// The exit code where no signal ends the program, 1 before 4 before 3, with the line of the error; an empty line if
  /// all is good.
  ExitCode exit_code() const;
  std::string error_line() const;
};

/// "bitonic/compute            u32      781 passed      25 skipped: REASON", with a line end.
std::string check_text(const CheckRow& row);

/// "FILE:LINE: MESSAGE", without a place only the message.
std::string placed_message(const CaseReport& report);

/// "FAILED  NAME: MESSAGE", with a line end, for a case that neither passed nor was skipped.
std::string check_text(const CaseReport& report);

/// The last lines: how many cases passed, and what was not tested for which reason.
std::string check_summary(const CheckReport& report);

/// One JSON document.
std::string check_json(const CheckReport& report);

/// JUnit's XML, valid for Jenkins' schema junit-10.xsd: one <testsuite> per algorithm. One <testcase> per key type
/// counts the cases that passed, and every case that did not pass has one of its own; skips have one per reason.
std::string check_junit(const CheckReport& report);

/// A workflow command of GitHub Actions, with a line end, which marks the line of the shader.
std::string github_annotation(const CaseReport& report);
std::string github_annotation(const std::string& shortfall);
std::string github_warning(const std::string& warning);
/// Where github_annotation() marks a case: "networks/step.comp:41", or the name of a case without a place.
std::string annotated_place(const CaseReport& report);

/// Lines of the Test Anything Protocol, version 14.
std::string tap_head(std::uint64_t cases);
std::string tap_line(std::uint64_t number, const CaseReport& report);
std::string tap_bail_out(const std::string& reason);

}  // namespace texelsort::app
