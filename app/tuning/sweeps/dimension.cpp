#include "app/tuning/sweeps/dimension.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

constexpr std::array problem_dimensions{"algorithm", "n", "type", "distribution", "order", "payload", "task"};

/// Comparison function that sorts numbers by value and puts them before words.
struct ByNumber {
  bool operator()(const std::string& a, const std::string& b) const {
    const auto x = data::read_number<double>(a), y = data::read_number<double>(b);
    if (x && y && *x != *y) return *x < *y;
    if (x.has_value() != y.has_value()) return x.has_value();
    return a < b;
  }
};

/// Returns a dimension and its distinct values in the rows. If the rows do not differ in it, there is at most one
/// value.
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

}  // namespace texelsort::app
