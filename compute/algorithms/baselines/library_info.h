#pragma once

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Returns the description of Highway's sort, which may be unavailable in this build.
inline AlgorithmInfo hwy_info() {
  return {.id = "hwy/vqsort@cpu",
          .title = "Highway's vqsort",
          .family = "hwy",
          .backend = Backend::cpu,
          .summary =
              "Google Highway's vectorised quicksort on one thread, with the widest vectors of the processor. A key "
              "and its payload are sorted as one number, so equal keys keep their order.",
          .citation = {"M. Blacher, J. Giesen, P. Sanders, J. Wassenberg",
                       "Vectorized and performance-portable Quicksort", "arXiv:2205.05982", 2022, "vqsort"},
          .stable = true};
}

/// Returns the description of oneTBB's sort, which may be unavailable in this build.
inline AlgorithmInfo tbb_info() {
  return {.id = "tbb/parallel-sort@cpu",
          .title = "oneTBB's parallel_sort",
          .family = "tbb",
          .backend = Backend::cpu,
          .summary =
              "oneAPI Threading Building Blocks' quicksort on all processors, with std::sort for small parts. The "
              "order of equal keys may differ from run to run.",
          .citation = {"Intel", "oneAPI Threading Building Blocks: tbb::parallel_sort", "oneTBB documentation", 2022,
                       "parallel_sort"}};
}

}  // namespace texelsort::algorithms
