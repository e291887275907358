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

/// The data of one state as codes.
struct Seen {
  std::vector<std::uint64_t> codes;
  std::vector<std::uint32_t> payload;
};

Seen see(data::State state, data::Order order) {
  return {data::codes(state.keys, order), std::move(state.payload)};
}

std::optional<Failure> test_claim(const PassRecord& pass, const Seen& before, const Seen& after) {
  const Observation observation{before.codes, after.codes, before.payload, after.payload};
  const auto violation = pass.claim.find_violation(observation);
  if (!violation) return std::nullopt;
  return Failure{pass.header, violation->message, violation->index, violation->comparator};
}

std::optional<Failure> test_guards(const Run& run) {
  if (const auto damage = run.find_guard_damage()) return Failure{std::nullopt, *damage, std::nullopt, std::nullopt};
  return std::nullopt;
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
  Seen before = see(run.read(), problem.order);
  while (const auto record = run.step()) {
    Seen after = see(run.read(), problem.order);
    if (auto failure = test_claim(*record, before, after)) return failure;
    before = std::move(after);
  }
  return verify_result(run, problem, stable);
}

std::optional<Failure> verify_only_pass(const Run& run, const Problem& problem, const PassRecord& pass) {
  if (run.passes_done() != 1 || run.total_passes() != 1)
    throw InternalError("verify_only_pass of a run of more passes");
  if (auto failure = test_claim(pass, see(input_state(problem), problem.order), see(run.read(), problem.order))) {
    return failure;
  }
  return test_guards(run);
}

std::optional<Failure> verify_result(const Run& run, const Problem& problem, bool stable) {
  if (auto failure = test_guards(run)) return failure;
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
  const Parameters parameters =
      choose_parameters(algorithm, info, check_case.n, check_case.type, check_case.parameters);
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
