#pragma once

#include <string>

/// Versions of the CUDA Core Compute Libraries of this build, for example "3.0.1". Empty without CUDA.
namespace texelsort::algorithms {

std::string cccl_version();
std::string cub_version();
std::string thrust_version();

}  // namespace texelsort::algorithms
