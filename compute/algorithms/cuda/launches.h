#pragma once

#include <cstdint>

#include "compute/data/keys.h"

/// How the host reaches kernels. What a family launches is an abstract struct in its cuda/launch.h; its member template
/// Of<Type>, in a .cuh, launches kernels for keys of one type. texelsort_kernels() of cmake/kernels.cmake names the
/// types and makes the sources that compile them; a build without CUDA has absent.cpp instead.
namespace texelsort::algorithms {

template <typename Launches, typename Type>
const Launches& launches_of();

/// For keys of this type's width.
template <typename Launches>
const Launches& launches(data::KeyType type) {
  if (data::key_bytes(type) == 8) return launches_of<Launches, std::uint64_t>();
  return launches_of<Launches, std::uint32_t>();
}

}  // namespace texelsort::algorithms
