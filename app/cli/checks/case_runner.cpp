#include <chrono>
#include <new>

#include "app/cli/checks/case_report.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

algorithms::CheckResult result_of(const algorithms::CheckCase& check_case, DeviceOptions& devices,
                                  const std::optional<algorithms::Sanitizing>& sanitizing) {
  using algorithms::Outcome;
  const algorithms::Algorithm& algorithm = *check_case.algorithm;
  gpu::Device* device = devices.device_if_any(algorithm);
  const bool lacks_device = device == nullptr && algorithm.info().backend != algorithms::Backend::cpu;
  if (lacks_device && !algorithm.availability(nullptr, check_case.execution).available)
    return {Outcome::skipped, devices.failure()};
  try {
    return sanitizing && device != nullptr ? run_sanitized(*device, check_case, *sanitizing)
                                           : run_check(device, check_case);
  } catch (const std::bad_alloc&) {
    return {Outcome::error, "this case needs more memory than is free"};
  } catch (const UsageError& error) {  // the machine has too little memory for the keys
    return {Outcome::skipped, error.what()};
  }
}

}  // namespace

CaseReport run_case(const algorithms::CheckCase& check_case, DeviceOptions& devices,
                    const std::optional<algorithms::Sanitizing>& sanitizing) {
  const auto start = std::chrono::steady_clock::now();
  CaseReport report = case_report(check_case, result_of(check_case, devices, sanitizing));
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace texelsort::app
