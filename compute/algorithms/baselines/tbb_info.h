#pragma once

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Describes oneTBB's sort, which may or may not be part of this build.
inline AlgorithmInfo tbb_info() {
  return {.id = "tbb/parallel-sort@cpu",
          .title = "oneTBB's parallel_sort",
          .family = "tbb",
          .backend = Backend::cpu,
          .summary =
              "oneAPI Threading Building Blocks' quicksort on all processors, std::sort on small "
              "parts. Which of two equal keys comes first may differ from run to run.",
          .citation = {"Intel", "oneAPI Threading Building Blocks: tbb::parallel_sort", "oneTBB documentation", 2022,
                       "parallel_sort"}};
}

}  // namespace texelsort::algorithms
