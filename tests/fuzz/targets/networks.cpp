#include <algorithm>
#include <bit>
#include <iterator>

#include "compute/network/analysis.h"
#include "compute/network/drawing.h"
#include "compute/network/reader.h"
#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

/// Returns all steps as lists of comparators: [stage][step][comparator].
std::vector<std::vector<std::vector<network::Comparator>>> steps_of(const network::Network& network) {
  std::vector<std::vector<std::vector<network::Comparator>>> stages;
  for (const network::Stage& stage : network.stages) {
    auto& steps = stages.emplace_back();
    for (const network::Step& step : stage.steps) steps.push_back(network::comparators(step, network.n));
  }
  return stages;
}

std::vector<std::string> names_of(const network::Network& network) {
  std::vector<std::string> names;
  for (const network::Stage& stage : network.stages) names.push_back(stage.name);
  return names;
}

/// Returns all steps in order, without stages, because lists of tuples have no stages.
std::vector<std::vector<network::Comparator>> steps_in_order(const network::Network& network) {
  std::vector<std::vector<network::Comparator>> steps;
  for (auto& stage : steps_of(network)) std::ranges::move(stage, std::back_inserter(steps));
  return steps;
}

bool has_no_control_bytes(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; });
}

/// Applies the network to an input of zeros and ones, comparator by comparator. Returns a bit mask of the ones.
std::uint64_t plain_output(const network::Network& network, std::uint64_t ones) {
  for (const auto& stage : steps_of(network)) {
    for (const auto& step : stage) {
      for (const network::Comparator& c : step) {
        const bool low = ones >> c.low & 1, high = ones >> c.high & 1;
        if (c.reversed ? high && !low : low && !high) ones ^= (1ull << c.low) | (1ull << c.high);
      }
    }
  }
  return ones;
}

/// Returns whether the network sorts all inputs of zeros and ones, tested one at a time.
bool sorts_plainly(const network::Network& network) {
  for (std::uint64_t input = 0; input < 1ull << network.n; ++input) {
    const auto ones = static_cast<unsigned>(std::popcount(input));
    const std::uint64_t sorted = ((1ull << ones) - 1) << (network.n - ones);
    if (plain_output(network, input) != sorted) return false;
  }
  return true;
}

void check_drawings(const network::Network& network) {
  const auto text = accepted([&] { return network::draw_text(network, true); });
  require(text.has_value() && has_no_control_bytes(*text), "a diagram in characters is lines of text");
  const auto drawing = accepted([&] { return network::draw_svg(network); });
  require(drawing.has_value() && has_no_control_bytes(*drawing), "a drawing is lines of text");
}

}  // namespace

void fuzz_networks(std::string_view input) {
  const auto read = accepted([&] { return network::parse_network(input, "network.txt"); });
  if (!read) return;
  require(network::well_formed(*read), "a network that was read is well formed");
  const std::uint64_t size = network::size(*read), depth = network::depth(*read);
  require(depth <= network::steps(*read) && depth <= size, "depth is at most the number of steps and of comparators");

  const auto text = accepted([&] { return network::parse_network(network::print(*read), "again.txt"); });
  require(text && steps_of(*text) == steps_of(*read), "a network as text reads back the same");
  const auto tuples = accepted([&] { return network::parse_network(network::print_tuples(*read), "again.txt"); });
  require(tuples && steps_in_order(*tuples) == steps_in_order(*read),
          "a network as a list of steps reads back the same");
  const auto flat = accepted([&] { return network::parse_network(network::print_flat_json(*read), "again.json"); });
  require(flat && flat->n == read->n && network::size(*flat) == size && network::depth(*flat) == depth,
          "a network as a row of comparators keeps its places, size and depth");
  const auto json = accepted([&] { return network::parse_network(network::print_json(*read), "again.json"); });
  require(json && steps_of(*json) == steps_of(*read), "a network as JSON reads back the same");
  require(json->n == read->n, "a network as JSON keeps its places");
  require(json->stages.size() == read->stages.size(), "a network as JSON keeps its stages");
  const auto second = accepted([&] { return network::parse_network(network::print_json(*json), "third.json"); });
  require(second && names_of(*second) == names_of(*json), "a network as JSON keeps the names of its stages");

  if (read->n <= 64 && size <= 256) check_drawings(*read);
  if (read->n <= 8 && size <= 64) {
    require(network::find_unsorted_zero_one_input(*read).has_value() != sorts_plainly(*read),
            "a network sorts when it sorts all zeros and ones");
  }
}

}  // namespace texelsort::fuzz
