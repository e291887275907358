#include "app/cli/network_command.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/files.h"
#include "compute/data/number.h"
#include "compute/network/analysis.h"
#include "compute/network/drawing.h"
#include "compute/network/generators.h"

namespace texelsort::app {
namespace {

constexpr std::uint64_t most_listed = 1 << 16;     // print: 4.5 million comparators, some 55 MB
constexpr std::uint64_t most_analysed = 1 << 24;   // the depth visits every comparator: some seconds
constexpr std::uint64_t most_exhaustive = 24;      // 2^24 inputs: well under a second
constexpr std::uint64_t most_random = 1 << 20;     // verify: a second or two
constexpr std::uint64_t random_trials = 256;       // of 64 inputs each
constexpr std::uint64_t random_work = 1ull << 28;  // comparators times trials; fewer trials for large networks

/// What the subcommands' options set. Each subcommand uses its own part.
struct Options {
  std::string name = "bitonic";
  std::string n = "8";
  std::string values;
  std::string output = "-";
  std::uint64_t pass = 0;
  bool svg = false;
  bool ascii = false;
  bool json = false;
};

std::uint64_t parse_places(const std::string& text) {
  const auto n = data::parse_size(text);
  if (!n) throw UsageError("-n: '" + text + "' is not a number of places; write 8, 1000, 1k or 2^10");
  return *n;
}

network::Network generate(const Options& options, std::uint64_t n, std::uint64_t most, const char* what) {
  const network::Family& family = network::find_family(options.name);
  if (n > most) throw UsageError(fmt::format("-n: {} places are too many to {}; use at most {}", n, what, most));
  return family.generate(n);
}

void write(const std::string& text, const std::string& path) {
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

void print_network(const Options& options) {
  write(network::print(generate(options, parse_places(options.n), most_listed, "print")), options.output);
}

bool wants_svg(const Options& options) {
  return options.svg || (options.output.size() > 4 && options.output.ends_with(".svg"));
}

void draw_network(const Options& options, bool n_given, bool pass_given) {
  network::SvgOptions svg;
  svg.values = split_values(options.values);
  std::uint64_t n = parse_places(options.n);
  if (!svg.values.empty()) {
    if (n_given && n != svg.values.size()) {
      throw UsageError(
          fmt::format("--values has {} entries for {} places; give as many, or leave out -n", svg.values.size(), n));
    }
    n = svg.values.size();
  }
  const network::Network network = generate(options, n, 1024, "draw");
  if (!wants_svg(options)) {
    if (pass_given || !svg.values.empty()) throw UsageError("--pass and --values are for drawings with --svg");
    write(network::draw_text(network, options.ascii), options.output);
    return;
  }
  if (options.ascii) throw UsageError("--ascii and --svg exclude each other; leave out one");
  if (pass_given) {
    const std::uint64_t passes = network::steps(network);
    if (options.pass < 1 || options.pass > passes) {
      throw UsageError(fmt::format("--pass: there is no pass {}; {} on {} places has {} passes, counted from 1",
                                   options.pass, options.name, n, passes));
    }
    svg.highlighted_pass = options.pass - 1;
  }
  write(network::draw_svg(network, svg), options.output);
}

void analyse_network(const Options& options) {
  const network::Network network = generate(options, parse_places(options.n), most_analysed, "analyse");
  const std::uint64_t steps = network::steps(network);
  const std::uint64_t depth = network::depth(network);
  const std::uint64_t size = network::size(network);
  if (options.json) {
    const nlohmann::ordered_json json{
        {"network", network.id}, {"n", network.n}, {"steps", steps}, {"depth", depth}, {"size", size}};
    fmt::print("{}\n", json.dump());
    return;
  }
  const network::Family& family = network::find_family(options.name);
  fmt::print("{} on {} places\n", family.title, network.n);
  fmt::print("  stages  {:>12}\n  steps   {:>12}   one pass each\n", network.stages.size(), steps);
  fmt::print("  depth   {:>12}   steps on the longest path\n  size    {:>12}   comparators\n", depth, size);
  fmt::print("  source  {}\n", network::text(family.citation));
}

/// The verdict on a network: how it was tried and an input that it leaves unsorted, if one was found.
struct Verdict {
  bool exhaustive = false;
  std::uint64_t inputs = 0;
  std::optional<std::vector<std::uint8_t>> counterexample;
};

Verdict try_inputs(const network::Network& network) {
  Verdict verdict;
  verdict.exhaustive = network.n <= most_exhaustive;
  if (verdict.exhaustive) {
    verdict.inputs = std::uint64_t{1} << network.n;
    if (const auto failing = network::find_unsorted_zero_one_input(network)) {
      verdict.counterexample.emplace();
      for (std::uint64_t i = 0; i < network.n; ++i) verdict.counterexample->push_back(*failing >> i & 1);
    }
  } else {
    const std::uint64_t affordable = random_work / std::max<std::uint64_t>(network::size(network), 1);
    const std::uint64_t trials = std::clamp<std::uint64_t>(affordable, 1, random_trials);
    verdict.inputs = trials * 64;
    verdict.counterexample = network::find_unsorted_random_input(network, trials, 1);
  }
  return verdict;
}

std::string shown_input(const std::vector<std::uint8_t>& input) {
  constexpr std::size_t most = 64;
  std::string text;
  for (std::size_t i = 0; i < std::min(input.size(), most); ++i)
    text += fmt::format("{}{}", i > 0 ? " " : "", input[i]);
  return input.size() > most ? text + " ..." : text;
}

void report(const network::Network& network, const Verdict& verdict, bool json) {
  const bool sorts = !verdict.counterexample;
  if (json) {
    nlohmann::ordered_json object{{"network", network.id},
                                  {"n", network.n},
                                  {"method", verdict.exhaustive ? "exhaustive" : "random"},
                                  {"sorts", sorts},
                                  {"counterexample", nullptr}};
    if (!sorts) object["counterexample"] = *verdict.counterexample;
    fmt::print("{}\n", object.dump());
  } else if (sorts) {
    fmt::print("{} on {} places sorts {} {} 0-1 inputs{}\n", network.id, network.n, verdict.exhaustive ? "all" : "the",
               verdict.inputs, verdict.exhaustive ? ", and so every input" : " tried at random");
  }
  if (!sorts) {
    throw Error(ExitCode::check_failed,
                fmt::format("{} on {} places does not sort; {} failing 0-1 input, place 0 first: {}", network.id,
                            network.n, verdict.exhaustive ? "smallest" : "a", shown_input(*verdict.counterexample)));
  }
}

void verify_network(const Options& options) {
  const network::Network network = generate(options, parse_places(options.n), most_random, "verify");
  report(network, try_inputs(network), options.json);
}

CLI::App* add_action(CLI::App& parent, const char* name, const char* description, Options& options) {
  CLI::App* action = parent.add_subcommand(name, description);
  action->add_option("NAME", options.name, "the network")->capture_default_str();
  action->add_option("-n,--places", options.n, "number of places (8, 1000, 1k, 2^10)")->capture_default_str();
  return action;
}

}  // namespace

void add_network_command(CLI::App& app) {
  // Shared with the callbacks, which run after this function has returned.
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("network", "print, draw, analyse or verify a comparator network");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  texelsort network draw bitonic -n 8\n"
      "  texelsort network draw --values 3,7,4,8,6,2,1,5 --pass 4 -o stage3.svg\n"
      "  texelsort network print -n 16\n"
      "  texelsort network analyse -n 2^20 --json\n"
      "  texelsort network verify bitonic -n 20");

  CLI::App* print =
      add_action(*command, "print", "list the comparators, low:high, a semicolon between steps", *options);
  print->add_option("-o,--output", options->output, "file to write, - for standard output")->capture_default_str();
  print->callback([options] { print_network(*options); });
  print->footer("Example:\n  texelsort network print bitonic -n 4");

  CLI::App* draw = add_action(*command, "draw", "draw the network, as text or as SVG", *options);
  draw->add_flag("--svg", options->svg, "an SVG picture; implied by an output file that ends in .svg");
  draw->add_flag("--ascii", options->ascii, "text without line-drawing characters");
  CLI::Option* pass = draw->add_option("--pass", options->pass, "SVG: highlight this pass, counted from 1");
  draw->add_option("--values", options->values, "SVG: the input, one value a place, separated by commas");
  draw->add_option("-o,--output", options->output, "file to write, - for standard output")->capture_default_str();
  CLI::Option* places = draw->get_option("-n");
  draw->callback([options, pass, places] { draw_network(*options, places->count() > 0, pass->count() > 0); });
  draw->footer(
      "Examples:\n"
      "  texelsort network draw -n 4 --ascii\n"
      "  texelsort network draw --values 3,7,4,8,6,2,1,5 --pass 4 -o stage3.svg");

  CLI::App* analyse = add_action(*command, "analyse", "count steps, depth and comparators", *options);
  analyse->alias("analyze");
  analyse->add_flag("--json", options->json, "one JSON object: network, n, steps, depth, size");
  analyse->callback([options] { analyse_network(*options); });
  analyse->footer("Example:\n  texelsort network analyse -n 2^20 --json");

  CLI::App* verify = add_action(*command, "verify", "test that it sorts, by the 0-1 principle", *options);
  verify->add_flag("--json", options->json, "one JSON object: network, n, method, sorts, counterexample");
  verify->callback([options] { verify_network(*options); });
  verify->footer(
      "Tries all inputs of zeros and ones up to 24 places, random ones beyond; exits 1 when one stays unsorted.\n"
      "Example:\n  texelsort network verify bitonic -n 20");
}

}  // namespace texelsort::app
