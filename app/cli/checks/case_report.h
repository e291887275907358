#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compute/check/run_check.h"

namespace texelsort::app {

enum class CaseStatus : std::uint8_t {
  passed,
  flaky,             ///< failed at first and passed when it was repeated
  expected_failure,  ///< failed, and --expect names it
  skipped,
  failed,
  unexpected_pass,  ///< passed, although --expect names it
  error,            ///< a shader does not compile, or the device failed
  timed_out,
  crashed,
};
inline constexpr std::size_t case_status_count = 9;

/// "passed", "expected failure", ...
std::string_view name(CaseStatus status);

/// Returns true if the status makes a report bad: exit code 1.
constexpr bool is_wrong(CaseStatus status) {
  return status == CaseStatus::failed || status == CaseStatus::unexpected_pass;
}
/// Returns true if the case could not be judged: exit code 4.
constexpr bool is_error(CaseStatus status) {
  return status == CaseStatus::error || status == CaseStatus::timed_out || status == CaseStatus::crashed;
}

/// The result of one case.
struct CaseReport {
  CaseStatus status = CaseStatus::passed;
  std::string name{};                   ///< case_name()
  std::string message{};                ///< reason of a skip, or what is wrong; of a flaky case the first failure
  std::optional<std::uint64_t> pass{};  ///< the failing pass, from 0
  std::optional<std::uint64_t> index{};
  std::optional<network::Comparator> comparator{};
  std::optional<algorithms::SourcePlace> place{};
  bool built_in = false;  ///< the place is in a shader that --shader-dir does not replace
  double seconds = 0;     ///< of all attempts
  unsigned attempts = 1;  ///< how often the case ran
};

/// The name of a case in every report: "bitonic/compute u32 index desc uniform n=1025".
std::string case_name(const algorithms::CheckCase& check_case);

/// Converts the result of a case.
CaseReport case_report(const algorithms::CheckCase& check_case, const algorithms::CheckResult& result);

/// One line of JSON with all but the name; a worker sends it to the process that started it.
std::string to_wire(const CaseReport& report);
/// Reads such a line. Throws InternalError for anything else.
CaseReport from_wire(std::string_view line);

}  // namespace texelsort::app
