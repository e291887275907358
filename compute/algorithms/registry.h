#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Returns every algorithm: first the reference algorithms, then networks with all methods, then networks that were
/// read from files on request.
const std::vector<std::unique_ptr<Algorithm>>& registry();

/// Finds an algorithm by its id. An id may also be a network file and a method, "my/network.txt/fused". The file is
/// read at its first use. Throws UsageError with the nearest id, or with the fault of the file.
const Algorithm& find_algorithm(std::string_view id);

/// Finds an algorithm by an untrusted id, without reading a file. Accepts built-in algorithms, and methods with a
/// network whose comparators the id lists. Throws UsageError for all other ids.
const Algorithm& find_algorithm_without_files(std::string_view id);

/// Returns the algorithms whose id matches a shell pattern ("bitonic/*", "*@cpu", "my/network.txt/*"). An empty pattern
/// matches all. Throws UsageError if no algorithm matches.
std::vector<const Algorithm*> match_algorithms(std::string_view pattern);

/// Returns the algorithms that match any of the patterns, each once. Without patterns, returns all.
std::vector<const Algorithm*> match_algorithms(const std::vector<std::string>& patterns);

}  // namespace texelsort::algorithms
