#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/randomized/levels.h"

namespace texelsort::algorithms::randomized {

/// Something a thread block holds in shared memory, and what to do if it is too much.
struct SharedNeed {
  std::string what;
  std::uint64_t bytes = 0;
  std::string advice;
};

/// What the distributions of both levels hold: a sample of k * a keys, and the counters of k buckets.
std::vector<SharedNeed> distribution_needs(
    const Settings& settings, const std::function<std::uint64_t(std::uint64_t k, std::uint64_t a)>& sample_bytes,
    const std::function<std::uint64_t(std::uint64_t k)>& counter_bytes);

/// Of the first need that is beyond `most` bytes.
std::optional<std::string> shared_refusal(const std::vector<SharedNeed>& needs, std::uint64_t most);

}  // namespace texelsort::algorithms::randomized
