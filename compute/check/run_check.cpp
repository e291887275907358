#include "compute/check/run_check.h"

#include <utility>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/prepare.h"
#include "compute/data/error.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/number.h"
#include "compute/gpu/shader_library.h"
#include "compute/simt/fault.h"

namespace texelsort::algorithms {
namespace {

/// Parses the place "FILE:LINE" of a kernel's fault. Returns null if the fault has no place.
std::optional<SourcePlace> kernel_place(const simt::KernelFault& fault) {
  if (fault.findings.empty()) return std::nullopt;
  const std::string& text = fault.findings.front().place;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto line = data::read_number<std::uint32_t>(text.substr(colon + 1));
  return SourcePlace{text.substr(0, colon), line.value_or(0), false};
}

std::optional<SourcePlace> shader_place(const gpu::ShaderError& error) {
  for (const gpu::ShaderMessage& message : error.messages()) {
    if (!message.file.empty()) return SourcePlace{message.file, message.line, true};
  }
  return std::nullopt;
}

CheckResult checked(gpu::Device* device, Run& run, const Problem& problem, bool stable) {
  const auto failure = verify_every_pass(run, problem, stable);
  if (!failure) return {};
  CheckResult result{Outcome::failed, text(*failure), failure};
  if (!failure->pass) return result;
  try {
    result.place = source_of_pass(run, failure->pass->index, device);
  } catch (const Error&) {
    // The faulty pass may also fail when it is repeated. Then report the original failure without a source line.
  }
  return result;
}

}  // namespace

Problem problem_of(const CheckCase& check_case) {
  Problem problem{data::generate(check_case.distribution, check_case.type, check_case.n, check_case.seed),
                  check_case.order,
                  check_case.payload,
                  check_case.ranks,
                  check_case.shape,
                  data::made_fields(check_case.n, check_case.shape),
                  check_case.comparison};
  if (check_case.sequences > 0) {
    problem.sequences = checked_sequences(check_case.n, check_case.sequences, check_case.seed);
    sort_sequences(problem);
  }
  problem.execution = check_case.execution;
  return problem;
}

CheckResult run_check(gpu::Device* device, const CheckCase& check_case) {
  const Algorithm& algorithm = *check_case.algorithm;
  const gpu::DeviceInfo* info = device == nullptr ? nullptr : &device->info();
  if (const Availability available = algorithm.availability(info, check_case.execution); !available.available) {
    return {Outcome::skipped, available.reason};
  }
  const Prepared prepared = prepare(algorithm, info, check_case.form(),
                                    fitting_values(algorithm, info, check_case.form(), check_case.parameters));
  if (prepared.refusal()) return {Outcome::skipped, *prepared.refusal()};
  const auto problem = std::make_shared<Problem>(problem_of(check_case));
  std::unique_ptr<Run> run;
  try {
    run = prepared.start(device, problem);
  } catch (const UsageError& error) {
    return {Outcome::skipped, error.what()};  // some algorithms reject keys only when they see their values
  } catch (const UnavailableError& error) {
    return {Outcome::skipped, error.what()};
  } catch (const gpu::ShaderError& error) {
    return {Outcome::error, error.what(), std::nullopt, shader_place(error)};
  } catch (const InternalError& error) {
    return {Outcome::error, error.what()};
  }
  try {
    CheckResult result = checked(device, *run, *problem, prepared.keeps_ties());
    if (result.outcome == Outcome::passed && device != nullptr) device->check_errors(algorithm.info().id);
    return result;
  } catch (const simt::KernelFault& fault) {
    return {Outcome::failed, fault.what(), std::nullopt, kernel_place(fault)};
  } catch (const gpu::ShaderError& error) {
    return {Outcome::error, error.what(), std::nullopt, shader_place(error)};
  } catch (const InternalError& error) {
    return {Outcome::error, error.what()};
  } catch (const UnavailableError& error) {
    return {Outcome::skipped, error.what()};
  }
}

}  // namespace texelsort::algorithms
