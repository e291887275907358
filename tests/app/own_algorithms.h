#pragma once

#include <algorithm>
#include <vector>

#include "compute/algorithms/registry.h"
#include "compute/algorithms/scripted/scripted_sort.h"
#include "compute/network/generators.h"

namespace texelsort::app {

/// Returns the registry's algorithms without networks from files and sorts from folders. The registry keeps every file
/// and folder that any test of this process has opened.
inline std::vector<const algorithms::Algorithm*> own_algorithms() {
  std::vector<const algorithms::Algorithm*> own;
  for (const auto& algorithm : algorithms::registry()) {
    if (algorithms::script_of(*algorithm)) continue;
    const bool generated = std::ranges::find(network::families(), algorithm->info().family, &network::Family::id) !=
                           network::families().end();
    if (algorithm->network() == nullptr || generated) own.push_back(algorithm.get());
  }
  return own;
}

}  // namespace texelsort::app
