#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Returns every algorithm: references first, then networks with all methods, then networks that were read from files
/// on request.
const std::vector<std::unique_ptr<Algorithm>>& registry();

/// Finds an algorithm by id. A network file and a method are also an id, "my/network.txt/fused"; the file is read at
/// its first use. Throws UsageError that names the nearest id, or the fault of the file.
const Algorithm& find_algorithm(std::string_view id);

/// Finds an algorithm by an untrusted id: built-in algorithms, and methods with listed comparators. Reads no file.
/// Throws UsageError for all others.
const Algorithm& find_algorithm_without_files(std::string_view id);

/// Returns the algorithms whose id matches a shell pattern ("bitonic/*", "*@cpu", "my/network.txt/*"; empty: all).
/// Throws UsageError if none does.
std::vector<const Algorithm*> match_algorithms(std::string_view pattern);

/// Returns the algorithms that match any of the patterns, each once. Without patterns, returns all.
std::vector<const Algorithm*> match_algorithms(const std::vector<std::string>& patterns);

}  // namespace texelsort::algorithms
