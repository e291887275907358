#include "app/tuning/experiments/verdict.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/tuning/sweeps/dimension.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

constexpr std::array words{"holds", "weaker", "reversed", "mixed", "undecided", "not measured"};
const std::vector<std::string> problem_dimensions{"n", "type", "distribution", "order", "payload", "task"};

/// Returns whether a result belongs to a configuration: the same algorithm, no other parameters set, and the same
/// values in use.
bool is_configuration(const TrialResult& row, const algorithms::Configuration& wanted) {
  if (row.algorithm != wanted.algorithm->info().id) return false;
  const auto named = [&wanted](const auto& given) { return wanted.values.contains(given.first); };
  if (!std::ranges::all_of(row.given, named)) return false;
  const auto agrees = [&row](const auto& value) {
    const auto used = row.parameters.find(value.first);
    return used == row.parameters.end() || used->second == value.second;
  };
  return std::ranges::all_of(wanted.values, agrees);
}

std::string wanted_value(const std::string& dimension, const std::string& value,
                         const std::vector<const TrialResult*>& rows) {
  if (dimension != "n") return value;
  if (value == "largest" || value == "smallest") {
    const auto [least, most] = std::ranges::minmax_element(rows, {}, [](const TrialResult* row) { return row->n; });
    return rows.empty() ? value : std::to_string(value == "largest" ? (*most)->n : (*least)->n);
  }
  const auto n = data::parse_size(value);
  return n ? std::to_string(*n) : value;
}

std::vector<const TrialResult*> selected(const RowSelector& selector, const std::vector<TrialResult>& rows) {
  std::vector<const TrialResult*> found;
  for (const TrialResult& row : rows) {
    if (is_configuration(row, selector.competitor)) found.push_back(&row);
  }
  const auto all = found;
  for (const auto& [dimension, values] : selector.where) {
    std::erase_if(found, [&](const TrialResult* row) {
      return std::ranges::none_of(values, [&](const std::string& value) {
        return value_of(*row, dimension) == wanted_value(dimension, value, all);
      });
    });
  }
  return found;
}

bool same_problem(const TrialResult& a, const TrialResult& b, const RowSelector& of_a, const RowSelector& of_b) {
  const auto names_one = [](const RowSelector& selector, const std::string& dimension) {
    const auto named = selector.where.find(dimension);
    return named != selector.where.end() && named->second.size() == 1;
  };
  return std::ranges::all_of(problem_dimensions, [&](const std::string& dimension) {
    return names_one(of_a, dimension) || names_one(of_b, dimension) || value_of(a, dimension) == value_of(b, dimension);
  });
}

ClaimVerdict verdict_of(const Claim& claim, const measure::Ratio& ratio) {
  const double most = claim.at_most.value_or(ratio.high);
  if (ratio.low >= claim.at_least && ratio.high <= most) return ClaimVerdict::holds;
  if (ratio.low > most) return ClaimVerdict::reversed;
  if (ratio.high < claim.at_least) {
    if (claim.at_least <= 1 || ratio.high < 1) return ClaimVerdict::reversed;
    return ratio.low > 1 ? ClaimVerdict::weaker : ClaimVerdict::undecided;
  }
  return ClaimVerdict::undecided;
}

ClaimVerdict verdict_of(const std::vector<ComparedRows>& pairs) {
  const auto all = [&pairs](std::initializer_list<ClaimVerdict> some) {
    return std::ranges::all_of(
        pairs, [&](const ComparedRows& pair) { return std::ranges::find(some, pair.verdict) != some.end(); });
  };
  const auto any = [&pairs](ClaimVerdict one) {
    return std::ranges::find(pairs, one, &ComparedRows::verdict) != pairs.end();
  };
  if (all({ClaimVerdict::holds})) return ClaimVerdict::holds;
  if (all({ClaimVerdict::reversed})) return ClaimVerdict::reversed;
  if (all({ClaimVerdict::holds, ClaimVerdict::weaker})) return ClaimVerdict::weaker;
  if (any(ClaimVerdict::reversed) && (any(ClaimVerdict::holds) || any(ClaimVerdict::weaker)))
    return ClaimVerdict::mixed;
  return ClaimVerdict::undecided;
}

std::string missing_reason(const RowSelector& selector, const std::vector<const TrialResult*>& found,
                           const std::vector<TrialResult>& rows) {
  for (const TrialResult* row : found) {
    if (row->status == TrialStatus::refused) return row->reason;
    if (row->status == TrialStatus::failed) return fmt::format("{} is wrong: {}", selector.text, row->reason);
  }
  const auto ran_on_gpu = [](const TrialResult& row) {
    return row.status == TrialStatus::measured && row.algorithm.ends_with("@cuda");
  };
  if (std::ranges::any_of(rows, ran_on_gpu)) return fmt::format("the results do not contain {}", selector.text);
  if (selector.competitor.algorithm->info().backend == algorithms::Backend::cuda) return needs_nvidia;
  return "measured only on GPUs";
}

}  // namespace

std::string_view name(ClaimVerdict verdict) {
  return words.at(static_cast<std::size_t>(verdict));
}

std::vector<std::string> verdict_words() {
  return {words.begin(), words.end() - 1};
}

std::vector<RowPair> compared_rows(const Claim& claim, const std::vector<TrialResult>& rows) {
  std::vector<RowPair> pairs;
  if (claim.rate != ClaimRate::none) {
    for (const TrialResult* row : selected(claim.faster, rows)) pairs.emplace_back(row, nullptr);
    return pairs;
  }
  // Compare a row with itself only if the two sides of the claim select different passes.
  const bool parts_differ = claim.faster_in != claim.than_in;
  for (const RowSelector& selector : claim.than) {
    const auto right = selected(selector, rows);
    for (const TrialResult* faster : selected(claim.faster, rows)) {
      for (const TrialResult* than : right) {
        if ((faster != than || parts_differ) && same_problem(*faster, *than, claim.faster, selector))
          pairs.push_back({faster, than});
      }
    }
  }
  return pairs;
}

Judgement judge(const Claim& claim, const std::vector<TrialResult>& rows) {
  Judgement judgement;
  const auto measured = [](const TrialResult* row) { return row->status == TrialStatus::measured; };
  // Require a measured row for each competitor, because a claim about several competitors needs all of them.
  std::vector<const RowSelector*> selectors{&claim.faster};
  for (const RowSelector& selector : claim.than) selectors.push_back(&selector);
  for (const RowSelector* selector : selectors) {
    const auto found = selected(*selector, rows);
    if (judgement.reason.empty() && std::ranges::none_of(found, measured)) {
      judgement.reason = missing_reason(*selector, found, rows);
    }
  }
  for (const auto& [faster, than] : compared_rows(claim, rows)) {
    if (!measured(faster) || (than != nullptr && !measured(than))) continue;
    std::string missing = missing_amount(claim, *faster, claim.faster_in);
    if (missing.empty() && than != nullptr) missing = missing_amount(claim, *than, claim.than_in);
    if (!missing.empty()) {
      judgement.reason = missing;
      continue;
    }
    const measure::Ratio ratio = ratio_of_claim(claim, *faster, than);
    judgement.pairs.push_back({faster, than, ratio, verdict_of(claim, ratio)});
  }
  if (judgement.reason.empty() && judgement.pairs.empty()) judgement.reason = "no two results are for the same problem";
  if (judgement.reason.empty()) judgement.verdict = verdict_of(judgement.pairs);
  return judgement;
}

}  // namespace texelsort::app
