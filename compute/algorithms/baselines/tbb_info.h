#pragma once

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// What is said of oneTBB's sort, whether it is here or not.
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
