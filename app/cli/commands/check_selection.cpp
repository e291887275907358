#include "app/cli/commands/check_selection.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/problem/option_group.h"
#include "compute/data/error.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/keys/records.h"

namespace texelsort::app {

namespace {

using algorithms::CheckCase;

/// Greatest size of the record fields of a case, in 32-bit words. The limit bounds the time in which the host checks
/// each word.
constexpr std::uint64_t most_field_words = std::uint64_t{1} << 24;

/// Returns the cases once for each size in `sizes`. A worked example has a fixed size. It is omitted unless `sizes`
/// contains that size.
std::vector<CheckCase> with_sizes(const std::vector<CheckCase>& cases, const std::vector<std::uint64_t>& sizes) {
  std::set<std::tuple<data::KeyType, std::string, data::Order, std::string, data::Comparison, bool,
                      std::map<std::string, std::string>>>
      seen;
  std::vector<CheckCase> result;
  std::size_t turn = 0;
  for (CheckCase each : cases) {
    const std::string payload = data::payload_text(each.payload, each.shape);
    const bool single = each.ranks.size() == 1;  // true if the selection case has only one rank to find
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

/// Reads a payload option. For records, the second result is the number of fields.
std::pair<data::PayloadKind, std::uint32_t> payload_option(const std::string& text) {
  const auto choice = data::parse_payload_choice(text);
  if (!choice) {
    throw UsageError(
        fmt::format("unknown payload '{}': choose from none, index, index64, record:M with M fields of 32 bits", text));
  }
  return {choice->kind, choice->fields};
}

constexpr auto order_words = "asc, desc", comparison_words = "natural, magnitude, ones",
               layout_words = "by-field, hybrid, by-record", rank_words = "one, several";

enum class Ranks : std::uint8_t { none, one, several };

Ranks ranks_of(const CheckCase& one) {
  return one.ranks.empty() ? Ranks::none : one.ranks.size() == 1 ? Ranks::one : Ranks::several;
}

std::optional<Ranks> parse_ranks(std::string_view text) {
  if (text == "one") return Ranks::one;
  return text == "several" ? std::optional(Ranks::several) : std::nullopt;
}

/// Returns a function that reads a word with `parse`. For an invalid word, it throws UsageError with `list`, the valid
/// words.
template <class Value>
auto reader(const char* option, const char* list, std::optional<Value> (*parse)(std::string_view)) {
  return [=](const std::string& word) {
    if (const std::optional<Value> value = parse(word)) return *value;
    throw UsageError(fmt::format("{} {}: expected one of {}", option, word, list));
  };
}

std::uint64_t sequences_option(const std::string& text) {
  const std::uint64_t count = size_option(text, "--sequences");
  if (count == 0) throw UsageError("--sequences 0: expected at least one sequence");
  return count;
}

/// Returns the layout of a case's records, or nothing if the case has no records.
std::optional<data::Layout> layout_of(const CheckCase& one) {
  return one.payload == data::PayloadKind::record ? std::optional(one.shape.layout) : std::nullopt;
}

}  // namespace

void CheckSelectionOptions::add(const OptionGroup& group) {
  group.list("-t,--type", "TYPE", types, "only these key types", listed(key_types));
  group.list("--payload", "WORD", payloads,
             "only these payloads, the data that moves with each key: none, index, index64, record:M",
             listed("none, index, index64, record:M"));
  group.list("-d,--distribution", "NAME", distributions, "only these distributions", distribution_names);
  group.list("--order", "WORD", orders, "only these orders of the result: " + std::string(order_words),
             listed(order_words));
  group.list("--compare", "WORD", comparisons,
             "only these comparisons, for sorts that only compare keys: " + std::string(comparison_words),
             listed(comparison_words));
  group.list("--layout", "WORD", layouts, "only records in these layouts: " + std::string(layout_words),
             listed(layout_words));
  group.list("--sequences", "K", sequences, "only merges of K sequences");
  group.list("--ranks", "WORD", ranks, "only selections that find one key, or several: " + std::string(rank_words),
             listed(rank_words));
  group.list("-n,--count", "SIZE", sizes,
             "these numbers of keys (default: sizes at the edges of rows, tiles and workgroups)");
  parameters.add_assignments(group, "set a parameter of all algorithms that have it; may be repeated");
  auto* everything = group.flag("--full", full, "every combination of values, large sizes included (takes long)");
  auto* some = group.flag(
      "--quick", quick, "every pair of values at least once (default); with -n, every combination of the other values");
  if (some != nullptr) some->excludes(everything);
  add_seed_option(group, seed);
}

std::string CheckSelectionOptions::command_line() const {
  CommandWords words;
  CheckSelectionOptions(*this).add(OptionGroup(words));
  return words.line;
}

template <class Read, class ValueOf>
void CheckSelection::add(const char* option, const std::vector<std::string>& words, Read read, ValueOf value_of) {
  if (words.empty()) return;
  std::vector<decltype(value_of(CheckCase{}))> values;
  for (const std::string& word : words) values.push_back(read(word));
  filters_.push_back({fmt::format("{} {}", option, fmt::join(words, ",")), [values, value_of](const CheckCase& one) {
                        return std::ranges::find(values, value_of(one)) != values.end();
                      }});
}

CheckSelection::CheckSelection(const CheckSelectionOptions& options, const cuda::ExecutionOptions& execution)
    : options_(options), execution_(execution) {
  const auto find_name = [](const std::string& name) { return std::string(data::find_distribution(name).name); };
  add("-t", options.types, key_type_option, [](const CheckCase& one) { return one.type; });
  add("--payload", options.payloads, payload_option,
      [](const CheckCase& one) { return std::pair(one.payload, one.shape.fields); });
  add("-d", options.distributions, find_name, [](const CheckCase& one) { return one.distribution; });
  add("--order", options.orders, reader("--order", order_words, data::parse_order),
      [](const CheckCase& one) { return one.order; });
  add("--compare", options.comparisons, reader("--compare", comparison_words, data::parse_comparison),
      [](const CheckCase& one) { return one.comparison; });
  add("--layout", options.layouts, reader("--layout", layout_words, data::parse_layout), layout_of);
  add("--sequences", options.sequences, sequences_option, [](const CheckCase& one) { return one.sequences; });
  add("--ranks", options.ranks, reader("--ranks", rank_words, parse_ranks), ranks_of);
  for (const std::string& size : options.sizes) sizes_.push_back(size_option(size, "-n"));
}

std::vector<CheckCase> CheckSelection::matrix(const algorithms::Algorithm& algorithm) const {
  // Without sizes on the command line, a covering array suffices. With sizes, use the product of the other axes: new
  // sizes would destroy pairs of a covering array.
  const auto some = sizes_.empty() ? algorithms::Depth::quick : algorithms::Depth::product;
  return check_matrix(algorithm, options_.full ? algorithms::Depth::full : some, options_.seed);
}

std::vector<CheckCase> CheckSelection::cases(const algorithms::Algorithm& algorithm) const {
  auto cases = matrix(algorithm);
  std::erase_if(cases, [this](const CheckCase& one) {
    return std::ranges::any_of(filters_, [&](const Filter& filter) { return !filter.keeps(one); });
  });
  if (!sizes_.empty()) cases = with_sizes(cases, sizes_);
  const auto overrides = options_.parameters.overrides(algorithm);
  for (CheckCase& each : cases) {
    each.seed = options_.seed;
    each.execution = execution_;
    // run_check() drops overrides without effect.
    for (const auto& [name, value] : overrides) each.parameters[name] = value;
  }
  return cases;
}

void CheckSelection::refuse_nothing(std::span<const algorithms::Algorithm* const> chosen) const {
  std::vector<CheckCase> left;
  for (const algorithms::Algorithm* algorithm : chosen) {
    for (CheckCase& one : matrix(*algorithm)) left.push_back(std::move(one));
  }
  for (const Filter& filter : filters_) {
    if (std::ranges::any_of(left, filter.keeps)) continue;
    throw UsageError(
        fmt::format("there is nothing to check, because no case of these algorithms has {}", filter.words));
  }
  std::string before;
  for (const Filter& filter : filters_) {
    std::erase_if(left, [&](const CheckCase& one) { return !filter.keeps(one); });
    if (left.empty()) {
      throw UsageError(fmt::format("there is nothing to check, because no case with{} has {}", before, filter.words));
    }
    before += " " + filter.words;
  }
  if (sizes_.empty()) throw UsageError("there is nothing to check, because these algorithms have no cases");
  throw UsageError(fmt::format("there is nothing to check, because no case{} can have -n {}",
                               before.empty() ? "" : " with" + before, fmt::join(options_.sizes, ",")));
}

}  // namespace texelsort::app
