#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace texelsort::external {

/// Bytes that are written at once: what the second-level cache of a processor holds, since records are copied there and
/// written from there.
inline constexpr std::uint64_t usual_write = std::uint64_t{256} << 10;

/// Some neighbouring records of a run, which are read, checked and compressed at once. Where it is in the file's order
/// and in the file itself are two things: threads write as they come.
struct Piece {
  std::uint64_t raw = 0;       ///< bytes of its records
  std::uint64_t bare = 0;      ///< of these in the output
  std::uint64_t records = 0;   ///< at least 1
  std::uint64_t first = 0;     ///< the prefix of its first record's key
  std::uint64_t offset = 0;    ///< in the file
  std::uint64_t stored = 0;    ///< bytes there; as many as raw: not compressed
  std::uint64_t checksum = 0;  ///< of what is stored, XXH3
  std::uint64_t before = 0;    ///< bare bytes of all pieces of the run in front of it
};

/// Whole records in their order on their way to a file, written at once.
struct Block {
  std::vector<std::byte> raw{};     ///< the records
  std::vector<Piece> pieces{};      ///< of a run: what raw consists of; raw, bare, records and first are known
  std::vector<std::byte> stored{};  ///< as encoded; empty: raw is written
  std::uint64_t index = 0;          ///< blocks of a file are in the order of these numbers
  std::uint64_t offset = 0;         ///< of an output: the bytes of the records in front of it
};

/// A file that blocks are written to.
class BlockSink {
 public:
  virtual ~BlockSink() = default;
  /// Makes ready what is to be written; by several threads at a time, for different blocks.
  virtual void encode(Block&) const {}
  /// Whether blocks may come in any order; else in that of their indices, one at a time.
  virtual bool any_order() const { return true; }
  /// By several threads at a time.
  virtual void write(const Block& block) = 0;
  /// After the last.
  virtual void finish() = 0;
};

}  // namespace texelsort::external
