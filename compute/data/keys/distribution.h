#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// A way to make input, or a worked example of a paper with its fixed keys.
struct Distribution {
  std::string_view name;                 ///< as on the command line: "uniform", "few-distinct", "slides-bitonic"
  std::string_view title;                ///< for people
  std::string_view description;          ///< one sentence, with its source if it has one
  std::optional<std::uint64_t> fixed_n;  ///< set for worked examples: their number of keys
  bool counts = false;                   ///< keys are the numbers 1 to n, which their type has to tell apart
};

/// Every distribution: plain generators, then those of the literature, worked examples last.
std::span<const Distribution> distributions();

/// Finds one by name; throws UsageError naming the nearest when there is none.
const Distribution& find_distribution(std::string_view name);

/// Throws UsageError, with the numbers, for more keys than this machine has memory for: the system would promise it and
/// end the program when it is used.
void require_memory(KeyType type, std::uint64_t n);

/// The most keys that are the numbers 1, 2, ... of a type: from the next one on, it has none or rounds.
std::uint64_t most_counted(KeyType type);

/// n keys of the named distribution, the same on every machine for a seed (Mersenne Twister, own mapping to numbers,
/// since the standard's distributions differ between libraries). A worked example ignores the seed and has its own n:
/// any other n throws UsageError. So do more keys that count from 1 than their type has numbers for.
Keys generate(std::string_view name, KeyType type, std::uint64_t n, std::uint64_t seed);

}  // namespace texelsort::data
