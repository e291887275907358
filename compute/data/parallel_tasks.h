#pragma once

#include <cstdint>
#include <functional>

namespace texelsort::data {

/// Calls `work` with every number below `count`, each on its own thread if the platform has threads, and waits for all.
/// Rethrows the first exception. Throws std::system_error, without calling `work`, if a thread cannot be started.
void parallel_tasks(std::uint64_t count, const std::function<void(std::uint64_t)>& work);

}  // namespace texelsort::data
