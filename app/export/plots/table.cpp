#include "app/export/plots/table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "compute/data/text/number_format.h"
#include "compute/measure/summary_text.h"

namespace texelsort::app {

std::vector<std::size_t> rows_where(std::span<const TrialResult> rows, const Where& where) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool all =
        std::ranges::all_of(where, [&](const auto& one) { return value_of(rows[i], one.first) == one.second; });
    if (all) kept.push_back(i);
  }
  return kept;
}

bool any_measured(std::span<const TrialResult> rows, const Where& where) {
  return std::ranges::any_of(rows_where(rows, where),
                             [&](std::size_t i) { return rows[i].status == TrialStatus::measured; });
}

std::string problem_text(const TrialResult& row) {
  std::string text = fmt::format("{}, {}, {}", data::counted(row.n, "key"), row.type, row.distribution);
  if (row.order != "asc") text += row.order == "desc" ? ", descending" : ", " + row.order;
  if (row.payload != "none") text += fmt::format(", payload {}", row.payload);
  if (!row.task.empty()) text += ", " + row.task;
  return text;
}

std::string other_problem(const TrialResult& row, std::span<const Dimension> differing) {
  std::string text;
  for (const Dimension& dimension : differing) {
    const std::string& name = dimension.name;
    if (name == "type" || name == "distribution" || name == "order" || name == "payload" || name == "task") {
      text += ", " + value_of(row, name);
    }
  }
  return text;
}

std::vector<Standing> standings(std::span<const TrialResult> rows, std::span<const std::size_t> kept) {
  std::map<std::string, std::vector<std::size_t>> problems;
  for (const std::size_t i : kept) {
    if (rows[i].status == TrialStatus::measured) problems[problem_text(rows[i])].push_back(i);
  }
  std::vector<Standing> standing(rows.size());
  for (auto& [problem, of_it] : problems) {
    std::ranges::stable_sort(of_it, {}, [&rows](std::size_t i) { return rows[i].ms.median; });
    const double fastest = rows[of_it.front()].ms.median;
    for (std::size_t place = 0; place < of_it.size(); ++place) {
      standing[of_it[place]] = {place + 1, rows[of_it[place]].ms.median / fastest};
    }
    std::vector<TrialResult> own;
    for (const std::size_t i : of_it) own.push_back(rows[i]);
    for (const RankedRow& one : ranked(own)) standing[of_it[one.row]].verdict = one.verdict;
  }
  return standing;
}

std::size_t problem_count(std::span<const TrialResult> rows, std::span<const std::size_t> kept) {
  std::set<std::string> problems;
  for (const std::size_t i : kept) problems.insert(problem_text(rows[i]));
  return problems.size();
}

double importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                  std::span<const Standing> standing, const Dimension& dimension) {
  struct Group {
    double sum = 0, count = 0;
  };
  std::map<std::string, Group> groups;
  double sum = 0, squares = 0, count = 0;
  for (const std::size_t i : kept) {
    const std::string value = value_of(rows[i], dimension.name);
    if (standing[i].rank == 0 || value.empty()) continue;
    const double log = std::log(standing[i].relative);
    groups[value].sum += log;
    groups[value].count += 1;
    sum += log;
    squares += log * log;
    count += 1;
  }
  const double all = squares - sum * sum / std::max(count, 1.0);
  if (!(all > 1e-12)) return 0;
  double between = -sum * sum / count;
  for (const auto& [value, group] : groups) between += group.sum * group.sum / group.count;
  return std::clamp(between / all, 0.0, 1.0);
}

std::vector<WeightedDimension> by_importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                                             std::span<const Standing> standing) {
  std::vector<TrialResult> chosen;
  for (const std::size_t i : kept) chosen.push_back(rows[i]);
  std::vector<WeightedDimension> weighted;
  for (Dimension& dimension : dimensions(chosen)) {
    if (!dimension.given) continue;
    const double weight = importance(rows, kept, standing, dimension);
    weighted.push_back({std::move(dimension), weight});
  }
  std::ranges::stable_sort(weighted, std::greater{}, &WeightedDimension::weight);
  return weighted;
}

std::string times_text(double ratio) {
  return ratio < 9.995 ? fmt::format("{:.2f}\u00d7", ratio) : fmt::format("{:.3g}\u00d7", ratio);
}

std::string row_text(const TrialResult& row, const Standing& standing) {
  std::string text = row.algorithm;
  std::string values;
  for (const auto& [name, value] : row.status == TrialStatus::refused ? row.given : row.parameters) {
    values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", name, value);
  }
  if (!values.empty()) text += "\n" + values;
  text += "\n" + problem_text(row);
  if (row.status == TrialStatus::refused) return text + "\nrefused: " + row.reason;
  if (row.status == TrialStatus::failed) return text + "\nWRONG: " + row.reason;
  text += fmt::format("\n{}, {}", measure::duration_interval_text(row.ms), data::counted(row.ms.samples, "sample"));
  const RankedRow ranked{.verdict = standing.verdict};
  if (standing.rank > 0 && ranked.is_compared()) {
    text += fmt::format("\nrank {}, {} the fastest time", standing.rank, times_text(standing.relative));
  } else if (standing.rank > 0) {
    text += fmt::format("\nnot ranked: {}", name(standing.verdict));
  }
  if (standing.verdict == RankVerdict::tied) text += ", tied";
  return text;
}

double quantile(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - static_cast<double>(low));
}

}  // namespace texelsort::app
