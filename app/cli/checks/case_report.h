#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/options/device_options.h"
#include "compute/check/run_check.h"

namespace texelsort::app {

enum class CaseStatus : std::uint8_t {
  passed,
  flaky,             ///< the case failed in its first run and passed in a repetition
  expected_failure,  ///< the case failed, and the --expect file lists it as a known failure
  skipped,
  failed,
  unexpected_pass,  ///< the case passed, although the --expect file lists it as a known failure
  error,            ///< the case has no result because of a shader compilation error or a device failure
  timed_out,
  crashed,
};
inline constexpr std::size_t case_status_count = 9;

/// Returns the name of a case's status: "passed", "expected failure", ...
std::string_view name(CaseStatus status);

/// Returns whether a case with this status makes the check fail with exit code 1.
constexpr bool is_wrong(CaseStatus status) {
  return status == CaseStatus::failed || status == CaseStatus::unexpected_pass;
}
/// Returns whether a case with this status has no verdict, so that the check ends with exit code 4.
constexpr bool is_error(CaseStatus status) {
  return status == CaseStatus::error || status == CaseStatus::timed_out || status == CaseStatus::crashed;
}

/// Result of one case of `texelsort check`.
struct CaseReport {
  CaseStatus status = CaseStatus::passed;
  std::string name{};  ///< name of the case, from case_name()
  /// Reason for a skip, a failure or an error. A flaky case has the message of its first failure.
  std::string message{};
  std::optional<std::uint64_t> pass{};  ///< index of the failing pass, from 0
  std::optional<std::uint64_t> index{};
  std::optional<network::Comparator> comparator{};
  std::optional<algorithms::SourcePlace> place{};
  std::vector<spirv::Finding> findings{};  ///< rules that compute shaders on the CPU violated
  bool built_in = false;  ///< true if the failing line is in a built-in shader that --shader-dir does not replace
  double seconds = 0;     ///< duration of all runs of the case, in seconds
  unsigned attempts = 1;  ///< number of runs of the case, from 1
};

/// Returns the name of a case in reports: "bitonic/compute u32 index desc uniform n=1025".
std::string case_name(const algorithms::CheckCase& check_case);

CaseReport case_report(const algorithms::CheckCase& check_case, const algorithms::CheckResult& result);

/// Returns a finding of --sanitize as JSON.
nlohmann::ordered_json finding_json(const spirv::Finding& finding);

/// Returns the report of a case as one line of JSON, without the case's name. A worker sends this line to its parent
/// process.
std::string to_wire(const CaseReport& report);
/// Reads the report of a case from a line that to_wire() returned. Throws InternalError for any other line.
CaseReport from_wire(std::string_view line);

/// Runs a case in this process and measures its time. If the process has no OpenGL, a GPU algorithm's case is skipped
/// with that reason. With `sanitizing`, the CPU runs the case once per schedule, which is an order of invocations.
CaseReport run_case(const algorithms::CheckCase& check_case, DeviceOptions& devices,
                    const std::optional<algorithms::Sanitizing>& sanitizing);

}  // namespace texelsort::app
