#include "app/tuning/experiments/setup.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/tuning/sweeps/dimension.h"
#include "compute/algorithms/prepare.h"
#include "compute/algorithms/records/settings.h"
#include "compute/algorithms/registry.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

constexpr std::string_view record_payload = "record:";

std::string size_text(std::uint64_t n) {
  return std::has_single_bit(n) ? fmt::format("2^{}", std::countr_zero(n)) : std::to_string(n);
}

/// Returns the source's value of a setting for this row's problem, or an empty string if the source gives none.
/// `measured` has the values that the paper ran for the claim; if the row's value is one of them, returns that value.
std::string source_value(const algorithms::ParameterSpec& spec, const algorithms::Algorithm& algorithm,
                         const TrialResult& row, const PaperValues& measured) {
  if (const auto found = measured.find(spec.name); found != measured.end()) {
    const std::string& used = row.parameters.at(spec.name);
    return std::ranges::find(found->second, used) != found->second.end()
               ? used
               : fmt::format("{}", fmt::join(found->second, ", "));
  }
  if (spec.paper_value != name(algorithms::Rearrange::by_layout)) return spec.paper_value;
  // The source moves records directly by figure 5 or figure 6, without a choice for each algorithm.
  if (row.parameters.contains("records") && row.parameters.at("records") == "direct") return "";
  const auto layout = data::parse_layout(row.payload.substr(row.payload.find(' ') + 1));
  return std::string(name(algorithms::source_rearrange(*layout, algorithm.info().backend)));
}

RanConfiguration ran_configuration(const TrialResult& row, const PaperValues& measured) {
  RanConfiguration ran{.algorithm = row.algorithm};
  const algorithms::Algorithm& algorithm = algorithms::find_algorithm(row.algorithm);
  const bool records = row.payload.starts_with(record_payload);
  for (const algorithms::ParameterSpec& spec :
       algorithms::parameters_for(algorithm, records ? data::PayloadKind::record : data::PayloadKind::none)) {
    const auto used = row.parameters.find(spec.name);
    if (used == row.parameters.end()) continue;
    const std::string source = source_value(spec, algorithm, row, measured);
    const std::string text = fmt::format("{} = {}", spec.name, used->second);
    if (source.empty()) {
      ran.unsourced[spec.name].insert(used->second);
    } else if (source == used->second) {
      ran.same.push_back(text);
    } else {
      ran.differ.push_back(fmt::format("{} (paper: {})", text, source));
    }
  }
  return ran;
}

bool is_in_paper(const std::string& dimension, const TrialResult& row, const std::vector<std::string>& paper) {
  if (dimension != "n") return std::ranges::find(paper, value_of(row, dimension)) != paper.end();
  const auto size = [](const std::string& text) { return data::parse_size(text).value_or(0); };
  return row.n >= size(paper.front()) && row.n <= size(paper.back());
}

std::string values_text(const std::string& dimension, const std::vector<std::string>& values) {
  if (dimension == "n" && values.size() == 2) return fmt::format("{} to {}", values.front(), values.back());
  return fmt::format("{}", fmt::join(values, ", "));
}

std::string line(const RanConfiguration& ran) {
  std::vector<std::string> parts;
  if (!ran.differ.empty()) parts.push_back(fmt::format("differs: {}", fmt::join(ran.differ, ", ")));
  if (!ran.same.empty()) parts.push_back(fmt::format("as in the paper: {}", fmt::join(ran.same, ", ")));
  if (const auto unsourced = unsourced_texts(ran); !unsourced.empty())
    parts.push_back(fmt::format("no paper value: {}", fmt::join(unsourced, ", ")));
  return fmt::format("`{}`{}{}", ran.algorithm, parts.empty() ? "" : " ", fmt::join(parts, "; "));
}

}  // namespace

std::vector<std::string> unsourced_texts(const RanConfiguration& ran) {
  std::vector<std::string> texts;
  for (const auto& [name, values] : ran.unsourced) {
    texts.push_back(fmt::format("{} = {}", name, fmt::join(values, " or ")));
  }
  return texts;
}

RanSetup ran_setup(const Claim& claim, const Judgement& judgement) {
  RanSetup setup;
  std::vector<const TrialResult*> rows;
  for (const ComparedRows& pair : judgement.pairs) rows.push_back(pair.faster);
  for (const ComparedRows& pair : judgement.pairs) {
    if (pair.than != nullptr) rows.push_back(pair.than);
  }
  for (const TrialResult* row : rows) {
    RanConfiguration ran = ran_configuration(*row, claim.paper_values);
    const auto known = std::ranges::find_if(setup.configurations, [&ran](const RanConfiguration& other) {
      return ran.algorithm == other.algorithm && ran.same == other.same && ran.differ == other.differ;
    });
    if (known == setup.configurations.end()) {
      setup.configurations.push_back(std::move(ran));
      continue;
    }
    for (const auto& [name, values] : ran.unsourced) known->unsourced[name].insert(values.begin(), values.end());
  }
  for (const auto& [dimension, paper] : claim.paper_problems) {
    if (paper.empty()) continue;
    std::vector<std::string> others;
    for (const TrialResult* row : rows) {
      if (is_in_paper(dimension, *row, paper)) continue;
      const std::string value = dimension == "n" ? size_text(row->n) : value_of(*row, dimension);
      if (std::ranges::find(others, value) == others.end()) others.push_back(value);
    }
    if (others.empty()) continue;
    setup.problems.push_back(
        fmt::format("{} = {} (paper: {})", dimension, fmt::join(others, ", "), values_text(dimension, paper)));
  }
  return setup;
}

std::string problems_text(const PaperProblems& problems) {
  std::vector<std::string> parts;
  for (const auto& [dimension, values] : problems) {
    if (!values.empty()) parts.push_back(fmt::format("{} = {}", dimension, values_text(dimension, values)));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string setup_text(const RanSetup& setup) {
  std::vector<std::string> parts;
  for (const RanConfiguration& ran : setup.configurations) parts.push_back(line(ran));
  if (!setup.problems.empty()) parts.push_back(fmt::format("problems differ: {}", fmt::join(setup.problems, "; ")));
  return fmt::format("{}", fmt::join(parts, ". "));
}

}  // namespace texelsort::app
