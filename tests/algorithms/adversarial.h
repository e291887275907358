#pragma once

#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {

/// Returns inputs that are known to be hard for comparison sorts, as encoded keys, by name.
inline std::map<std::string, std::vector<std::uint32_t>> adversarial_keys(std::uint32_t n) {
  std::map<std::string, std::vector<std::uint32_t>> inputs;
  for (std::uint32_t i = 0; i < n; ++i) {
    inputs["two values"].push_back(i * 2654435769u >> 31);
    inputs["organ pipe"].push_back(std::min(i, n - i));
    inputs["largest key"].push_back(~std::uint32_t{0});
    inputs["one among equal keys"].push_back(i == n / 3 ? 1 : 7);
    inputs["interleaved"].push_back(i % 2 == 0 ? i : n - i);
  }
  return inputs;
}

/// Sorts a distribution and tests every pass. The order is ascending for even n and descending for odd n, so that tests
/// with several sizes cover both orders.
inline void expect_sorts(const char* id, const std::string& distribution, std::uint64_t n,
                         const std::map<std::string, std::string>& overrides, data::KeyType type = data::KeyType::u32,
                         data::PayloadKind payload = data::PayloadKind::index) {
  const data::Order order = n % 2 == 0 ? data::Order::ascending : data::Order::descending;
  const auto problem = make_problem(distribution, type, n, payload, order);
  const Algorithm& algorithm = find_algorithm(id);
  const auto failure = verify_every_pass(*start(algorithm, problem, overrides), *problem, algorithm.info().stable);
  EXPECT_FALSE(failure) << distribution << ' ' << n << ' ' << name(order) << ": " << text(*failure);
}

/// Sorts each adversarial input in ascending order and tests every pass. Sorts the input with one outlier also in
/// descending order, so that the outlier comes last.
inline void expect_sorts_adversarial(const char* id, std::uint32_t n,
                                     const std::map<std::string, std::string>& overrides, bool stable = false) {
  for (const auto& [input, keys] : adversarial_keys(n)) {
    for (const data::Order order : {data::Order::ascending, data::Order::descending}) {
      if (order == data::Order::descending && input != "one among equal keys") continue;
      const auto problem =
          std::make_shared<const Problem>(Problem{.keys = keys, .order = order, .payload = data::PayloadKind::index});
      const auto failure = verify_every_pass(*start(find_algorithm(id), problem, overrides), *problem, stable);
      EXPECT_FALSE(failure) << input << ' ' << n << ' ' << name(order) << ": " << text(*failure);
    }
  }
}

}  // namespace texelsort::algorithms
