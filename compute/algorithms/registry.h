#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Returns every algorithm: first the reference algorithms, then networks with all methods, then networks and sorts
/// that were read from files and folders on request.
const std::vector<std::unique_ptr<Algorithm>>& registry();

/// Finds an algorithm by its id. An id may also be a network file and a method, "my/network.txt/fused", or a folder
/// with a sort of the user, "mine/". The file or the folder is read at its first use. Throws UsageError with the
/// nearest id, or with the fault of the file or the folder.
const Algorithm& find_algorithm(std::string_view id);

/// Finds an algorithm by an untrusted id, without reading a file. Accepts built-in algorithms, and methods with a
/// network whose comparators the id lists. Throws UsageError for all other ids.
const Algorithm& find_algorithm_without_files(std::string_view id);

/// Finds an algorithm by the id in a link, without reading a file. Accepts the ids of find_algorithm_without_files(),
/// and sorts of the user that find_algorithm() has already found in this process, because the user then chose their
/// script. Throws UsageError for all other ids.
const Algorithm& find_algorithm_of_link(std::string_view id);

/// Returns the algorithms whose id matches a shell pattern ("bitonic/*", "*@cpu", "my/network.txt/*"), or the sort of a
/// folder ("mine/"). An empty pattern matches all. Throws UsageError if no algorithm matches.
std::vector<const Algorithm*> match_algorithms(std::string_view pattern);

/// Returns the algorithms that match any of the patterns, each once. Without patterns, returns all.
std::vector<const Algorithm*> match_algorithms(const std::vector<std::string>& patterns);

}  // namespace texelsort::algorithms
