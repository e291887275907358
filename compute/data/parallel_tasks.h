#pragma once

#include <cstdint>
#include <functional>

namespace texelsort::data {

/// Calls `work` with every number below `count`, each in a thread where there are threads, and waits for all. Throws
/// what the first of them has thrown. Throws std::system_error, and calls `work` for no number, if a thread cannot be
/// started.
void side_by_side(std::uint64_t count, const std::function<void(std::uint64_t)>& work);

}  // namespace texelsort::data
