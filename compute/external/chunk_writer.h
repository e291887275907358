#pragma once

#include "compute/external/chunk.h"
#include "compute/external/make_runs.h"

namespace texelsort::external {

/// Last stage of the pipeline that makes runs. Copies the records of chunks in sorted order and writes them, using all
/// processors.
class ChunkWriter {
 public:
  explicit ChunkWriter(const RunRequest& request);

  /// Writes the records of a chunk. The chunk's records must be sorted by Chunk::part_of_prefix. Throws the errors of
  /// the sink.
  void write(Chunk& chunk);
  const Sorted& sorted() const { return sorted_; }

 private:
  /// Range [first, end) of sorted records that are written as one block.
  struct Cut {
    std::size_t first = 0, end = 0;
    std::uint64_t offset = 0;  ///< bytes that all records before the range occupy in the output
  };

  void choose(Chunk& chunk);
  std::vector<Cut> cut(const Chunk& chunk, bool bare) const;
  void fill(const Chunk& chunk, const Cut& part, bool bare, Block& block) const;
  std::span<const std::byte> key_in_run(const Chunk& chunk, std::uint32_t record,
                                        std::vector<std::byte>& scratch) const;
  void write_blocks(const Chunk& chunk, const ChunkSink& to, const std::vector<Cut>& cuts);

  const RunRequest& request_;
  Meter& meter_;
  std::vector<Block> blocks_;  ///< reusable blocks, one per writing thread
  Sorted sorted_;
};

}  // namespace texelsort::external
