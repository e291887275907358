#include <algorithm>
#include <array>
#include <memory>

#include <fmt/ranges.h>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/network_verdict.h"
#include "app/problem/algorithm_options.h"
#include "app/problem/json_document.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "compute/algorithms/registry.h"
#include "compute/algorithms/scripted/scripted_sort.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/text/number.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/network/analysis.h"
#include "compute/network/drawing.h"
#include "compute/network/generators.h"
#include "compute/network/reader.h"

namespace texelsort::app {
namespace {

/// Maximum sizes of a network for one subcommand of `network`. The places are checked before the network is generated,
/// the comparators afterwards.
struct Limits {
  const char* what;
  std::uint64_t places;
  std::uint64_t comparators;
};
constexpr Limits printing{"print", 1 << 16, 1 << 23};        // limits the output to about 100 MB of text
constexpr Limits drawing{"draw", 1024, 1 << 17};             // limits the output to about 50 MB of SVG
constexpr Limits analysing{"analyse", 1 << 24, 1ull << 32};  // limits the time to some seconds for the network's depth
constexpr Limits verifying{"verify", 1 << 20, 1ull << 30};   // limits the time to one or two seconds
// Few places: odd-even transposition has n * n / 2 comparators.
constexpr Limits comparing{"compare", 1 << 13, 1ull << 32};

/// Options of all subcommands of `network`. Each subcommand uses some of these options.
struct Options {
  std::string name;  ///< name of the network; if empty, `compare` uses every network, and other subcommands use bitonic
  std::string n;  ///< number of places; if empty, the file's number of places, or network::usual_places without a file
  std::string values;
  std::string notation = "text";
  std::string output = "-";
  std::uint64_t pass = 0;
  bool svg = false;
  bool ascii = false;
  bool json = false;
  AlgorithmOptions sort;  ///< values of parameters, if the network is a user's sort
};

std::optional<std::uint64_t> asked_places(const Options& options) {
  if (options.n.empty()) return std::nullopt;
  const auto n = data::parse_size(options.n);
  if (!n)
    throw UsageError("-n: '" + options.n +
                     "' is not a number of places: write a number such as 8, 1000, 1k or "
                     "2^10");
  return n;
}

void check_places(std::uint64_t n, const Limits& limits) {
  if (n <= limits.places) return;
  throw UsageError(fmt::format("-n: {} places are too many to {}: use at most {}", n, limits.what, limits.places));
}

void check_size(const network::Network& network, const Limits& limits) {
  check_places(network.n, limits);
  const std::uint64_t size = network::size(network);
  if (size > limits.comparators) {
    throw UsageError(fmt::format("{} on {} places has {} comparators, which are too many to {}: use fewer places",
                                 network.id, network.n, size, limits.what));
  }
}

/// Calls `resolve` with the name of a network, or of a file that contains networks, and the number of places.
template <class Resolve>
auto resolve_by(Resolve&& resolve, const Options& options, std::optional<std::uint64_t> n, const Limits& limits) {
  const std::string name = options.name.empty() ? "bitonic" : options.name;
  show_progress(fmt::format("network {} {}", limits.what, name));
  if (n) check_places(*n, limits);
  return resolve(name, n);
}

/// Returns the network of a file, of a family, or of a user's sort in a folder.
network::Network network_of(const std::string& name, std::optional<std::uint64_t> n,
                            const std::vector<std::string>& assignments) {
  if (!algorithms::names_scripted_sort(name)) {
    if (assignments.empty()) return network::resolve_network(name, n);
    throw UsageError(fmt::format("-p: the network {} has no parameters: name the folder of your own sort", name));
  }
  if (!assignments.empty()) {
    return algorithms::scripted_network(name, n.value_or(network::usual_places), parse_assignments(assignments));
  }
  const network::Family* const family = algorithms::find_algorithm(name).network();
  if (family == nullptr) {
    throw UsageError(fmt::format("{}: is no network: not all of its passes claim compare_exchange", name));
  }
  return family->generate(n.value_or(network::usual_places));
}

network::Network resolve(const Options& options, std::optional<std::uint64_t> n, const Limits& limits) {
  const auto read = [&](const std::string& name, std::optional<std::uint64_t> places) {
    return network_of(name, places, options.sort.assignments);
  };
  network::Network network = resolve_by(read, options, n, limits);
  check_size(network, limits);
  return network;
}

const network::Family* find_family(const std::string& id) {
  const auto known = network::families();
  const auto family = std::ranges::find(known, id, &network::Family::id);
  return family == known.end() ? nullptr : &*family;
}

void write(const std::string& text, const std::string& path) {
  show_progress("");
  if (path == "-") {
    fmt::print("{}", text);
  } else {
    data::write_file_atomically(path, text);
  }
}

std::vector<std::string> split_values(const std::string& text) {
  std::vector<std::string> values;
  std::string value;
  for (const char c : text + ',') {
    if (c != ',' && c != ' ') {
      value += c;
    } else if (!value.empty()) {
      values.push_back(std::exchange(value, {}));
    }
  }
  return values;
}

/// Format in which a subcommand writes a network.
struct Notation {
  const char* name;
  std::string (*print)(const network::Network&);
};
constexpr std::array notations{
    Notation{"text", [](const network::Network& network) { return network::print(network); }},
    Notation{"json", network::print_json},
    Notation{"list", network::print_tuples},
    Notation{"flat", network::print_flat_tuples},
    Notation{"sorterhunter", network::print_flat_json},
};

std::vector<std::string> notation_names() {
  std::vector<std::string> names;
  for (const Notation& notation : notations) names.emplace_back(notation.name);
  return names;
}

std::string (*find_notation(const Options& options))(const network::Network&) {
  const std::string name = options.json ? "json" : options.notation;
  if (options.json && options.notation != "text")
    throw UsageError(
        "--json and --as exclude each other: leave out one of "
        "them");
  const auto found =
      std::ranges::find(notations, name, [](const Notation& notation) { return std::string(notation.name); });
  if (found == notations.end()) {
    throw UsageError(fmt::format("--as {}: unknown notation; choose from {}", name, fmt::join(notation_names(), ", ")));
  }
  return found->print;
}

void print_network(const Options& options) {
  const network::Network network = resolve(options, asked_places(options), printing);
  std::string (*const print)(const network::Network&) = find_notation(options);
  write(print(network), options.output);
}

bool wants_svg(const Options& options) {
  return options.svg || (options.output.size() > 4 && options.output.ends_with(".svg"));
}

void draw_network(const Options& options, bool pass_given) {
  network::SvgOptions svg;
  svg.values = split_values(options.values);
  std::optional<std::uint64_t> n = asked_places(options);
  if (!svg.values.empty()) {
    if (n && *n != svg.values.size()) {
      throw UsageError(fmt::format("--values has {} values for {} places: give one value per place, or leave out -n",
                                   svg.values.size(), *n));
    }
    n = svg.values.size();
  }
  const network::Network network = resolve(options, n, drawing);
  if (!wants_svg(options)) {
    if (pass_given || !svg.values.empty()) throw UsageError("--pass and --values need --svg");
    write(network::draw_text(network, options.ascii), options.output);
    return;
  }
  if (options.ascii) throw UsageError("--ascii and --svg exclude each other: leave out one of them");
  if (pass_given) {
    const std::uint64_t passes = network::steps(network);
    if (options.pass < 1 || options.pass > passes) {
      throw UsageError(fmt::format("--pass {}: {} on {} places has only {} passes, numbered from 1", options.pass,
                                   network.id, network.n, passes));
    }
    svg.highlighted_pass = options.pass - 1;
  }
  write(network::draw_svg(network, svg), options.output);
}

void analyse_network(const Options& options) {
  const network::Network network = resolve(options, asked_places(options), analysing);
  const std::uint64_t steps = network::steps(network);
  const std::uint64_t depth = network::depth(network);
  const std::uint64_t size = network::size(network);
  const auto best = network::best_known_bounds(network.n);
  show_progress("");
  if (options.json) {
    const ordered_json json{{"network", network.id},
                            {"n", network.n},
                            {"steps", steps},
                            {"depth", depth},
                            {"size", size},
                            {"best_known_depth", or_null(best.has_value(), best ? best->depth : 0)},
                            {"best_known_size", or_null(best.has_value(), best ? best->size : 0)}};
    fmt::print("{}", json_document("network-analyse", json));
    return;
  }
  const auto beside = [&best](std::uint64_t least) { return best ? fmt::format(", best known {}", least) : ""; };
  const network::Family* family = find_family(network.id);
  fmt::print("{} on {} place{}\n", family != nullptr ? family->title : data::outgoing_text(network.id), network.n,
             network.n == 1 ? "" : "s");
  fmt::print("  stages  {:>12}\n  steps   {:>12}   one pass each\n", network.stages.size(), steps);
  fmt::print("  depth   {:>12}   steps on the longest path{}\n", depth, beside(best ? best->depth : 0));
  fmt::print("  size    {:>12}   comparators{}\n", size, beside(best ? best->size : 0));
  fmt::print("  source  {}\n", family != nullptr ? network::text(family->citation) : data::outgoing_text(options.name));
}

void compare_networks(const Options& options) {
  const auto asked = asked_places(options);
  std::optional<network::Network> given;
  if (!options.name.empty() || !options.sort.assignments.empty()) given = resolve(options, asked, comparing);
  const std::uint64_t n = given ? given->n : asked.value_or(network::usual_places);
  check_places(n, comparing);
  const auto best = network::best_known_bounds(n);
  measure::ResultTable table;
  const auto known = [](const auto& maybe, auto what) -> std::optional<std::uint64_t> {
    if (!maybe) return std::nullopt;
    return std::invoke(what, *maybe);
  };
  const auto add = [&](const std::string& id, const std::optional<network::Network>& network) {
    table.add({{"network", "network", id},
               {"n", "n", n},
               {"steps", "steps", known(network, &network::steps)},
               {"depth", "depth", known(network, &network::depth)},
               {"best_known_depth", "best known", known(best, &network::Bounds::depth)},
               {"size", "size", known(network, &network::size)},
               {"best_known_size", "best known", known(best, &network::Bounds::size)}});
  };
  if (given) add(given->id, given);
  for (const network::Family& family : network::families()) {
    if (given && given->id == family.id) continue;
    const bool exists = !family.max_n || n <= *family.max_n;
    show_progress("network compare " + family.id);
    add(family.id, exists ? std::optional(family.generate(n)) : std::nullopt);
  }
  show_progress("");
  fmt::print("{}", options.json ? json_document("network-compare", "networks", table) : measure::text_table(table));
}

void verify_network(const Options& options) {
  if (algorithms::names_scripted_sort(options.name) || !options.sort.assignments.empty()) {
    return report_verdict(resolve(options, asked_places(options), verifying), options.json);
  }
  const auto list = resolve_by(network::resolve_networks, options, asked_places(options), verifying);
  for (const auto& [title, network] : list) check_size(network, verifying);
  if (list.size() == 1) return report_verdict(list.front().network, options.json);
  report_verdicts(list, options.json);
}

CLI::App* add_action(CLI::App& parent, const char* name, const char* description, Options& options) {
  CLI::App* action = parent.add_subcommand(name, description);
  const OptionGroup group(*action);
  group.value(
      "NETWORK", "NAME-OR-FILE", options.name,
      "name of a network (see texelsort list networks), a file of comparators, FILE#3 for the third network of a "
      "list, or comparators: '0:1,2:3;0:2,1:3;1:2'",
      network_ids);
  group.value("-n,--places", "SIZE", options.n,
              "number of places, such as 8, 1000, 1k or 2^10 (default: 8, or that of the file)");
  options.sort.add_assignments(group, "set a parameter of your own sort, if NETWORK is its folder; may be repeated");
  return action;
}

void add_output_option(const OptionGroup& group, Options& options) {
  group.value("-o,--output", "FILE", options.output, "file to write; - for standard output");
}

}  // namespace

void add_network_command(CLI::App& app) {
  // The callbacks share ownership of the options, because they run after this function has returned.
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("network", "Print, draw, analyse, verify or compare comparator networks");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  texelsort network draw bitonic -n 8\n"
      "  texelsort network draw --values 3,7,4,8,6,2,1,5 --pass 4 -o stage3.svg\n"
      "  texelsort network print -n 16\n"
      "  texelsort network analyse -n 2^20 --json\n"
      "  texelsort network verify bitonic -n 20\n"
      "  texelsort network verify mine.txt\n"
      "  texelsort network compare -n 16");

  CLI::App* print = add_action(*command, "print", "List the comparators step by step", *options);
  print->add_flag("--json", options->json, "print JSON");
  const OptionGroup form(*print);
  form.value(
      "--as", "NOTATION", options->notation,
      "notation: text (default), json, list ([(0,1),(2,3)], one line per step), flat ((0,1),(2,3)) or sorterhunter "
      "(JSON with \"nw\")",
      notation_names);
  add_output_option(form, *options);
  print->callback([options] { print_network(*options); });
  print->footer(
      "In text, a comparator names first the place that receives the smaller key, and semicolons separate steps:\n"
      "0:1,2:3;0:2,1:3;1:2. texelsort reads all notations back from files.\n"
      "Examples:\n"
      "  texelsort network print bitonic -n 4\n"
      "  texelsort network print pairwise -n 16 --json -o pairwise.json\n"
      "  texelsort network print sorting_networks.html#12 --as list");

  CLI::App* draw = add_action(*command, "draw", "Draw the network as text or SVG", *options);
  const OptionGroup group(*draw);
  group.flag("--svg", options->svg, "draw an SVG picture; implied by an output file that ends in .svg");
  group.flag("--ascii", options->ascii, "draw text without line-drawing characters");
  CLI::Option* pass = group.value("--pass", "PASS", options->pass, "SVG: pass to highlight, from 1");
  group.value("--values", "LIST", options->values, "SVG: input values, one per place, separated by commas");
  add_output_option(group, *options);
  draw->callback([options, pass] { draw_network(*options, pass->count() > 0); });
  draw->footer(
      "Examples:\n"
      "  texelsort network draw -n 4 --ascii\n"
      "  texelsort network draw --values 3,7,4,8,6,2,1,5 --pass 4 -o stage3.svg");

  CLI::App* analyse = add_action(*command, "analyse", "Count steps, depth and comparators", *options);
  analyse->alias("analyze");
  analyse->add_flag("--json", options->json,
                    "print one JSON object: network, n, steps, depth, size and the best known");
  analyse->callback([options] { analyse_network(*options); });
  analyse->footer("Example:\n  texelsort network analyse -n 2^20 --json");

  CLI::App* verify = add_action(*command, "verify", "Test by the 0-1 principle that a network sorts", *options);
  verify->add_flag("--json", options->json, "print one JSON object: network, n, method, inputs, sorts, counterexample");
  verify->callback([options] { verify_network(*options); });
  verify->footer(
      "For up to 32 places, texelsort tries all inputs of zeros and ones, which is a proof. For more places it tries\n"
      "random ones and says so. If an input stays unsorted, the exit code is 1, and texelsort prints the smallest\n"
      "such input, or the first one found. In a file with several networks, such as B. Dobbelaere's list of sorting\n"
      "networks, it tests each.\n"
      "Examples:\n"
      "  texelsort network verify bitonic -n 20\n"
      "  texelsort network verify mine.txt\n"
      "  texelsort network verify sorting_networks.html\n"
      "  texelsort network verify '[(0,1),(2,3)] [(0,2),(1,3)] [(1,2)]'");

  CLI::App* compare = add_action(
      *command, "compare", "Compare steps, depth and size of all networks of the same number of places", *options);
  compare->add_flag("--json", options->json, "print one JSON object with an array of networks");
  compare->callback([options] { compare_networks(*options); });
  compare->footer(
      "The named network or file comes first. \"best known\" is the least depth and the least size of all known\n"
      "sorting networks, for up to 16 places.\n"
      "Examples:\n"
      "  texelsort network compare -n 16\n"
      "  texelsort network compare mine.txt --json");
}

}  // namespace texelsort::app
