#pragma once

#include "compute/external/chunk.h"
#include "compute/external/make_runs.h"

namespace texelsort::external {

/// Last stage of the first phase's pipeline. Reorders the records of chunks and writes them, using all processors.
class ChunkWriter {
 public:
  explicit ChunkWriter(const RunRequest& request);

  /// Writes a chunk whose `order` follows the sorted bits of the prefixes. Throws the errors of the sink.
  void write(Chunk& chunk);
  /// Returns the totals of all chunks.
  const Sorted& sorted() const { return sorted_; }

 private:
  /// Records [first, end) of the order, which are written at once.
  struct Cut {
    std::size_t first = 0, end = 0;
    std::uint64_t offset = 0;  ///< bytes of all preceding records in the output
  };

  void choose(Chunk& chunk);
  std::vector<Cut> cut(const Chunk& chunk, bool bare) const;
  void fill(const Chunk& chunk, const Cut& part, bool bare, Block& block) const;
  std::span<const std::byte> key_in_run(const Chunk& chunk, std::uint32_t record,
                                        std::vector<std::byte>& scratch) const;
  void write_blocks(const Chunk& chunk, const ChunkSink& to, const std::vector<Cut>& cuts);

  const RunRequest& request_;
  Meter& meter_;
  std::vector<Block> blocks_;  ///< one block per thread
  Sorted sorted_;
};

}  // namespace texelsort::external
