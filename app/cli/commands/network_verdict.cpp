#include "app/cli/commands/network_verdict.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/problem/json_document.h"
#include "app/problem/progress.h"
#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/network/analysis.h"

namespace texelsort::app {
namespace {

constexpr std::uint64_t random_trials = 256;  // maximum number of random trials, with 64 inputs each
// Maximum of comparators times trials, so that large networks get fewer trials.
constexpr std::uint64_t random_work = 1ull << 28;

/// Result of testing a network: the number of tested inputs, and one input that the network does not sort, if any.
struct NetworkVerdict {
  bool exhaustive = false;
  std::uint64_t inputs = 0;
  std::optional<std::vector<std::uint8_t>> counterexample;
};

std::optional<std::uint64_t> try_all_inputs(const network::Network& network) {
  return network::find_unsorted_zero_one_input(network, [&network](double done) {
    show_progress(fmt::format("{:.0f} % of the 0-1 inputs of {} places", 100 * done, network.n));
  });
}

NetworkVerdict try_inputs(const network::Network& network) {
  NetworkVerdict verdict;
  verdict.exhaustive = network.n <= network::most_exhaustive_places;
  if (verdict.exhaustive) {
    verdict.inputs = std::uint64_t{1} << network.n;
    if (const auto failing = try_all_inputs(network)) {
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

std::string sentence(const network::Network& network, const NetworkVerdict& verdict) {
  const std::string name = fmt::format("{} on {} place{}", network.id, network.n, network.n == 1 ? "" : "s");
  if (verdict.counterexample) {
    return fmt::format("{} does not sort; {} failing 0-1 input, place 0 first: {}", name,
                       verdict.exhaustive ? "smallest" : "a", shown_input(*verdict.counterexample));
  }
  return fmt::format("{} sorts {}", name,
                     verdict.exhaustive
                         ? fmt::format("all {} 0-1 inputs, and therefore every input", verdict.inputs)
                         : fmt::format("{} random 0-1 inputs. This is no proof: texelsort tries all inputs only for "
                                       "up to {} places",
                                       verdict.inputs, network::most_exhaustive_places));
}

ordered_json json_of(const network::Network& network, const NetworkVerdict& verdict) {
  const bool sorts = !verdict.counterexample;
  return {{"network", network.id},
          {"n", network.n},
          {"method", verdict.exhaustive ? "exhaustive" : "random"},
          {"inputs", verdict.inputs},
          {"sorts", sorts},
          {"counterexample", or_null(!sorts, verdict.counterexample.value_or(std::vector<std::uint8_t>()))}};
}

}  // namespace

void report_verdict(const network::Network& network, bool json) {
  const NetworkVerdict verdict = try_inputs(network);
  show_progress("");
  if (json) fmt::print("{}", json_document("network-verify", json_of(network, verdict)));
  if (verdict.counterexample) throw Error(ExitCode::check_failed, sentence(network, verdict));
  if (!json) fmt::print("{}\n", data::outgoing_text(sentence(network, verdict)));
}

void report_verdicts(const std::vector<network::ListedNetwork>& list, bool json) {
  ordered_json rows = ordered_json::array();
  std::uint64_t failing = 0;
  for (const auto& [title, network] : list) {
    const NetworkVerdict verdict = try_inputs(network);
    show_progress("");
    failing += verdict.counterexample ? 1 : 0;
    if (json) {
      rows.push_back(json_of(network, verdict));
      rows.back()["title"] = title;
      rows.back()["size"] = network::size(network);
      rows.back()["depth"] = network::depth(network);
    } else {
      fmt::print("{} ({}, size {}, depth {})\n", data::outgoing_text(sentence(network, verdict)),
                 title.empty() ? "no title" : data::outgoing_text(title), network::size(network),
                 network::depth(network));
    }
  }
  if (json) fmt::print("{}", json_document("network-verify-list", ordered_json{{"networks", std::move(rows)}}));
  if (failing > 0) {
    throw Error(ExitCode::check_failed, fmt::format("{} of {} networks do not sort", failing, list.size()));
  }
}

}  // namespace texelsort::app
