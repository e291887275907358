#include <map>
#include <memory>

#include <fmt/ranges.h>

#include "app/cli/commands/commands.h"
#include "app/cli/options/device_options.h"
#include "app/cli/reports/listings.h"
#include "app/problem/json_document.h"
#include "app/problem/option_group.h"
#include "compute/algorithms/registry.h"
#include "compute/algorithms/scripted/fields.h"
#include "compute/data/error.h"
#include "compute/data/keys/comparison.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/network/generators.h"

namespace texelsort::app {

namespace {

struct ListOptions {
  std::string what = "algorithms";
  std::string algorithm;
  std::string format = "text";  ///< output format: text or markdown
  bool json = false;
  bool markdown() const { return format == "markdown"; }
  DeviceOptions device;
  std::optional<std::uint64_t> n;     ///< number of keys for which parameter values are chosen
  std::optional<data::KeyType> type;  ///< key type for which parameter values are chosen
};

/// Default number of keys in the list of parameters. Smaller inputs have default values that are chosen for
/// viewing, not for speed.
constexpr std::uint64_t usual_n = 1 << 20;

/// Prints a list as text, Markdown or JSON. `what` is the name of the list and of its array in the JSON document.
void print(const ListOptions& options, const std::string& what, const measure::ResultTable& table) {
  fmt::print("{}", options.json         ? json_document("list-" + what, what, table)
                   : options.markdown() ? measure::markdown_table(table)
                                        : measure::text_table(table));
}

/// Returns the names of key types, orders or payloads.
template <typename Value>
std::vector<std::string_view> names_of(const std::vector<Value>& values) {
  std::vector<std::string_view> names;
  for (const Value value : values) names.push_back(data::name(value));
  return names;
}

void list_algorithms(ListOptions& options) {
  if (options.markdown()) {
    fmt::print("{}", algorithms_markdown());
    return;
  }
  const gpu::DeviceInfo* device = info_of(options.device.device_if_any());
  measure::ResultTable table;
  auto array = ordered_json::array();
  for (const auto& algorithm : algorithms::registry()) {
    const algorithms::AlgorithmInfo& info = algorithm->info();
    const algorithms::Availability availability = algorithm->availability(device, {});
    array.push_back({{"id", info.id},
                     {"title", info.title},
                     {"family", info.family},
                     {"backend", algorithms::name(info.backend)},
                     {"available", availability.available},
                     {"reason", availability.reason},
                     {"stable", keeps_ties_as_chosen(*algorithm, device, {})},
                     {"stable_with", values_that_keep_ties(*algorithm, device, {})},
                     {"any_comparison", info.compares},
                     {"types", names_of(info.types)},
                     {"orders", names_of(info.orders)},
                     {"payloads", names_of(accepted_payloads(info))},
                     {"summary", info.summary},
                     {"citation", network::text(info.citation)},
                     {"parameters", parameter_array(*algorithm)}});
    table.add({{"id", "id", info.id},
               {"backend", "backend", name(info.backend)},
               {"title", "title", info.title},
               {"available", "available", availability.available ? "yes" : "no: " + availability.reason}});
  }
  if (options.json) {
    fmt::print("{}", json_document("list-algorithms", ordered_json{{"algorithms", array}}));
    return;
  }
  fmt::print("{}", measure::text_table(table));
}

void list_parameters(ListOptions& options) {
  if (options.algorithm.empty() && options.markdown()) {
    fmt::print("{}", all_parameters_markdown());
    return;
  }
  if (options.algorithm.empty()) {
    throw UsageError("list parameters needs an algorithm, such as: texelsort list parameters bitonic/compute");
  }
  const algorithms::Algorithm& algorithm = algorithms::find_algorithm(options.algorithm);
  if (options.markdown()) {
    fmt::print("{}", parameters_markdown(algorithm));
    return;
  }
  const ParameterQuestion question{.algorithm = &algorithm,
                                   .device = info_of(options.device.device_if_any(algorithm)),
                                   .n = options.n.value_or(usual_n),
                                   .type = options.type.value_or(algorithm.info().types.front()),
                                   .winners = kept_winners()};
  fmt::print("{}", options.json ? parameters_json(question) : parameters_text(question));
}

void list_networks(const ListOptions& options) {
  measure::ResultTable table;
  for (const network::Family& family : network::families()) {
    table.add({{"id", "id", family.id},
               {"title", "title", family.title},
               {"source", "source", network::text(family.citation)}});
  }
  print(options, "networks", table);
}

/// Lists the methods that execute comparator networks, each with the networks that use it.
void list_methods(const ListOptions& options) {
  struct Row {
    const algorithms::Method* method;
    std::string networks;
  };
  std::vector<Row> rows;
  for (const auto& algorithm : algorithms::registry()) {
    const algorithms::Method* method = algorithm->method();
    if (method == nullptr) continue;
    const auto known = std::ranges::find_if(rows, [method](const Row& row) { return row.method->id == method->id; });
    if (known != rows.end()) {
      known->networks += ", " + algorithm->network()->id;
    } else {
      rows.push_back({method, algorithm->network()->id});
    }
  }
  measure::ResultTable table;
  for (const auto& [method, networks] : rows) {
    table.add({{"method", "method", method->id},
               {"backend", "backend", name(method->backend)},
               {"networks", "networks", networks},
               {"summary", "summary", method->summary}});
  }
  print(options, "methods", table);
}

void list_distributions(const ListOptions& options) {
  measure::ResultTable table;
  for (const data::Distribution& distribution : data::distributions()) {
    measure::Cell n;
    if (distribution.fixed_n) {
      n = *distribution.fixed_n;
    } else if (!options.json) {
      n = "any";
    }
    table.add(
        {{"name", "name", distribution.name}, {"n", "n", n}, {"description", "description", distribution.description}});
  }
  print(options, "distributions", table);
}

void list_comparisons(const ListOptions& options) {
  measure::ResultTable table;
  for (const data::Comparison comparison : data::all_comparisons) {
    table.add({{"name", "name", data::name(comparison)}, {"order", "order", data::summary(comparison)}});
  }
  print(options, "comparisons", table);
}

void list_families(const ListOptions& options) {
  print(options, "families", families_table(options.markdown() ? "`" : ""));
}

/// Lists the fields of the tables in the scripts of users' sorts.
void list_fields(const ListOptions& options) {
  using namespace algorithms::scripted;
  measure::ResultTable table;
  std::string text;
  for (const TableSpec& spec : table_specs()) {
    if (options.markdown()) {
      text += fmt::format("\n### `{}`{}\n\n{}\n", spec.name, spec.claim ? ", a claim" : "", spec.help);
      if (!spec.fields.empty()) text += "\n| field | type | default | meaning |\n|---|---|---|---|\n";
    }
    for (const FieldSpec& field : spec.fields) {
      if (options.markdown()) {
        text += fmt::format("| `{}` | {} | {} | {} |\n", field.name, field.type, field.initial, field.help);
      }
      table.add({{"table", "table", spec.name},
                 {"field", "field", field.name},
                 {"type", "type", field.type},
                 {"default", "default", field.initial},
                 {"help", "help", field.help}});
    }
  }
  if (options.markdown()) {
    fmt::print("{}", text);
  } else {
    print(options, "fields", table);
  }
}

void list_devices(const ListOptions& options) {
  if (options.markdown()) throw UsageError("list devices has no Markdown form: leave out --format, or use --json");
  fmt::print("{}", options.json ? devices_json() : data::outgoing_text(devices_text()));
}

void list(ListOptions& options) {
  const std::map<std::string, std::function<void()>> lists{{"algorithms", [&] { list_algorithms(options); }},
                                                           {"families", [&] { list_families(options); }},
                                                           {"networks", [&] { list_networks(options); }},
                                                           {"methods", [&] { list_methods(options); }},
                                                           {"distributions", [&] { list_distributions(options); }},
                                                           {"comparisons", [&] { list_comparisons(options); }},
                                                           {"devices", [&] { list_devices(options); }},
                                                           {"fields", [&] { list_fields(options); }},
                                                           {"parameters", [&] { list_parameters(options); }}};
  const auto found = lists.find(options.what);
  if (found == lists.end()) {
    std::vector<std::string> names;
    for (const auto& [name, action] : lists) names.push_back(name);
    throw UsageError(fmt::format("unknown list '{}'{}; choose from {}", options.what,
                                 data::did_you_mean(options.what, names), fmt::join(names, ", ")));
  }
  if (!options.algorithm.empty() && options.what != "parameters") {
    throw UsageError(fmt::format("unexpected '{}' after 'list {}'", options.algorithm, options.what));
  }
  if ((options.n || options.type) && options.what != "parameters") {
    throw UsageError(
        fmt::format("'list {}' does not depend on -n and -t: leave them out, or use 'list parameters'", options.what));
  }
  found->second();
}

}  // namespace

void add_list_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "list",
      "List algorithms, families, networks, methods, distributions, comparisons, devices, fields or parameters");
  auto options = std::make_shared<ListOptions>();
  const OptionGroup group(*command);
  group.value(
      "WHAT", "", options->what,
      "what to list: algorithms (default), families, networks, methods, distributions, comparisons, devices, fields "
      "of sort.lua, or parameters of ALGORITHM",
      listed("algorithms, families, networks, methods, distributions, comparisons, devices, fields, parameters"));
  group.value("ALGORITHM", "", options->algorithm, "algorithm whose parameters to list", algorithm_ids);
  auto* format = group.value("--format", "FORMAT", options->format,
                             "text (default), or markdown: the tables of the documentation, the same on every machine; "
                             "parameters without ALGORITHM then lists those of all algorithms");
  format->check(CLI::IsMember({"text", "markdown"}));
  group.flag("--json", options->json, "print JSON")->excludes(format);
  group.read(
      "-n,--count", "SIZE", [options](const std::string& text) { options->n = size_option(text, "-n"); },
      "parameters: show the values for this many keys (default: 2^20)");
  group.read(
      "-t,--type", "TYPE", [options](const std::string& text) { options->type = key_type_option(text); },
      "parameters: show the values for this key type (default: u32)");
  command->footer(
      "Examples:\n"
      "  texelsort list\n"
      "  texelsort list algorithms --json\n"
      "  texelsort list parameters bitonic/compute -n 2^24 -t u64\n"
      "  texelsort list algorithms --format markdown\n"
      "  texelsort list devices");
  command->callback([options] { list(*options); });
}

}  // namespace texelsort::app
