#include "app/cli/network_verdict.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/json_document.h"
#include "app/cli/progress.h"
#include "compute/data/error.h"
#include "compute/network/analysis.h"

namespace texelsort::app {
namespace {

constexpr std::uint64_t random_trials = 256;       // of 64 inputs each
constexpr std::uint64_t random_work = 1ull << 28;  // comparators times trials; fewer trials for large networks

/// The verdict on a network: how it was tried and an input that it leaves unsorted, if one was found.
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

}  // namespace

void report_verdict(const network::Network& network, bool json) {
  const NetworkVerdict verdict = try_inputs(network);
  show_progress("");
  const bool sorts = !verdict.counterexample;
  if (json) {
    const ordered_json object{
        {"network", network.id},
        {"n", network.n},
        {"method", verdict.exhaustive ? "exhaustive" : "random"},
        {"inputs", verdict.inputs},
        {"sorts", sorts},
        {"counterexample", or_null(!sorts, verdict.counterexample.value_or(std::vector<std::uint8_t>()))}};
    fmt::print("{}", json_document("network-verify", object));
  } else if (sorts) {
    fmt::print("{} on {} places sorts {}\n", network.id, network.n,
               verdict.exhaustive
                   ? fmt::format("all {} 0-1 inputs, and so every input", verdict.inputs)
                   : fmt::format("{} random 0-1 inputs: a sample and no proof, since only networks of up to {} places "
                                 "are tried with all inputs",
                                 verdict.inputs, network::most_exhaustive_places));
  }
  if (!sorts) {
    throw Error(ExitCode::check_failed,
                fmt::format("{} on {} places does not sort; {} failing 0-1 input, place 0 first: {}", network.id,
                            network.n, verdict.exhaustive ? "smallest" : "a", shown_input(*verdict.counterexample)));
  }
}

}  // namespace texelsort::app
