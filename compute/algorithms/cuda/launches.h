#pragma once

#include <cstdint>

#include "compute/cuda/execution.h"
#include "compute/data/keys/keys.h"

/// Access to kernels from the host. The launches of a family of sorts are an abstract struct in the family's
/// cuda/launch.h. A .cuh file implements the struct, for keys of one type or of all types, and is compiled separately
/// for each engine. Generated sources (cmake/kernels.cmake) define launches_of() for each engine. In a build without
/// the kernels, launches_of() throws the error of cuda::throw_absent().
namespace texelsort::algorithms {

/// Returns the kernel launches of an engine. `Type` is void for kernels that do not depend on the key type.
template <cuda::Engine engine, typename Launches, typename Type>
const Launches& launches_of();

/// Returns the kernel launches for the engine of the current device.
template <typename Launches, typename Type = void>
const Launches& launches() {
  if (cuda::present_engine() == cuda::Engine::cpu) return launches_of<cuda::Engine::cpu, Launches, Type>();
  return launches_of<cuda::Engine::cuda, Launches, Type>();
}

/// Returns the kernel launches for keys of the same width as `type`.
template <typename Launches>
const Launches& launches(data::KeyType type) {
  if (data::key_bytes(type) == 8) return launches<Launches, std::uint64_t>();
  return launches<Launches, std::uint32_t>();
}

}  // namespace texelsort::algorithms
