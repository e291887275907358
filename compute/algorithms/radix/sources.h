#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Published radix sort, with the properties that its implementations on all backends share.
struct RadixSource {
  std::string name, title;  ///< short name and title of the sort, for example "srts" and "SRTS (Merrill & Grimshaw)"
  network::Citation citation;

  /// Returns the description of the sort for a backend. `form_sizes` has the meaning of AlgorithmInfo::form_sizes.
  AlgorithmInfo described(Backend backend, std::string summary, std::vector<std::uint64_t> form_sizes) const;
};

const RadixSource& srts_source();
const RadixSource& grs_source();
const RadixSource& onesweep_source();
/// Returns the source of the sort by prefixes. The sort is a variant of the hybrid sort of Stehle and Jacobsen, so it
/// has its own name.
const RadixSource& prefix_source();

}  // namespace texelsort::algorithms
