#pragma once

#include <cstdint>
#include <optional>

#include "compute/algorithms/core/run.h"
#include "compute/check/run_check.h"

namespace texelsort::algorithms {

/// Restarts a run, executes it up to pass number `pass` (from 0) and returns the source line of that pass: the line
/// that is marked as comparing keys, otherwise the one that writes them, otherwise the first line of the file. Nothing
/// if the pass has no shader or kernel. The run has executed that pass afterwards.
std::optional<SourcePlace> source_of_pass(Run& run, std::uint64_t pass, gpu::Device* device);

}  // namespace texelsort::algorithms
