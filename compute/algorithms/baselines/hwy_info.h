#pragma once

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Describes Highway's sort, which may or may not be part of this build.
inline AlgorithmInfo hwy_info() {
  return {.id = "hwy/vqsort@cpu",
          .title = "Highway's vqsort",
          .family = "hwy",
          .backend = Backend::cpu,
          .summary =
              "Google Highway's vectorised quicksort on one thread, by the widest vectors that the processor has. "
              "A key and its payload are sorted as one number, so that equal keys keep their order.",
          .citation = {"M. Blacher, J. Giesen, P. Sanders, J. Wassenberg",
                       "Vectorized and performance-portable Quicksort", "arXiv:2205.05982", 2022, "vqsort"},
          .stable = true};
}

}  // namespace texelsort::algorithms
