#pragma once

#include <string>

/// Versions of the CUDA Core Compute Libraries of this build, for example "3.0.1". The texts are empty in a build
/// without CUDA.
namespace texelsort::algorithms {

std::string cccl_version();
std::string cub_version();
std::string thrust_version();

}  // namespace texelsort::algorithms
