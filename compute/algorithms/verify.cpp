#include "compute/algorithms/verify.h"

#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/input_state.h"
#include "compute/data/check.h"
#include "compute/data/distribution.h"
#include "compute/data/error.h"
#include "compute/data/order.h"

namespace texelsort::algorithms {
namespace {

struct Seen {
  std::vector<std::uint64_t> codes;
  std::vector<std::uint32_t> payload;
};

Seen see(const Run& run, data::Order order) {
  data::State state = run.read();
  return {data::codes(state.keys, order), std::move(state.payload)};
}

}  // namespace

std::string text(const Failure& failure) {
  std::string line;
  if (failure.pass) {
    line = fmt::format("pass {} ({}, {})", failure.pass->index + 1, failure.pass->stage, failure.pass->label);
  } else {
    line = "result";
  }
  if (failure.index) line += fmt::format(", index {}", *failure.index);
  if (failure.comparator) line += fmt::format(", comparator {}:{}", failure.comparator->low, failure.comparator->high);
  return line + ": " + failure.message;
}

std::optional<Failure> verify_every_pass(Run& run, const Problem& problem, bool stable) {
  run.rewind();
  Seen before = see(run, problem.order);
  while (const auto record = run.step()) {
    Seen after = see(run, problem.order);
    const Observation observation{before.codes, after.codes, before.payload, after.payload};
    if (auto violation = record->claim.find_violation(observation)) {
      return Failure{record->header, violation->message, violation->index, violation->comparator};
    }
    before = std::move(after);
  }
  return verify_result(run, problem, stable);
}

std::optional<Failure> verify_result(const Run& run, const Problem& problem, bool stable) {
  if (const auto damage = run.find_guard_damage()) return Failure{std::nullopt, *damage, std::nullopt, std::nullopt};
  if (auto fault = data::find_fault(input_state(problem), run.read(), problem.order, stable)) {
    return Failure{std::nullopt, fault->message, fault->index, std::nullopt};
  }
  return std::nullopt;
}

CheckResult run_check(gpu::Device* device, const CheckCase& check_case) {
  const Algorithm& algorithm = *check_case.algorithm;
  const gpu::DeviceInfo* info = device == nullptr ? nullptr : &device->info();
  if (const Availability available = algorithm.availability(info); !available.available) {
    return {Outcome::skipped, available.reason};
  }
  const Parameters parameters = choose_parameters(algorithm, info, check_case.n, check_case.type, {});
  if (const auto reason = algorithm.refusal(info, check_case.n, check_case.type, check_case.payload, parameters)) {
    return {Outcome::skipped, *reason};
  }
  const auto problem = std::make_shared<const Problem>(
      Problem{data::generate(check_case.distribution, check_case.type, check_case.n, check_case.seed), check_case.order,
              check_case.payload});
  try {
    std::unique_ptr<Run> run;
    try {
      run = algorithm.start(device, problem, parameters);
    } catch (const UsageError& error) {
      return {Outcome::skipped, error.what()};  // a refusal that depends on the keys
    }
    if (const auto failure = verify_every_pass(*run, *problem, algorithm.info().stable)) {
      return {Outcome::failed, text(*failure)};
    }
    if (device != nullptr) device->check_errors(algorithm.info().id);
  } catch (const InternalError& error) {
    return {Outcome::failed, error.what()};
  }
  return {};
}

}  // namespace texelsort::algorithms
