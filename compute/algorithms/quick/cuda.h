#pragma once

#include <memory>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/quick/plan.h"

namespace texelsort::algorithms::quick {

std::unique_ptr<Run> make_run(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings);

/// Returns the bytes on the device in addition to the two arrays.
std::uint64_t table_bytes(std::uint64_t n, data::KeyType type, const Settings& settings);

}  // namespace texelsort::algorithms::quick
