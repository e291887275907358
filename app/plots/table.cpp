#include "app/plots/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/nearest.h"
#include "compute/data/number.h"
#include "compute/data/readable.h"

namespace texelsort::app {

namespace {

constexpr std::array problem_dimensions{"algorithm", "n", "type", "distribution", "order", "payload", "task"};

/// Numbers in order before words.
struct ByNumber {
  bool operator()(const std::string& a, const std::string& b) const {
    const auto x = data::read_number<double>(a), y = data::read_number<double>(b);
    if (x && y && *x != *y) return *x < *y;
    if (x.has_value() != y.has_value()) return x.has_value();
    return a < b;
  }
};

/// The dimension with its values; few of them if the rows do not differ.
Dimension dimension_of(std::span<const TrialResult> rows, const std::string& name, bool given) {
  std::set<std::string, ByNumber> values;
  for (const TrialResult& row : rows) {
    if (std::string value = value_of(row, name); !value.empty()) values.insert(std::move(value));
  }
  return {name, {values.begin(), values.end()}, given};
}

}  // namespace

std::string value_of(const TrialResult& row, std::string_view dimension) {
  if (dimension == "algorithm") return row.algorithm;
  if (dimension == "n") return std::to_string(row.n);
  if (dimension == "type") return row.type;
  if (dimension == "distribution") return row.distribution;
  if (dimension == "order") return row.order;
  if (dimension == "payload") return row.payload;
  if (dimension == "task") return row.task;
  const std::string name(dimension);
  if (const auto used = row.parameters.find(name); used != row.parameters.end()) return used->second;
  const auto given = row.given.find(name);
  return given == row.given.end() ? std::string() : given->second;
}

std::vector<Dimension> dimensions(std::span<const TrialResult> rows) {
  std::set<std::string> given, names;
  for (const TrialResult& row : rows) {
    for (const auto& [name, value] : row.given) given.insert(name);
    for (const auto& [name, value] : row.parameters) names.insert(name);
  }
  std::vector<Dimension> all;
  const auto add = [&](const std::string& name, bool asked_for) {
    Dimension dimension = dimension_of(rows, name, asked_for);
    if (dimension.values.size() > 1) all.push_back(std::move(dimension));
  };
  for (const char* name : problem_dimensions) add(name, true);
  for (const std::string& name : given) add(name, true);
  for (const std::string& name : names) {
    if (!given.contains(name)) add(name, false);
  }
  return all;
}

Dimension find_dimension(std::span<const TrialResult> rows, const std::string& name) {
  std::vector<std::string> names;
  for (Dimension& dimension : dimensions(rows)) {
    if (dimension.name == name) return std::move(dimension);
    names.push_back(dimension.name);
  }
  std::string list;
  for (const std::string& one : names) list += (list.empty() ? "" : ", ") + one;
  throw UsageError(fmt::format("the results do not differ in '{}'{}{}", name, data::did_you_mean(name, names),
                               list.empty() ? "" : fmt::format("; they differ in {}", list)));
}

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
  if (row.order != "asc") text += fmt::format(", {}", row.order);
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
  text += fmt::format("\n{} ({} to {}), {}", data::duration_text(row.ms.median), data::duration_text(row.ms.low),
                      data::duration_text(row.ms.high), data::counted(row.ms.samples, "sample"));
  if (standing.rank > 0) text += fmt::format("\nrank {}, {} the fastest", standing.rank, times_text(standing.relative));
  return text;
}

double quantile(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - static_cast<double>(low));
}

}  // namespace texelsort::app
