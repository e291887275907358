#pragma once

#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/merge/merge_run.h"

/// What multiway merges have in common, wherever they run.
namespace texelsort::algorithms::merge {

/// N. Leischner, GPU algorithms for comparison-based sorting and for merging based on multiway selection.
network::Citation thesis(std::string section);

}  // namespace texelsort::algorithms::merge
