#include <algorithm>

#include <fmt/ranges.h>

#include "app/cli/reports/listings.h"
#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"

namespace texelsort::app {

namespace {

using algorithms::Algorithm;
using algorithms::ParameterSpec;

std::string in_code(const std::string& text) {
  return "`" + text + "`";
}

/// Returns the part of an algorithm's id after the slash: "srts@cuda", "grouped-quads".
std::string name_in_family(const Algorithm& algorithm) {
  return algorithm.info().id.substr(algorithm.info().id.rfind('/') + 1);
}

/// Returns an algorithm's id. The ids of network algorithms get the word NETWORK instead of the network's name, as in
/// "NETWORK/fused".
std::string general_id(const Algorithm& algorithm) {
  return algorithm.method() == nullptr ? algorithm.info().id : "NETWORK/" + algorithm.method()->id;
}

/// Returns one algorithm per id of general_id(): the first in the registry's order.
std::vector<const Algorithm*> representatives() {
  std::vector<const Algorithm*> chosen;
  for (const auto& algorithm : algorithms::registry()) {
    const std::string id = general_id(*algorithm);
    if (std::ranges::none_of(chosen, [&id](const Algorithm* known) { return general_id(*known) == id; })) {
      chosen.push_back(algorithm.get());
    }
  }
  return chosen;
}

void add_once(std::vector<std::string>& list, const std::string& word) {
  if (!word.empty() && std::ranges::find(list, word) == list.end()) list.push_back(word);
}

/// Returns the authors and the year of a source, for example "N. Leischner 2010".
std::string short_source(const network::Citation& citation) {
  return citation.year == 0 ? citation.authors : fmt::format("{} {}", citation.authors, citation.year);
}

struct FamilyRow {
  std::vector<std::string> ids, tasks, names, sources;
};

std::vector<FamilyRow> family_rows() {
  std::vector<FamilyRow> rows;
  for (const auto& algorithm : algorithms::registry()) {
    const algorithms::AlgorithmInfo& info = algorithm->info();
    auto row = std::ranges::find_if(rows, [&info](const FamilyRow& known) { return known.ids.front() == info.family; });
    if (row == rows.end()) row = rows.insert(rows.end(), FamilyRow{{info.family}, {}, {}, {}});
    add_once(row->tasks, std::string(name(info.task)));
    add_once(row->names, name_in_family(*algorithm));
    add_once(row->sources, short_source(algorithm->network() ? algorithm->network()->citation : info.citation));
  }
  return rows;
}

/// Joins families into one row if they have the same tasks and algorithm names.
std::vector<FamilyRow> joined(const std::vector<FamilyRow>& rows) {
  std::vector<FamilyRow> few;
  for (const FamilyRow& row : rows) {
    const auto same = std::ranges::find_if(
        few, [&row](const FamilyRow& known) { return known.names == row.names && known.tasks == row.tasks; });
    if (same == few.end()) {
      few.push_back(row);
      continue;
    }
    same->ids.push_back(row.ids.front());
    for (const std::string& source : row.sources) add_once(same->sources, source);
  }
  return few;
}

std::string specs_table(const std::vector<ParameterSpec>& specs) {
  measure::ResultTable table;
  for (const ParameterSpec& spec : specs) {
    table.add({{"", "parameter", in_code(spec.name)},
               {"", "default", spec.default_value},
               {"", "paper", spec.paper_value.empty() ? "-" : spec.paper_value},
               {"", "domain", text(spec.domain) + (spec.unit.empty() ? "" : " (" + spec.unit + ")")},
               {"", "what", help_text(spec)}});
  }
  return measure::markdown_table(table);
}

bool same_specs(const std::vector<ParameterSpec>& a, const std::vector<ParameterSpec>& b) {
  return std::ranges::equal(a, b, [](const ParameterSpec& x, const ParameterSpec& y) {
    return x.name == y.name && x.default_value == y.default_value && x.paper_value == y.paper_value &&
           help_text(x) == help_text(y) && text(x.domain) == text(y.domain);
  });
}

/// Returns the parameters that an algorithm has only for sorting records.
std::vector<ParameterSpec> record_specs(const Algorithm& algorithm) {
  std::vector<ParameterSpec> specs = parameters_for(algorithm, data::PayloadKind::record);
  std::erase_if(specs, [&algorithm](const ParameterSpec& spec) {
    return std::ranges::find(algorithm.parameters(), spec.name, &ParameterSpec::name) != algorithm.parameters().end();
  });
  return specs;
}

}  // namespace

std::string algorithms_markdown() {
  measure::ResultTable table;
  for (const Algorithm* algorithm : representatives()) {
    const algorithms::AlgorithmInfo& info = algorithm->info();
    const bool on_network = algorithm->network() != nullptr;
    const bool network_cites = on_network && info.backend == algorithms::Backend::cpu;
    table.add({{"", "algorithm", in_code(general_id(*algorithm))},
               {"", "backend", name(info.backend)},
               {"", "what it does", on_network ? info.summary : fmt::format("{}. {}", info.title, info.summary)},
               {"", "stable", keeps_ties_as_chosen(*algorithm, nullptr, {})},
               {"", "any comparison", info.compares},
               {"", "source", network_cites ? "that of the network" : network::text(info.citation)}});
  }
  return measure::markdown_table(table);
}

measure::ResultTable families_table(const std::string& quote) {
  measure::ResultTable table;
  const auto quoted = [&quote](const std::vector<std::string>& ids) {
    return fmt::format("{0}{1}{0}", quote, fmt::join(ids, quote + ", " + quote));
  };
  for (const FamilyRow& row : joined(family_rows())) {
    table.add({{"family", "family", quoted(row.ids)},
               {"task", "task", fmt::format("{}", fmt::join(row.tasks, ", "))},
               {"algorithms", "algorithms", quoted(row.names)},
               {"sources", "sources", fmt::format("{}", fmt::join(row.sources, "; "))}});
  }
  return table;
}

std::string parameters_markdown(const Algorithm& algorithm) {
  if (algorithm.parameters().empty()) return fmt::format("{} has no parameters\n", in_code(algorithm.info().id));
  return specs_table(algorithm.parameters());
}

std::string all_parameters_markdown() {
  struct Section {
    std::vector<std::string> ids;
    std::vector<ParameterSpec> specs;
  };
  std::vector<Section> sections;
  std::vector<ParameterSpec> of_records;
  std::vector<std::string> without;
  for (const Algorithm* algorithm : representatives()) {
    const std::vector<ParameterSpec>& specs = algorithm->parameters();
    if (of_records.empty()) of_records = record_specs(*algorithm);
    const auto same =
        std::ranges::find_if(sections, [&specs](const Section& known) { return same_specs(known.specs, specs); });
    if (specs.empty()) {
      without.push_back(in_code(general_id(*algorithm)));
    } else if (same != sections.end()) {
      same->ids.push_back(in_code(general_id(*algorithm)));
    } else {
      sections.push_back({{in_code(general_id(*algorithm))}, specs});
    }
  }
  std::string text;
  for (const Section& section : sections) {
    text += fmt::format("## {}\n\n{}\n", fmt::join(section.ids, ", "), specs_table(section.specs));
  }
  text += fmt::format("## Records\n\nWhat every sort has besides for `--payload record:M`:\n\n{}\n",
                      specs_table(of_records));
  return text + fmt::format("Without parameters: {}.\n", fmt::join(without, ", "));
}

}  // namespace texelsort::app
