#pragma once

#include "compute/external/chunk.h"
#include "compute/external/make_runs.h"

namespace texelsort::external {

/// The end of the first phase's pipeline: brings the records of chunks into their order and writes them, by all
/// processors.
class ChunkWriter {
 public:
  explicit ChunkWriter(const RunRequest& request);

  /// A chunk whose `order` is of its sorted bits. Throws what writing throws.
  void write(Chunk& chunk);
  /// What is known of all chunks.
  const Sorted& sorted() const { return sorted_; }

 private:
  /// Records [first, end) of the order, which are written at once.
  struct Cut {
    std::size_t first = 0, end = 0;
    std::uint64_t offset = 0;  ///< bytes in front of them
  };

  void choose(Chunk& chunk);
  std::vector<Cut> cut(const Chunk& chunk, bool bare) const;
  void fill(const Chunk& chunk, const Cut& part, bool bare, Block& block) const;
  std::span<const std::byte> key_in_run(const Chunk& chunk, std::uint32_t record,
                                        std::vector<std::byte>& scratch) const;
  void write_blocks(const Chunk& chunk, const ChunkSink& to, const std::vector<Cut>& cuts);

  const RunRequest& request_;
  Meter& meter_;
  std::vector<Block> blocks_;  ///< one for each thread
  Sorted sorted_;
};

}  // namespace texelsort::external
