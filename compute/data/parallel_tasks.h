#pragma once

#include <cstdint>
#include <functional>

namespace texelsort::data {

/// Calls `work` with each number below `count`, and waits until all calls have ended. If the platform has threads, each
/// call has its own thread. Rethrows the first exception of `work`. Throws std::system_error, without calling `work`,
/// if a thread cannot start.
void parallel_tasks(std::uint64_t count, const std::function<void(std::uint64_t)>& work);

/// Returns the number of threads that OpenMP starts (OMP_NUM_THREADS), or 1 without OpenMP.
unsigned openmp_threads();

}  // namespace texelsort::data
