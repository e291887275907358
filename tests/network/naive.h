#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "compute/network/analysis.h"
#include "compute/network/generators.h"
#include "compute/network/network.h"

// Slow, simple reference implementations for the tests of networks, and networks built comparator by comparator.
namespace texelsort::network {

inline std::vector<std::string> family_ids() {
  std::vector<std::string> ids;
  for (const Family& family : families()) ids.push_back(family.id);
  return ids;
}

/// Returns the comparators of a pattern, block by block and lane by lane, as network.h defines them.
inline std::vector<Comparator> naive_comparators(const Pattern& pattern, std::uint64_t n) {
  std::vector<Comparator> list;
  for (std::uint64_t b = 0; pattern.first + b * pattern.period < n; ++b) {
    for (std::uint64_t k = 0; k < pattern.length; ++k) {
      const std::uint64_t block = pattern.first + b * pattern.period;
      const std::uint64_t high = pattern.mirrored ? block + pattern.distance - k : block + k + pattern.distance;
      const std::uint64_t low = block + k;
      if (high >= n || (pattern.fence != 0 && low / pattern.fence != high / pattern.fence)) continue;
      bool reversed = pattern.reversed;
      for (std::uint64_t bits = low & pattern.flip; bits != 0; bits /= 2) reversed ^= bits % 2 != 0;
      list.push_back({low, high, reversed});
    }
  }
  return list;
}

/// Returns a step that consists of exactly these comparators.
inline Step step_of(std::vector<Comparator> list) {
  std::ranges::sort(list, {}, &Comparator::low);
  return {"given", {}, {}, std::move(list)};
}

/// Returns a family's network of n positions. Returns null if the family has no network of this size, or one that is
/// too large for slow tests.
inline std::optional<Network> affordable(const Family& family, std::uint64_t n) {
  if (family.max_n && n > *family.max_n) return std::nullopt;
  Network network = family.generate(n);
  if (size(network) > std::uint64_t{1} << 24) return std::nullopt;
  return network;
}

inline void naively_exchange(const Comparator& c, auto& keys) {
  const std::uint64_t smaller = c.reversed ? c.high : c.low;
  const std::uint64_t larger = c.reversed ? c.low : c.high;
  if (keys[larger] < keys[smaller]) std::swap(keys[smaller], keys[larger]);
}

inline Network network_of(std::uint64_t n, const std::vector<std::vector<Comparator>>& steps) {
  Network network{"given", n, {{"stage 1", {}}}};
  for (const auto& list : steps) network.stages[0].steps.push_back(step_of(list));
  return network;
}

inline std::vector<std::vector<Comparator>> listed_steps(const Network& network) {
  std::vector<std::vector<Comparator>> steps;
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) steps.push_back(comparators(step, network.n));
  }
  return steps;
}

/// Returns the network without comparator number `which`, counted from 0 over all steps.
inline Network without_comparator(const Network& network, std::uint64_t which) {
  auto steps = listed_steps(network);
  for (auto& list : steps) {
    if (which < list.size()) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(which));
      break;
    }
    which -= list.size();
  }
  return network_of(network.n, steps);
}

template <class Key>
bool naively_sorts(const std::vector<std::vector<Comparator>>& steps, std::vector<Key> keys) {
  for (const auto& list : steps) {
    for (const Comparator& c : list) naively_exchange(c, keys);
  }
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i] < keys[i - 1]) return false;
  }
  return true;
}

/// Tries all inputs of zeros and ones, from the smallest. Returns the first input that the network leaves unsorted, or
/// null if it sorts all.
inline std::optional<std::uint64_t> naive_unsorted_input(const Network& network) {
  const auto steps = listed_steps(network);
  for (std::uint64_t input = 0; input < std::uint64_t{1} << network.n; ++input) {
    std::vector<int> keys(network.n);
    for (std::uint64_t i = 0; i < network.n; ++i) keys[i] = static_cast<int>(input >> i & 1);
    if (!naively_sorts(steps, keys)) return input;
  }
  return std::nullopt;
}

/// Returns n random codes below `bound`. A small bound makes many codes equal.
inline std::vector<std::uint64_t> random_codes(std::uint64_t n, std::uint64_t bound, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> codes(n);
  for (std::uint64_t& code : codes) code = random() % bound;
  return codes;
}

}  // namespace texelsort::network
