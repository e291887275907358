#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// A published radix sort, for all backends that implement it.
struct RadixSource {
  std::string name, title;  ///< id and title, for example "srts" and "SRTS (Merrill & Grimshaw)"
  network::Citation citation;

  /// Returns the description of the sort for a backend. `form_sizes`: see AlgorithmInfo.
  AlgorithmInfo described(Backend backend, std::string summary, std::vector<std::uint64_t> form_sizes) const;
};

const RadixSource& srts_source();
const RadixSource& grs_source();
const RadixSource& onesweep_source();

}  // namespace texelsort::algorithms
