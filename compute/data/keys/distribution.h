#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// A generator of inputs, or a worked example of a paper with fixed keys.
struct Distribution {
  std::string_view name;                 ///< name on the command line: "uniform", "few-distinct", "slides-bitonic"
  std::string_view title;                ///< human-readable name
  std::string_view description;          ///< one sentence, with its source if it has one
  std::optional<std::uint64_t> fixed_n;  ///< number of keys of a worked example; nothing for generators
  bool counts = false;  ///< true if keys are the numbers 1 to n, which the key type must be able to represent
};

/// Returns all distributions: plain generators, then those of the literature, then worked examples.
std::span<const Distribution> distributions();

/// Returns the distribution with this name. Throws UsageError, with the nearest name, if there is none.
const Distribution& find_distribution(std::string_view name);

/// Throws UsageError, with the sizes, for more keys than fit in this machine's memory. Otherwise, the system would
/// grant the allocation and end the program on first use.
void require_memory(KeyType type, std::uint64_t n);

/// Returns the largest n for which the type represents all numbers 1 to n exactly.
std::uint64_t most_counted(KeyType type);

/// Generates n keys. A seed gives the same keys on every machine: Mersenne Twister, with texelsort's own distributions,
/// because those of the standard differ between libraries. A worked example ignores the seed. Throws UsageError for any
/// n but a worked example's number of keys. Also throws if a distribution has the keys 1 to n and the key type cannot
/// represent them.
Keys generate(std::string_view name, KeyType type, std::uint64_t n, std::uint64_t seed);

}  // namespace texelsort::data
