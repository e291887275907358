#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// A radix sort of a paper, for all backends that have it.
struct RadixSource {
  std::string name, title;  ///< "srts", "SRTS (Merrill & Grimshaw)"
  network::Citation citation;

  /// Describes its sort of a backend. `form_sizes` are those of AlgorithmInfo.
  AlgorithmInfo described(Backend backend, std::string summary, std::vector<std::uint64_t> form_sizes) const;
};

const RadixSource& srts_source();
const RadixSource& grs_source();
const RadixSource& onesweep_source();

}  // namespace texelsort::algorithms
