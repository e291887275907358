#pragma once

#include <cstdint>

namespace texelsort::gpu {

/// Pseudo-binding of a BufferBinding that is not a storage block: the device reads the number of workgroups along x, y
/// and z from it. DispatchCall::workgroups is then ignored.
inline constexpr std::uint32_t workgroup_counts = 0xFFFF'FFFF;

}  // namespace texelsort::gpu
