#include "compute/check/run_check.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/prepare.h"
#include "compute/data/error.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/number.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/shader_library.h"
#include "compute/script/script.h"
#include "compute/simt/fault.h"

namespace texelsort::algorithms {
namespace {

/// Parses a location "FILE:LINE" at which a shader or kernel violated a rule. Returns null if the text has no line.
std::optional<SourcePlace> place_of(const std::string& text, bool shader) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto line = data::read_number<std::uint32_t>(text.substr(colon + 1));
  return SourcePlace{text.substr(0, colon), line.value_or(0), shader};
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
    // Finding the source line repeats the faulty pass, which may fail again. Then report the original failure without a
    // source line.
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

namespace {

/// Returns the place at the start of a message "FILE:LINE: ...".
std::optional<SourcePlace> place_before(const std::string& message) {
  const std::size_t colon = message.find(':');
  const std::size_t end = colon == std::string::npos ? colon : message.find(':', colon + 1);
  if (end == std::string::npos) return std::nullopt;
  const auto place = place_of(message.substr(0, end), true);
  return place && place->line > 0 ? place : std::nullopt;
}

CheckResult run_case(gpu::Device* device, const CheckCase& check_case) {
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
  } catch (const script::ScriptError&) {
    throw;
  } catch (const UsageError& error) {
    // Treat UsageError as a skipped case, because some algorithms reject keys only after reading them.
    return {Outcome::skipped, error.what()};
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
    return {Outcome::failed, fault.what(), std::nullopt, place_of(fault.findings.front().place, false)};
  } catch (const spirv::ShaderViolation& violation) {
    return {Outcome::failed, violation.what(), std::nullopt, place_of(violation.findings.front().place, true),
            violation.findings};
  } catch (const gpu::ShaderError& error) {
    return {Outcome::error, error.what(), std::nullopt, shader_place(error)};
  } catch (const InternalError& error) {
    return {Outcome::error, error.what()};
  } catch (const UnavailableError& error) {
    return {Outcome::skipped, error.what()};
  }
}

}  // namespace

CheckResult run_check(gpu::Device* device, const CheckCase& check_case) {
  try {
    return run_case(device, check_case);
  } catch (const script::ScriptError& error) {
    return {Outcome::error, error.what(), std::nullopt, place_before(error.what())};
  }
}

std::vector<spirv::Schedule> all_schedules() {
  using Kind = spirv::Schedule::Kind;
  return {{Kind::ascending}, {Kind::descending}, {Kind::random, 7}, {Kind::lock_step}, {Kind::starving}};
}

namespace {

/// Compares the results of a case under two schedules. Returns a sentence about the first word that differs, or an
/// empty string if none differs.
std::string difference_between(gpu::Device& device, const CheckCase& check_case, const spirv::Schedule& usual,
                               const spirv::Schedule& other) {
  gpu::ShaderExecution& execution = *device.shaders_on_cpu();
  execution.conditions.schedule = usual;
  execution.compared = execution.conditions;
  execution.compared->schedule = other;
  execution.difference.clear();
  run_check(&device, check_case);
  execution.compared.reset();
  return execution.difference;
}

}  // namespace

namespace {

/// Repeats a case, which passes with subgroups of 32 invocations, with all other subgroup sizes that the algorithm
/// accepts. Fails if a repetition fails.
CheckResult check_subgroup_sizes(gpu::Device& device, const CheckCase& check_case) {
  gpu::ShaderExecution& execution = *device.shaders_on_cpu();
  std::vector<std::uint32_t> right{spirv::usual_subgroup_size}, wrong;
  CheckResult failed;
  for (std::uint32_t size = 4; size <= spirv::most_subgroup_size; size *= 2) {
    if (size == spirv::usual_subgroup_size) continue;
    execution.set_subgroup_size(size);
    const CheckResult result = run_check(&device, check_case);
    if (result.outcome == Outcome::skipped) continue;
    (result.outcome == Outcome::passed ? right : wrong).push_back(size);
    if (result.outcome != Outcome::passed && wrong.size() == 1) failed = result;
  }
  execution.set_subgroup_size(spirv::usual_subgroup_size);
  if (wrong.empty()) return {};
  failed.message = fmt::format("right with subgroups of {}, wrong with {}: {}", fmt::join(right, ", "),
                               fmt::join(wrong, ", "), failed.message);
  return failed;
}

}  // namespace

CheckResult run_sanitized(gpu::Device& device, const CheckCase& check_case, const Sanitizing& sanitizing) {
  gpu::ShaderExecution& execution = *device.shaders_on_cpu();
  std::vector<spirv::Finding> findings;
  CheckResult result;
  execution.note = {};  // findings are failures here
  execution.used_subgroups = false;
  for (const spirv::Schedule& schedule : sanitizing.schedules) {
    execution.conditions.schedule = schedule;
    execution.findings = &findings;
    result = run_check(&device, check_case);
    std::erase_if(findings, [&](const spirv::Finding& finding) {
      return std::ranges::find(sanitizing.checks, check_of(finding.fault)) == sanitizing.checks.end();
    });
    // Several dispatches of a run may violate the same rule at the same places.
    std::set<std::tuple<spirv::Fault, std::string, std::string>> seen;
    std::erase_if(findings,
                  [&](const spirv::Finding& one) { return !seen.emplace(one.fault, one.place, one.other).second; });
    if (!findings.empty()) {
      const spirv::ShaderViolation violation(std::exchange(findings, {}));
      result = {Outcome::failed, violation.what(), std::nullopt, place_of(violation.findings.front().place, true),
                violation.findings};
    }
    if (result.outcome == Outcome::skipped) break;
    if (result.outcome == Outcome::passed) continue;
    if (result.failure && schedule != sanitizing.schedules.front()) {
      const std::string difference = difference_between(device, check_case, sanitizing.schedules.front(), schedule);
      if (!difference.empty()) result.message += "; " + difference;
    }
    result.message = fmt::format("{}: {}", name(schedule), result.message);
    break;
  }
  execution.conditions.schedule = {};
  const bool sizes = std::ranges::find(sanitizing.checks, spirv::Check::subgroups) != sanitizing.checks.end();
  if (result.outcome == Outcome::passed && sizes && execution.used_subgroups) {
    result = check_subgroup_sizes(device, check_case);
  }
  execution.findings = nullptr;
  return result;
}

}  // namespace texelsort::algorithms
