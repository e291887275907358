#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Every algorithm of the program, references first, then networks by all methods; at the end those of networks from
/// files that somebody has asked for.
const std::vector<std::unique_ptr<Algorithm>>& registry();

/// Finds one by id. A file's network and a method are an id too, "my/network.txt/fused": the file is read when it is
/// first asked for. Throws UsageError naming the nearest when there is none, or saying what is wrong with the file.
const Algorithm& find_algorithm(std::string_view id);

/// The same for an id that comes from somebody else: built-in algorithms, and methods of comparators that are written
/// out. Looks at no file. Throws UsageError for all others.
const Algorithm& find_algorithm_without_files(std::string_view id);

/// Those whose id matches a shell pattern ("bitonic/*", "*@cpu", "my/network.txt/*"; empty: all). Throws UsageError
/// when none does.
std::vector<const Algorithm*> match_algorithms(std::string_view pattern);

/// The algorithms that match one of the patterns, each once; all without patterns.
std::vector<const Algorithm*> match_algorithms(const std::vector<std::string>& patterns);

}  // namespace texelsort::algorithms
