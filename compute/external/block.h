#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace texelsort::external {

class BlockSink;

/// Whole records in their order on their way to a file.
struct Block {
  std::vector<std::byte> raw;     ///< the records
  std::vector<std::byte> stored;  ///< as encoded; empty: raw is written
  std::uint64_t index = 0;        ///< from 0 in its file
  std::uint64_t records = 0;
  std::uint32_t checksum = 0;
  BlockSink* sink = nullptr;
  bool last = false;  ///< nothing follows in its file; it may be empty then
};

/// A file that blocks are written to.
class BlockSink {
 public:
  virtual ~BlockSink() = default;
  /// Makes ready what is to be written; by several threads at a time, for different blocks.
  virtual void encode(Block&) const {}
  /// In the order of their indices.
  virtual void write(const Block& block) = 0;
  /// After the last.
  virtual void finish() = 0;
};

}  // namespace texelsort::external
