#include "app/tuning/sweeps/configurations.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "compute/algorithms/registry.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// Word in the text of a configuration that selects the values of the cited source.
constexpr std::string_view paper_word = "paper";

struct WrittenValues {
  std::map<std::string, std::string> values{};
  bool paper = false;
};

WrittenValues read_values(const std::string& text, std::string_view assignments) {
  WrittenValues written;
  while (!assignments.empty()) {
    assignments.remove_prefix(1);
    const std::string_view one = assignments.substr(0, assignments.find(':'));
    if (one == paper_word) {
      written.paper = true;
      assignments.remove_prefix(one.size());
      continue;
    }
    const std::size_t equals = one.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == one.size()) {
      throw UsageError(fmt::format("-a {}: expected NAME=VALUE or paper after ':', found '{}'", text, one));
    }
    written.values[std::string(one.substr(0, equals))] = one.substr(equals + 1);
    assignments.remove_prefix(one.size());
  }
  return written;
}

/// Returns the parameter values written in a configuration. The word "paper" adds the values that the cited source
/// states for all other parameters. Throws UsageError if the source states none.
std::map<std::string, std::string> with_papers(const algorithms::Algorithm& algorithm, const WrittenValues& written) {
  if (!written.paper) return written.values;
  std::map<std::string, std::string> values = written.values;
  values.merge(algorithms::paper_values(algorithm, data::PayloadKind::record, values));
  if (values.size() > written.values.size()) return values;
  throw UsageError(
      fmt::format("-a {}:{}: the cited source of this algorithm gives no parameter values: leave out "
                  "':paper'",
                  algorithm.info().id, paper_word));
}

/// Returns the index of the ":" after the pattern of a configuration, or the length of the text.
std::size_t end_of_pattern(const std::string& text) {
  // The id of a sort in a folder ends with "/". Its values may contain further ones.
  if (const std::size_t folder = text.find("/:"); folder != std::string::npos) return folder + 1;
  const std::size_t slash = text.rfind('/');
  return std::min(text.find(':', slash == std::string::npos ? 0 : slash), text.size());
}

}  // namespace

std::string text(const algorithms::Configuration& competitor) {
  std::string text = competitor.algorithm->info().id;
  for (const auto& [name, value] : competitor.values) text += fmt::format(":{}={}", name, value);
  return text;
}

std::vector<algorithms::Configuration> read_configurations(const std::vector<std::string>& texts) {
  std::vector<algorithms::Configuration> competitors;
  for (const std::string& text : texts) {
    const std::size_t colon = end_of_pattern(text);
    const WrittenValues written = read_values(text, std::string_view(text).substr(colon));
    for (const algorithms::Algorithm* algorithm : algorithms::match_algorithms(text.substr(0, colon))) {
      const algorithms::Configuration competitor{algorithm, with_papers(*algorithm, written)};
      if (std::ranges::find(competitors, competitor) == competitors.end()) competitors.push_back(competitor);
    }
  }
  return competitors;
}

}  // namespace texelsort::app
