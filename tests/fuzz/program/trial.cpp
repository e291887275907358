#include "tests/fuzz/program/trial.h"

#include <exception>

#include "compute/check/verify.h"
#include "compute/data/error.h"
#include "compute/data/keys/distribution.h"
#include "tests/fuzz/program/oracle.h"

namespace texelsort::fuzz {
namespace {

using algorithms::Algorithm, algorithms::Problem, algorithms::Run;

std::string find_wrong(const Case& one, const Problem& problem, const Run& run, bool stable) {
  if (const algorithms::Selection* selection = run.selection()) {
    return find_wrong_answer(problem, one.spec.questions, *selection).value_or("");
  }
  return find_wrong_result(problem, run.read(), stable).value_or("");
}

/// Compares a finished run with the oracle and with the program's own check. Returns a fault, or an empty string.
std::string check_finished(const Case& one, const Problem& problem, const Run& run, bool stable) {
  if (auto damage = run.find_guard_damage()) return *damage;
  const std::string wrong = find_wrong(one, problem, run, stable);
  const auto failure = algorithms::verify_result(run, problem, stable);
  if (!wrong.empty()) return wrong + (failure ? "" : ", and the program's own check does not see it");
  return failure ? "right, and the program's own check says: " + text(*failure) : "";
}

std::string run_and_check(const Case& one, gpu::Device* device) {
  const gpu::DeviceInfo* info = device == nullptr ? nullptr : &device->info();
  const app::LoadedProblem loaded = app::load(one.spec, {});
  const Problem& problem = *loaded.problem;
  if (!problem.sequences.empty()) {
    const data::Keys made = data::generate(one.spec.distribution, problem.type(), problem.n(), one.spec.seed);
    if (auto wrong = find_wrong_sequences(problem, made)) return *wrong;
  }
  const auto prepared = algorithms::prepare(*one.algorithm, info, problem.form(), one.overrides);
  const auto run = prepared.start(device, loaded.problem);
  const bool stable = prepared.keeps_ties();
  if (one.stepwise) {
    if (const auto failure = algorithms::verify_every_pass(*run, problem, stable)) return text(*failure);
    if (auto wrong = check_finished(one, problem, *run, stable); !wrong.empty()) return "pass by pass: " + wrong;
    run->rewind();
  }
  run->finish();
  return check_finished(one, problem, *run, stable);
}

Verdict refusal(const Error& error) {
  const std::string reason = error.what();
  if (reason.empty() || reason.find('\n') != std::string::npos) return {Verdict::Kind::wrong, "refused without a line"};
  return {Verdict::Kind::refused, reason};
}

}  // namespace

Verdict run_case(const Case& one, gpu::Device* device) {
  try {
    const std::string wrong = run_and_check(one, device);
    return {wrong.empty() ? Verdict::Kind::right : Verdict::Kind::wrong, wrong};
  } catch (const UsageError& error) {
    return refusal(error);
  } catch (const UnavailableError& error) {
    return refusal(error);
  } catch (const std::exception& error) {
    return {Verdict::Kind::wrong, std::string("ended with an error: ") + error.what()};
  }
}

}  // namespace texelsort::fuzz
