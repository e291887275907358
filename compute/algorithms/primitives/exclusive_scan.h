#pragma once

#include <cstdint>
#include <optional>

#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {

/// Exclusive scan of a table of 32-bit unsigned numbers on the device, in place: every element becomes the sum of all
/// elements before it, modulo 2^32. It uses a fixed number of workgroups. Each reduces its chunk, one workgroup scans
/// the sums, and then each scans its chunk (Merrill & Grimshaw, Revisiting Sorting for GPGPU Stream Architectures,
/// University of Virginia CS2010-03, 2010, section 3: reduce, then scan). On software rendering one invocation replaces
/// each workgroup.
class ExclusiveScan {
 public:
  /// Compiles the shaders for at most `most` elements. `counted` is true if the number of elements is known only on the
  /// device.
  ExclusiveScan(gpu::Device& device, std::uint64_t most, bool counted = false);

  /// Device memory of one scan object, in bytes.
  static constexpr std::uint64_t sums_bytes = 1024 * sizeof(std::uint32_t);

  /// Scans `count` elements of `table` by up to three dispatches in the present pass.
  void run(const gpu::BufferBinding& table, std::uint64_t count) const;

  /// Word offsets in a buffer that the device fills. The words are the number of elements, the number of chunks of
  /// chunk() elements, and the workgroup counts (three words each) for the chunks and for the scan of their sums.
  struct Counted {
    gpu::BufferBinding control;
    std::uint64_t elements = 0, chunks = 0, for_chunks = 0, for_sums = 0;  ///< offsets in words
  };
  /// Scans a table by three indirect dispatches. They do nothing if there are no elements.
  void run(const gpu::BufferBinding& table, const Counted& counted) const;
  std::uint64_t chunk() const { return chunk_of(most_); }
  /// Returns the number of chunks that one workgroup scans.
  std::uint64_t chunks_each() const { return serial_ ? workgroup_ : 1; }

  std::uint64_t dispatches(std::uint64_t count) const;

  /// Returns the number of bytes that a scan of `count` elements reads and writes.
  static std::uint64_t bytes(std::uint64_t count) { return 3 * count * sizeof(std::uint32_t); }

 private:
  /// Program of scan_reduce.comp or scan_chunks.comp.
  class Program : public gpu::ComputeProgram<Program> {
   public:
    using ComputeProgram::ComputeProgram;
    Program& table(const gpu::BufferBinding& table) { return bind(0, table); }
    /// Binds the buffer of sums, which are written, or of chunk offsets, which are read.
    Program& sums(const gpu::Buffer& sums) { return bind(1, {1, &sums}); }
    Program& count(std::uint64_t elements, std::uint64_t chunk) { return set("count", elements).set("chunk", chunk); }
    Program& counted(const gpu::BufferBinding& control, std::uint64_t word, std::uint64_t chunk) {
      return bind(2, control).set("count_at", word).set("chunk", chunk);
    }
    Program& has_offsets(bool has) { return set("has_offsets", has ? 1u : 0u); }
  };
  void dispatch(Program& program, const gpu::BufferBinding& table, std::uint64_t count, std::uint64_t chunk,
                bool has_offsets) const;

  std::uint64_t chunk_of(std::uint64_t count) const;
  std::uint64_t rounds(std::uint64_t elements) const;  ///< loop iterations for a chunk

  bool serial_;  ///< true if one invocation processes a chunk, instead of a workgroup
  std::uint32_t workgroup_;
  std::uint64_t smallest_chunk_, most_;  ///< numbers of elements
  gpu::Buffer sums_;
  mutable std::optional<Program> reduce_;  ///< null if there is at most one chunk
  mutable Program scan_;
};

}  // namespace texelsort::algorithms
