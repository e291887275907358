#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace texelsort::external {

/// Bytes per write. They fit in a core's second-level cache, because records are assembled there before they are
/// written.
inline constexpr std::uint64_t usual_write = std::uint64_t{256} << 10;

/// Consecutive records of a run, which are read, checked and compressed together. Their order in the file may differ
/// from the order of the keys, because threads write concurrently.
struct Piece {
  std::uint64_t raw = 0;       ///< bytes of the piece's records in the run
  std::uint64_t bare = 0;      ///< bytes of the piece's records in the output
  std::uint64_t records = 0;   ///< number of records, at least 1
  std::uint64_t first = 0;     ///< key prefix of the first record
  std::uint64_t offset = 0;    ///< start of the piece in the file, in bytes
  std::uint64_t stored = 0;    ///< bytes in the file; equal to raw if not compressed
  std::uint64_t checksum = 0;  ///< XXH3 of the stored bytes
  std::uint64_t before = 0;    ///< bytes in the output of all preceding pieces of the run
};

/// Consecutive sorted records that are written to a file at once.
struct Block {
  std::vector<std::byte> raw{};     ///< bytes of the records
  std::vector<Piece> pieces{};      ///< pieces of `raw` if the file is a run; only raw, bare, records and first are set
  std::vector<std::byte> stored{};  ///< compressed pieces; raw is written if this is empty
  std::uint64_t index = 0;          ///< number of the block in the order of the file
  std::uint64_t offset = 0;         ///< bytes in the output of all preceding records
};

/// Destination file of blocks.
class BlockSink {
 public:
  virtual ~BlockSink() = default;
  /// Prepares a block for writing. Several threads may call this at once for different blocks.
  virtual void encode(Block&) const {}
  /// Returns whether blocks may arrive in any order. Otherwise they arrive one at a time, ordered by index.
  virtual bool any_order() const { return true; }
  /// Writes a block. Several threads may call this at once.
  virtual void write(const Block& block) = 0;
  /// Completes the file after the last block.
  virtual void finish() = 0;
};

}  // namespace texelsort::external
