#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/prepare.h"
#include "compute/check/verify_output.h"
#include "compute/data/error.h"
#include "compute/data/keys/check.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/keys/keys.h"
#include "compute/data/keys/order.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms {
namespace {

Failure failure_of(const PassHeader& pass, const Violation& violation) {
  return {pass, violation.message, violation.index, violation.comparator, {}};
}

std::optional<Failure> test_guards(const Run& run) {
  if (const auto damage = run.find_guard_damage())
    return Failure{std::nullopt, *damage, std::nullopt, std::nullopt, {}};
  return std::nullopt;
}

/// Returns the encoded keys that have the given ranks in sorted order, in the order of `ranks`.
std::vector<std::uint64_t> codes_at(std::vector<std::uint64_t> codes, const std::vector<std::uint64_t>& ranks) {
  std::vector<std::uint64_t> ascending = ranks;
  std::ranges::sort(ascending);
  auto unordered = codes.begin();
  for (const std::uint64_t rank : ascending) {
    const auto at = codes.begin() + static_cast<std::ptrdiff_t>(rank);
    if (at < unordered) continue;  // skip a rank that occurs twice
    std::nth_element(unordered, at, codes.end());
    unordered = at + 1;
  }
  std::vector<std::uint64_t> found;
  for (const std::uint64_t rank : ranks) found.push_back(codes.at(rank));
  return found;
}

bool same_keys_in_any_order(const data::Keys& one, const data::Keys& other, data::Order order) {
  if (std::ranges::equal(data::bytes(one), data::bytes(other))) return true;
  auto left = data::codes(one, order), right = data::codes(other, order);
  std::ranges::sort(left);
  std::ranges::sort(right);
  return left == right;
}

/// Checks that every element that a selection found is the key at its rank in the sorted order.
std::optional<Failure> verify_selection(const Run& run, const Problem& problem) {
  const auto& candidates = run.selection()->candidates;
  const auto right = codes_at(data::codes(problem.keys, problem.order), problem.ranks);
  const auto shown = [&](std::uint64_t code) { return data::code_text(code, problem.type(), problem.order); };
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& found = candidates[i];
    const auto failure = [&](std::string message) {
      return Failure{std::nullopt, std::move(message), found.rank, std::nullopt, "not found"};
    };
    if (found.low != found.high) return failure("this element of the sorted keys was not found");
    if (found.low == right[i]) continue;
    return failure(fmt::format("found {}, but the sorted keys have {} here", shown(found.low), shown(right[i])));
  }
  if (!same_keys_in_any_order(run.read().keys, problem.keys, problem.order)) {
    return Failure{std::nullopt, "the keys are no longer those of the input", std::nullopt, std::nullopt, {}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Violation> find_violation(const Run& run, const PassRecord& pass, const Problem& problem,
                                        const data::State& before, const data::State& after) {
  if (!pass.claim.find_violation) return std::nullopt;
  const auto ranks_of = [&problem](const data::State& state) {
    return data::ranks(state.keys, problem.order, problem.comparison);
  };
  const auto ranks_before = ranks_of(before), ranks_after = ranks_of(after);
  const auto table = [&run](const TableKind& kind) {
    const std::vector<View> views = run.views();
    if (const View* view = find_view(views, kind)) return read_view(*view);
    throw InternalError(fmt::format("a claim needs the view '{}', which its run does not have", name(kind)));
  };
  return pass.claim.find_violation(
      {ranks_before, ranks_after, before.payload, after.payload, table, before.fields, after.fields, after.shape});
}

std::string text(const Failure& failure) {
  std::string line;
  if (failure.pass) {
    line = fmt::format("pass {} ({}, {})", failure.pass->index + 1, failure.pass->stage, failure.pass->label);
  } else {
    line = "result";
  }
  if (failure.index) line += fmt::format(", index {}", *failure.index);
  if (failure.comparator) line += fmt::format(", comparator {}:{}", failure.comparator->low, failure.comparator->high);
  if (!failure.verdict.empty()) line += ": " + failure.verdict;
  return line + ": " + failure.message;
}

std::string verdict_text(Task task, const std::optional<Failure>& failure) {
  if (!failure) return task == Task::select ? "found" : "sorted";
  return (failure->verdict.empty() ? "wrong" : failure->verdict) + ": " + failure->message;
}

PassVerifier::PassVerifier(Run& run, const Problem& problem) : run_(run), problem_(problem) {
  run_.rewind();
  state_ = run_.read();
}

std::optional<PassVerifier::PassVerdict> PassVerifier::step() {
  auto record = run_.step();
  if (!record) return std::nullopt;
  data::State after = run_.read();
  auto violation = find_violation(run_, *record, problem_, state_, after);
  state_ = std::move(after);
  return PassVerdict{std::move(*record), std::move(violation)};
}

std::optional<Failure> PassVerifier::PassVerdict::failure() const {
  if (!violation) return std::nullopt;
  return failure_of(pass.header, *violation);
}

std::optional<Failure> verify_every_pass(Run& run, const Problem& problem, bool stable) {
  PassVerifier verifier(run, problem);
  while (const auto seen = verifier.step()) {
    if (auto failure = seen->failure()) return failure;
  }
  return verify_result(run, problem, stable);
}

std::optional<Failure> verify_only_pass(const Run& run, const Problem& problem, const PassRecord& pass) {
  if (run.passes_done() != 1 || run.total_passes() != 1)
    throw InternalError("verify_only_pass of a run of more passes");
  if (const auto violation = find_violation(run, pass, problem, input_state(problem), run.read())) {
    return failure_of(pass.header, *violation);
  }
  return test_guards(run);
}

Output read_output(const Run& run) {
  if (auto part = run.read_part()) return *std::move(part);
  return run.read();
}

std::optional<Failure> verify_output(const Run& run, const Problem& problem, bool stable, const Output& output,
                                     data::KnownInput* known) {
  if (auto failure = test_guards(run)) return failure;
  if (const auto* part = std::get_if<data::OutputPart>(&output)) {
    if (data::is_right(problem.keys, *part, problem.order, stable, problem.comparison, known)) return std::nullopt;
    if (auto named = verify_output(run, problem, stable, run.read())) return named;
    return Failure{std::nullopt, "the parts of the processes are not the sorted input", {}, {}, "not sorted"};
  }
  const auto fault = data::find_fault(InputView(problem), std::get<data::State>(output), problem.order, stable,
                                      data::named_keys, problem.comparison, known);
  if (fault) return Failure{std::nullopt, fault->message, fault->index, std::nullopt, "not sorted"};
  return std::nullopt;
}

std::optional<Failure> verify_result(const Run& run, const Problem& problem, bool stable) {
  data::KnownInput known;
  return verify_next_result(run, problem, stable, known);
}

std::optional<Failure> verify_next_result(const Run& run, const Problem& problem, bool stable,
                                          data::KnownInput& known) {
  if (run.selection() == nullptr) return verify_output(run, problem, stable, read_output(run), &known);
  if (auto failure = test_guards(run)) return failure;
  return verify_selection(run, problem);
}

}  // namespace texelsort::algorithms
