#pragma once

#include <algorithm>
#include <vector>

#include "compute/algorithms/registry.h"
#include "compute/network/generators.h"

namespace texelsort::app {

/// Returns the registry's algorithms without networks from files. The registry keeps one algorithm per file that any
/// test of this process has opened.
inline std::vector<const algorithms::Algorithm*> own_algorithms() {
  std::vector<const algorithms::Algorithm*> own;
  for (const auto& algorithm : algorithms::registry()) {
    const bool generated = std::ranges::find(network::families(), algorithm->info().family, &network::Family::id) !=
                           network::families().end();
    if (algorithm->network() == nullptr || generated) own.push_back(algorithm.get());
  }
  return own;
}

}  // namespace texelsort::app
