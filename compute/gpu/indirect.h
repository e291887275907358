#pragma once

#include <cstdint>

namespace texelsort::gpu {

/// The number of a BufferBinding that is no storage block: the device reads there, when it comes to the dispatch, how
/// many workgroups it has, three numbers along x, y and z. DispatchCall::workgroups does not count then.
inline constexpr std::uint32_t workgroup_counts = 0xFFFF'FFFF;

}  // namespace texelsort::gpu
