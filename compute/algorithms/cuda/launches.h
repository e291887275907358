#pragma once

#include <cstdint>

#include "compute/cuda/engine.h"
#include "compute/data/keys/keys.h"

/// How the host reaches kernels. What a family launches is an abstract struct in its cuda/launch.h. A .cuh defines what
/// launches kernels, for keys of one type or for all alike, and is compiled for each engine by itself. Sources that
/// cmake/kernels.cmake makes define launches_of() for each engine; where one has no such kernels, it throws what
/// cuda::throw_absent() throws.
namespace texelsort::algorithms {

/// `Type` is void for kernels that are the same for all keys.
template <cuda::Engine engine, typename Launches, typename Type>
const Launches& launches_of();

/// Those of the engine of the present device.
template <typename Launches, typename Type = void>
const Launches& launches() {
  if (cuda::present_engine() == cuda::Engine::cpu) return launches_of<cuda::Engine::cpu, Launches, Type>();
  return launches_of<cuda::Engine::cuda, Launches, Type>();
}

/// For keys of this type's width.
template <typename Launches>
const Launches& launches(data::KeyType type) {
  if (data::key_bytes(type) == 8) return launches<Launches, std::uint64_t>();
  return launches<Launches, std::uint32_t>();
}

}  // namespace texelsort::algorithms
