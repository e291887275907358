#pragma once

#include <string>

/// Versions of the CUDA Core Compute Libraries that this program was built with, "3.0.1"; empty without CUDA.
namespace texelsort::algorithms {

std::string cccl_version();
std::string cub_version();
std::string thrust_version();

}  // namespace texelsort::algorithms
