#include <algorithm>
#include <bit>
#include <random>

#include "compute/data/error.h"
#include "compute/network/analysis.h"
#include "compute/network/lanes.h"
#include "compute/network/zero_one_states.h"

namespace texelsort::network {
namespace {

// Executes a comparator on 64 inputs at once. A word contains the values at one place, one bit per input, so that AND
// computes the minimum and OR the maximum.
void exchange(std::uint64_t& smaller, std::uint64_t& larger) {
  const std::uint64_t a = smaller;
  smaller = a & larger;
  larger |= a;
}

/// Returns a mask of the inputs whose output is unsorted, which means that a one precedes a zero.
std::uint64_t unsorted_inputs(const std::uint64_t* words, std::uint64_t n) {
  std::uint64_t unsorted = 0;
  for (std::uint64_t i = 1; i < n; ++i) unsorted |= words[i - 1] & ~words[i];
  return unsorted;
}

std::vector<NarrowComparator> all_comparators(const Network& network) {
  std::vector<NarrowComparator> list;
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      for_each_pair(step, network.n, [&list](std::uint64_t smaller, std::uint64_t larger) {
        list.push_back({static_cast<std::uint8_t>(smaller), static_cast<std::uint8_t>(larger)});
      });
    }
  }
  return list;
}

/// Returns a random number in [0, bound), bound < 2^32. In contrast to std::uniform_int_distribution, gives the same
/// number with every standard library.
std::uint64_t random_below(std::mt19937_64& random, std::uint64_t bound) {
  return (random() >> 32) * bound >> 32;
}

/// Draws 64 random 0-1 inputs. Every number of ones is equally likely, and so is every choice of their places (Knuth,
/// TAOCP vol. 2, section 3.4.2, algorithm S).
void draw_inputs(std::mt19937_64& random, std::vector<std::uint64_t>& words) {
  const std::uint64_t n = words.size();
  std::fill(words.begin(), words.end(), 0);
  for (unsigned input = 0; input < 64; ++input) {
    std::uint64_t ones = random_below(random, n + 1);
    for (std::uint64_t i = 0; i < n && ones > 0; ++i) {
      if (random_below(random, n - i) >= ones) continue;
      words[i] |= std::uint64_t{1} << input;
      --ones;
    }
  }
}

void apply(const Network& network, std::vector<std::uint64_t>& words) {
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      for_each_pair(step, network.n,
                    [&words](std::uint64_t smaller, std::uint64_t larger) { exchange(words[smaller], words[larger]); });
    }
  }
}

}  // namespace

std::optional<std::uint64_t> find_unsorted_zero_one_input(const Network& network,
                                                          const std::function<void(double)>& progress) {
  // Maximum number of states per group of places, which are enumerated one by one. Enumerating them lasts milliseconds.
  constexpr std::uint64_t most_connected = 1 << 16;
  if (network.n > most_exhaustive_places) {
    throw UsageError("the complete 0-1 test of " + std::to_string(network.n) +
                     " places has too many inputs: use the random test, or at most " +
                     std::to_string(most_exhaustive_places) + " places");
  }
  const auto n = static_cast<std::uint32_t>(network.n);
  return find_smallest_unsorted(run_first_comparators(n, all_comparators(network), most_connected), progress);
}

std::optional<std::vector<std::uint8_t>> find_unsorted_random_input(const Network& network, std::uint64_t trials,
                                                                    std::uint64_t seed) {
  if (network.n >= std::uint64_t{1} << 32) {
    throw UsageError("the random 0-1 test accepts fewer than 2^32 places, not " + std::to_string(network.n));
  }
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> inputs(network.n);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    draw_inputs(random, inputs);
    std::vector<std::uint64_t> words = inputs;
    apply(network, words);
    const std::uint64_t unsorted = unsorted_inputs(words.data(), words.size());
    if (unsorted == 0) continue;
    const int failing = std::countr_zero(unsorted);
    std::vector<std::uint8_t> input;
    for (const std::uint64_t word : inputs) input.push_back(static_cast<std::uint8_t>(word >> failing & 1));
    return input;
  }
  return std::nullopt;
}

}  // namespace texelsort::network
