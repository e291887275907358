#pragma once

#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/merge/merge_run.h"

/// What multiway merges have in common, wherever they run.
namespace texelsort::algorithms::merge {

/// N. Leischner, GPU algorithms for comparison-based sorting and for merging based on multiway selection.
network::Citation thesis(std::string section);

/// selection, merger, network, width, mergers, seed.
std::vector<ParameterSpec> merge_parameters();
Settings settings_of(const Parameters& parameters);

/// Sizes of blocks and numbers of mergers for few keys, so that every merger still has some blocks to merge.
std::map<std::string, std::string> tuned_for_few_keys(std::uint64_t n);

}  // namespace texelsort::algorithms::merge
