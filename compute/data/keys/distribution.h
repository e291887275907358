#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// Generator of input keys, or a worked example of a paper with fixed keys.
struct Distribution {
  std::string_view name;  ///< name on the command line, such as "uniform", "few-distinct" or "slides-bitonic"
  std::string_view title;
  std::string_view description;          ///< description in one sentence, with the source if there is one
  std::optional<std::uint64_t> fixed_n;  ///< number of keys of a worked example; null for generators
  bool counts = false;  ///< true if keys are the numbers 1 to n, which the key type must be able to represent
};

/// Returns all distributions: first the plain generators, then distributions from the literature, then worked examples.
std::span<const Distribution> distributions();

/// Returns the distribution with this name. Throws UsageError with the most similar name if it does not exist.
const Distribution& find_distribution(std::string_view name);

/// Throws UsageError with the sizes if n keys exceed this machine's memory. Without this check, the system would grant
/// the allocation, but end the program on the first use.
void require_memory(KeyType type, std::uint64_t n);

/// Returns the largest n for which a key type represents all numbers from 1 to n exactly.
std::uint64_t most_counted(KeyType type);

/// Generates n keys. A seed gives the same keys on every machine. The generator is the Mersenne Twister, and texelsort
/// computes the distributions itself, because those of standard libraries differ. Worked examples ignore the seed.
///
/// Throws UsageError if n is not the number of keys of a worked example. Also throws if the keys are 1 to n, and the
/// key type cannot represent them.
Keys generate(std::string_view name, KeyType type, std::uint64_t n, std::uint64_t seed);

}  // namespace texelsort::data
