#pragma once

#include <cstdint>

#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Exclusive prefix sums of a table of 32-bit unsigned numbers on the device, in place: every element becomes the sum
/// of those before it, modulo 2^32. A fixed number of workgroups: each adds up its chunk, one workgroup scans the sums,
/// each scans its chunk (Merrill & Grimshaw, Revisiting Sorting for GPGPU Stream Architectures, University of Virginia
/// CS2010-03, 2010, section 3: reduce, then scan). On software rendering an invocation takes the place of a workgroup.
class ExclusiveScan {
 public:
  /// Compiles; `most` elements at the most.
  ExclusiveScan(gpu::Device& device, std::uint64_t most);

  /// What an object of this class takes on the device.
  static constexpr std::uint64_t sums_bytes = 1024 * sizeof(std::uint32_t);

  /// Up to three dispatches inside the present pass. `table` holds at least `count` elements.
  void run(const gpu::BufferBinding& table, std::uint64_t count) const;

  std::uint64_t dispatches(std::uint64_t count) const;

  /// Bytes read and written for `count` elements.
  static std::uint64_t bytes(std::uint64_t count) { return 3 * count * sizeof(std::uint32_t); }

 private:
  void dispatch(const gpu::Program& program, const gpu::BufferBinding& table, const gpu::BufferBinding& sums,
                std::uint64_t count, std::uint64_t chunk, bool has_offsets) const;

  gpu::Device& device_;
  bool serial_;  ///< an invocation a chunk, instead of a workgroup
  std::uint32_t workgroup_;
  std::uint64_t smallest_chunk_;  ///< elements
  gpu::Buffer sums_;
  const gpu::Program *reduce_, *scan_;
};

}  // namespace texelsort::algorithms
