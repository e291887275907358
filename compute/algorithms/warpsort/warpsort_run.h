#pragma once

#include <memory>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/warpsort/warpsort_plan.h"

namespace texelsort::algorithms::warpsort {

std::unique_ptr<Run> make_run(gpu::Device& device, std::shared_ptr<const Problem> problem, const Plan& plan);

/// Bytes on the device beside the two arrays.
std::uint64_t table_bytes(const Plan& plan, data::KeyType type);

}  // namespace texelsort::algorithms::warpsort
