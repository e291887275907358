#include "app/tuning/experiments/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/tuning/sweeps/dimension.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

constexpr std::array words{"holds", "stronger",  "weaker",       "reversed",      "differs",
                           "mixed", "undecided", "not measured", "not comparable"};
/// Value of a selector that every row has. Rows with different values are then compared.
constexpr std::string_view any_value = "any";
const std::vector<std::string> problem_dimensions{"n", "type", "distribution", "order", "payload", "task"};

/// Returns whether a result belongs to a configuration: the same algorithm, no other parameters set, and the same
/// values set or in use.
bool is_configuration(const TrialResult& row, const algorithms::Configuration& wanted) {
  if (row.algorithm != wanted.algorithm->info().id) return false;
  const auto named = [&wanted](const auto& given) { return wanted.values.contains(given.first); };
  if (!std::ranges::all_of(row.given, named)) return false;
  const auto agrees = [&row](const auto& value) {
    const auto given = row.given.find(value.first), used = row.parameters.find(value.first);
    if (given != row.given.end() && given->second == value.second) return true;
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
        return value == any_value || value_of(*row, dimension) == wanted_value(dimension, value, all);
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
    if (value_of(a, dimension) == value_of(b, dimension)) return true;
    const bool of_one = names_one(of_a, dimension), of_other = names_one(of_b, dimension);
    if (!of_one || !of_other) return of_one || of_other;
    // Both sides may name the largest n, which is not the same number if one side has more sizes.
    const auto &in_a = of_a.where.at(dimension), &in_b = of_b.where.at(dimension);
    return in_a != in_b || in_a.front() == any_value;
  });
}

ClaimVerdict verdict_of(const Claim& claim, const measure::Ratio& ratio) {
  const double most = claim.at_most.value_or(ratio.high);
  // Without an upper bound, the ratio must be above the lower one, so that equal quantities have no order.
  const bool enough = claim.at_most ? ratio.low >= claim.at_least : ratio.low > claim.at_least;
  if (enough && ratio.high <= most) return ClaimVerdict::holds;
  const bool above = ratio.low > most, below = ratio.high < claim.at_least;
  if (!above && !below) return ClaimVerdict::undecided;
  if (claim.states_equality()) return ClaimVerdict::differs;
  if (above) return ratio.low > 1 ? ClaimVerdict::stronger : ClaimVerdict::undecided;
  if (claim.at_least <= 1 || ratio.high < 1) return ClaimVerdict::reversed;
  return ratio.low > 1 ? ClaimVerdict::weaker : ClaimVerdict::undecided;
}

ClaimVerdict verdict_of(const std::vector<ComparedRows>& pairs) {
  std::set<ClaimVerdict> found;
  for (const ComparedRows& pair : pairs) found.insert(pair.verdict);
  if (found.size() == 1) return *found.begin();
  const bool agrees = found.contains(ClaimVerdict::holds) || found.contains(ClaimVerdict::stronger) ||
                      found.contains(ClaimVerdict::weaker);
  const bool disagrees = found.contains(ClaimVerdict::reversed) || found.contains(ClaimVerdict::differs);
  if (agrees && disagrees) return ClaimVerdict::mixed;
  if (found.contains(ClaimVerdict::undecided)) return ClaimVerdict::undecided;
  if (found.contains(ClaimVerdict::stronger)) {
    return found.contains(ClaimVerdict::weaker) ? ClaimVerdict::mixed : ClaimVerdict::stronger;
  }
  return ClaimVerdict::weaker;
}

/// Derives the verdict from the verdicts on all pairs of rows.
void decide(const Claim& claim, Judgement& judgement) {
  if (!claim.not_comparable.empty()) {
    judgement.verdict = ClaimVerdict::not_comparable;
    judgement.reason = claim.not_comparable;
    return;
  }
  judgement.verdict = verdict_of(judgement.pairs);
  if (!claim.trend) return;
  std::set<std::uint64_t> sizes;
  for (const ComparedRows& pair : judgement.pairs) {
    sizes.insert(pair.faster->n);
    if (pair.than != nullptr) sizes.insert(pair.than->n);
  }
  if (sizes.size() >= trend_sizes) return;
  judgement.verdict = ClaimVerdict::undecided;
  judgement.reason =
      fmt::format("A trend needs {} sizes, and this machine has results for {}.", trend_sizes, sizes.size());
}

bool compares_cpus_only(const Claim& claim) {
  const auto on_cpu = [](const RowSelector& selector) {
    return selector.competitor.algorithm->info().backend == algorithms::Backend::cpu;
  };
  return on_cpu(claim.faster) && std::ranges::all_of(claim.than, on_cpu);
}

std::string missing_reason(const RowSelector& selector, const std::vector<const TrialResult*>& found,
                           const std::vector<TrialResult>& rows, bool on_gpu) {
  for (const TrialResult* row : found) {
    if (row->status == TrialStatus::refused) return row->reason;
    if (row->status == TrialStatus::failed) return fmt::format("{} is wrong: {}", selector.text, row->reason);
  }
  const auto ran_on_gpu = [](const TrialResult& row) {
    return row.status == TrialStatus::measured && row.algorithm.ends_with("@cuda");
  };
  if (on_gpu || std::ranges::any_of(rows, ran_on_gpu))
    return fmt::format("the results do not contain {} yet", selector.text);
  if (selector.competitor.algorithm->info().backend == algorithms::Backend::cuda) return needs_nvidia;
  return "not among the problems of this run: a full run on a GPU may have it";
}

}  // namespace

std::string_view name(ClaimVerdict verdict) {
  return words.at(static_cast<std::size_t>(verdict));
}

std::vector<std::string> verdict_words() {
  return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(ClaimVerdict::not_measured)};
}

std::vector<RowPair> compared_rows(const Claim& claim, const std::vector<TrialResult>& rows) {
  std::vector<RowPair> pairs;
  if (!claim.compares_rows()) {
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

Judgement judge(const Claim& claim, const std::vector<TrialResult>& rows, bool on_gpu) {
  Judgement judgement;
  if (on_gpu && compares_cpus_only(claim)) {
    judgement.reason = "compares CPU algorithms only, whose times say nothing about this GPU";
    return judgement;
  }
  const auto measured = [](const TrialResult* row) { return row->status == TrialStatus::measured; };
  // Require a measured row for each competitor, because a claim about several competitors needs all of them.
  std::vector<const RowSelector*> selectors{&claim.faster};
  for (const RowSelector& selector : claim.than) selectors.push_back(&selector);
  for (const RowSelector* selector : selectors) {
    const auto found = selected(*selector, rows);
    if (judgement.reason.empty() && std::ranges::none_of(found, measured)) {
      judgement.reason = missing_reason(*selector, found, rows, on_gpu);
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
    judgement.pairs.push_back(
        {faster, than, ratio, verdict_of(claim, ratio), claim.cache ? text(cache_of(claim, *faster)) : ""});
  }
  if (judgement.reason.empty() && judgement.pairs.empty()) {
    judgement.reason = claim.trend ? "a trend needs several sizes, and this machine has results for one"
                                   : "no two results are for the same problem";
  }
  if (judgement.reason.empty() || !claim.not_comparable.empty()) {
    decide(claim, judgement);
  } else {
    judgement.pairs.clear();  // some of the claim's rows are missing, so the others decide nothing
  }
  return judgement;
}

Judgement combined(const Claim& claim, const std::vector<Judgement>& runs) {
  Judgement all;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::vector<double> measured;  // number of runs of each pair
  for (const Judgement& run : runs) {
    if (run.verdict == ClaimVerdict::not_measured) continue;
    for (const ComparedRows& pair : run.pairs) {
      const auto key = std::pair(pair.faster->key(), pair.than == nullptr ? std::string() : pair.than->key());
      const auto [place, is_new] = places.emplace(key, all.pairs.size());
      if (is_new) {
        all.pairs.push_back(pair);
        measured.push_back(1);
        continue;
      }
      ComparedRows& known = all.pairs[place->second];
      const double before = measured[place->second]++;
      known.ratio.estimate =
          std::exp((before * std::log(known.ratio.estimate) + std::log(pair.ratio.estimate)) / (before + 1));
      known.ratio.low = std::min(known.ratio.low, pair.ratio.low);
      known.ratio.high = std::max(known.ratio.high, pair.ratio.high);
      if (known.found != pair.found) known.found += "; another run: " + pair.found;
      known.verdict = verdict_of(claim, known.ratio);
    }
  }
  if (all.pairs.empty()) return runs.front();
  decide(claim, all);
  return all;
}

}  // namespace texelsort::app
