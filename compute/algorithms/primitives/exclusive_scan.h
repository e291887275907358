#pragma once

#include <cstdint>
#include <optional>

#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {

/// Exclusive scan of a table of 32-bit unsigned numbers on the device, in place. Every element becomes the sum of all
/// elements before it, modulo 2^32. The scan uses a fixed number of workgroups and three steps: each workgroup reduces
/// a chunk, one workgroup scans the sums, and each workgroup scans its chunk.
///
/// Source: Merrill & Grimshaw, Revisiting Sorting for GPGPU Stream Architectures, University of Virginia CS2010-03,
/// 2010, section 3 (reduce, then scan). On software rendering, one invocation replaces each workgroup.
class ExclusiveScan {
 public:
  /// Compiles the shaders for at most `most` elements. `counted` is true if only the device knows the number of
  /// elements.
  ExclusiveScan(gpu::Device& device, std::uint64_t most, bool counted = false);

  /// Bytes of device memory that one ExclusiveScan allocates.
  static constexpr std::uint64_t sums_bytes = 1024 * sizeof(std::uint32_t);

  /// Scans `count` elements of `table` by up to three dispatches, in the current pass.
  void run(const gpu::BufferBinding& table, std::uint64_t count) const;

  /// Numbers for a scan in a buffer that the device fills, for scans whose size the host does not know.
  struct Counted {
    gpu::BufferBinding control;
    /// Word offsets in `control` of the number of elements, the number of chunks of chunk() elements, and the two
    /// dispatch sizes (three words each).
    std::uint64_t elements = 0, chunks = 0, for_chunks = 0, for_sums = 0;
  };
  /// Scans a table by three indirect dispatches. The dispatches do nothing if the number of elements is 0.
  void run(const gpu::BufferBinding& table, const Counted& counted) const;
  std::uint64_t chunk() const { return chunk_of(most_); }
  /// Returns the number of chunks that one workgroup scans: 1, or one per invocation if invocations scan serially.
  std::uint64_t chunks_each() const { return serial_ ? workgroup_ : 1; }

  std::uint64_t dispatches(std::uint64_t count) const;

  /// Returns the number of bytes that a scan of `count` elements reads and writes.
  static std::uint64_t bytes(std::uint64_t count) { return 3 * count * sizeof(std::uint32_t); }

 private:
  /// Shader program of scan_reduce.comp or scan_chunks.comp.
  class Program : public gpu::ComputeProgram<Program> {
   public:
    using ComputeProgram::ComputeProgram;
    Program& table(const gpu::BufferBinding& table) { return bind(0, table); }
    /// Binds a buffer with one number per chunk. scan_reduce.comp writes sums to the buffer, and scan_chunks.comp reads
    /// offsets from it.
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
  /// returns the loop iterations of an invocation for a chunk of `chunk` elements
  std::uint64_t rounds(std::uint64_t elements) const;

  bool serial_;  ///< true if one invocation instead of a workgroup processes each chunk
  std::uint32_t workgroup_;
  /// minimum number of elements per chunk, and maximum number of elements of a table
  std::uint64_t smallest_chunk_, most_;
  gpu::Buffer sums_;
  /// program that sums each chunk; null if tables never have more than one chunk
  mutable std::optional<Program> reduce_;
  mutable Program scan_;
};

}  // namespace texelsort::algorithms
