#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/cli/options/device_options.h"
#include "compute/check/run_check.h"

namespace texelsort::app {

enum class CaseStatus : std::uint8_t {
  passed,
  flaky,             ///< failed at first, passed when repeated
  expected_failure,  ///< failed, and --expect names it
  skipped,
  failed,
  unexpected_pass,  ///< passed, although --expect names it
  error,            ///< shader compilation error or device failure
  timed_out,
  crashed,
};
inline constexpr std::size_t case_status_count = 9;

/// Returns the status in words: "passed", "expected failure", ...
std::string_view name(CaseStatus status);

/// Returns whether the status makes the check fail with exit code 1.
constexpr bool is_wrong(CaseStatus status) {
  return status == CaseStatus::failed || status == CaseStatus::unexpected_pass;
}
/// Returns whether the case has no verdict, which gives exit code 4.
constexpr bool is_error(CaseStatus status) {
  return status == CaseStatus::error || status == CaseStatus::timed_out || status == CaseStatus::crashed;
}

/// The result of one case.
struct CaseReport {
  CaseStatus status = CaseStatus::passed;
  std::string name{};                   ///< name of the case, from case_name()
  std::string message{};                ///< reason for a skip or an error; for a flaky case, its first failure
  std::optional<std::uint64_t> pass{};  ///< index of the failing pass, from 0
  std::optional<std::uint64_t> index{};
  std::optional<network::Comparator> comparator{};
  std::optional<algorithms::SourcePlace> place{};
  bool built_in = false;  ///< true if the failing line is in a built-in shader that is not replaced
  double seconds = 0;     ///< duration of all attempts
  unsigned attempts = 1;  ///< number of runs of the case
};

/// Returns the name of a case in reports: "bitonic/compute u32 index desc uniform n=1025".
std::string case_name(const algorithms::CheckCase& check_case);

/// Returns the report for the result of a case.
CaseReport case_report(const algorithms::CheckCase& check_case, const algorithms::CheckResult& result);

/// Returns a report, without its name, as one line of JSON, which a worker sends to its parent process.
std::string to_wire(const CaseReport& report);
/// Reads a line that to_wire() returned. Throws InternalError for any other line.
CaseReport from_wire(std::string_view line);

/// Runs a case in this process and measures its time. Without OpenGL, skips cases of GPU algorithms and reports the
/// reason.
CaseReport run_case(const algorithms::CheckCase& check_case, DeviceOptions& devices);

}  // namespace texelsort::app
