#pragma once

#include <cstdint>
#include <optional>

#include "compute/algorithms/core/run.h"
#include "compute/check/run_check.h"

namespace texelsort::algorithms {

/// Executes a run from its start once more and returns the source of its pass number `pass` (from 0): the line that is
/// marked as comparing keys, otherwise the one that writes them, otherwise the first line of the file. Returns nothing
/// for a pass without shader or kernel. The run then stands behind that pass.
std::optional<SourcePlace> source_of_pass(Run& run, std::uint64_t pass, gpu::Device* device);

}  // namespace texelsort::algorithms
