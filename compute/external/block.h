#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace texelsort::external {

/// Bytes per write of sorted records. The size is small enough for a core's second-level cache, in which records are
/// assembled before they are written.
inline constexpr std::uint64_t usual_write = std::uint64_t{256} << 10;

/// Consecutive records of a run, which are read, checked and compressed together. The order of pieces in the file may
/// differ from the order of keys, because threads write concurrently.
struct Piece {
  std::uint64_t raw = 0;       ///< bytes of the piece's records in the run, before compression
  std::uint64_t bare = 0;      ///< bytes of the piece's records in the output, without keys that runs add
  std::uint64_t records = 0;   ///< number of records in the piece, at least 1
  std::uint64_t first = 0;     ///< key prefix of the piece's first record
  std::uint64_t offset = 0;    ///< start of the piece in the file of the run, in bytes
  std::uint64_t stored = 0;    ///< bytes of the piece in the file; equal to `raw` if the piece is not compressed
  std::uint64_t checksum = 0;  ///< XXH3 checksum of the piece's bytes in the file
  std::uint64_t before = 0;    ///< bytes in the output of all pieces that precede this one in the run
};

/// Consecutive sorted records that one call writes to a file.
struct Block {
  std::vector<std::byte> raw{};  ///< uncompressed bytes of the block's records
  /// Pieces of the block; empty if the file is the output. Until encode(), only raw, bare, records and first are set.
  std::vector<Piece> pieces{};
  std::vector<std::byte> stored{};  ///< bytes of the pieces after compression; empty if `raw` is written instead
  std::uint64_t index = 0;          ///< position of the block among all blocks of the file, from 0
  std::uint64_t offset = 0;         ///< bytes that all records before the block occupy in the output
};

/// Destination of blocks of sorted records: the output or a run.
class BlockSink {
 public:
  virtual ~BlockSink() = default;
  /// Prepares a block for writing, for example by compression. Several threads may call this at once for different
  /// blocks.
  virtual void encode(Block&) const {}
  /// Returns true if the caller may write blocks in any order. Otherwise the caller must write one block at a time,
  /// ordered by index.
  virtual bool any_order() const { return true; }
  /// Writes a block. Several threads may call this at once if any_order() is true.
  virtual void write(const Block& block) = 0;
  /// Completes the file. The caller must have written all blocks.
  virtual void finish() = 0;
};

}  // namespace texelsort::external
