#include "app/cli/check_selection.h"

#include <tuple>

#include <fmt/format.h>

#include "app/cli/option_group.h"
#include "app/shell.h"
#include "compute/data/distribution.h"
#include "compute/data/error.h"
#include "compute/data/records.h"

namespace texelsort::app {

namespace {

using algorithms::CheckCase;

/// Fields of records are checked on the host, word by word: no more than these at a time.
constexpr std::uint64_t most_field_words = std::uint64_t{1} << 24;

/// The matrix's combinations with these sizes in place of its own; a worked example has its own size or is left out.
std::vector<CheckCase> with_sizes(const std::vector<CheckCase>& cases, const std::vector<std::uint64_t>& sizes) {
  std::set<std::tuple<data::KeyType, std::string, data::Order, std::string, data::Comparison, bool,
                      std::map<std::string, std::string>>>
      seen;
  std::vector<CheckCase> result;
  std::size_t turn = 0;
  for (CheckCase each : cases) {
    const std::string payload = data::payload_text(each.payload, each.shape);
    const bool single = each.ranks.size() == 1;  // of a selection: one element to find, not several
    if (!seen.emplace(each.type, payload, each.order, each.distribution, each.comparison, single, each.parameters)
             .second) {
      continue;
    }
    const auto fixed_n = data::find_distribution(each.distribution).fixed_n;
    for (const std::uint64_t n : sizes) {
      if (fixed_n && *fixed_n != n) continue;
      if (n * each.shape.fields > most_field_words) continue;
      each.n = n;
      if (!each.ranks.empty()) {
        if (n == 0) continue;
        each.ranks = algorithms::checked_ranks(n, each.seed);
        if (single) each.ranks = {each.ranks[turn++ % each.ranks.size()]};
      }
      result.push_back(each);
    }
  }
  return result;
}

/// A payload and the number of a record's fields.
std::pair<data::PayloadKind, std::uint32_t> payload_option(const std::string& text) {
  const auto choice = data::parse_payload_choice(text);
  if (!choice) {
    throw UsageError(fmt::format("'{}' is no payload: none, index, index64, record:M with M fields of 32 bits", text));
  }
  return {choice->kind, choice->fields};
}

}  // namespace

void CheckSelectionOptions::add(const OptionGroup& group) {
  group.list("-t,--type", "TYPE", types, "only these key types", listed(key_types));
  group.list("--payload", "WORD", payloads, "only what travels with keys so: none, index, index64, record:M",
             listed("none, index, index64, record:M"));
  group.list("-d,--distribution", "NAME", distributions, "only these distributions", distribution_names);
  group.list("-n,--count", "SIZE", sizes, "these sizes instead of the matrix's own");
  parameters.add_assignments(group, "a parameter's value for the algorithms that have it, repeated");
  auto* everything = group.flag("--full", full, "every combination, large sizes included (takes long)");
  group.flag("--quick", quick, "every pair of values of two axes; with -n every combination of the others (default)")
      ->excludes(everything);
  add_seed_option(group, seed);
}

std::string CheckSelectionOptions::command_line() const {
  std::string words;
  const auto add = [&words](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) words += fmt::format(" {} {}", option, shell_quoted(value));
  };
  add("-t", types);
  add("--payload", payloads);
  add("-d", distributions);
  add("-n", sizes);
  add("-p", parameters.assignments);
  if (full) words += " --full";
  return words + fmt::format(" --seed {}", seed);
}

CheckSelection::CheckSelection(const CheckSelectionOptions& options) : options_(options) {
  for (const std::string& type : options.types) types_.insert(key_type_option(type));
  for (const std::string& payload : options.payloads) payloads_.insert(payload_option(payload));
  for (const std::string& name : options.distributions) {
    distributions_.insert(std::string(data::find_distribution(name).name));
  }
  for (const std::string& size : options.sizes) sizes_.push_back(size_option(size, "-n"));
}

std::vector<CheckCase> CheckSelection::cases(const algorithms::Algorithm& algorithm) const {
  // A covering array would lose pairs with its sizes: given sizes run with every combination of the other axes.
  const auto some = sizes_.empty() ? algorithms::Depth::quick : algorithms::Depth::product;
  auto cases = check_matrix(algorithm, options_.full ? algorithms::Depth::full : some, options_.seed);
  if (!sizes_.empty()) cases = with_sizes(cases, sizes_);
  std::erase_if(cases, [this](const CheckCase& each) {
    return (!types_.empty() && !types_.contains(each.type)) ||
           (!payloads_.empty() && !payloads_.contains({each.payload, each.shape.fields})) ||
           (!distributions_.empty() && !distributions_.contains(each.distribution));
  });
  const auto overrides = options_.parameters.overrides(algorithm);
  for (CheckCase& each : cases) {
    each.seed = options_.seed;
    for (const auto& [name, value] : overrides) each.parameters[name] = value;  // run_check() takes what fits
  }
  return cases;
}

}  // namespace texelsort::app
