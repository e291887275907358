#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/fielded_keys.h"
#include "compute/algorithms/cuda/launches.h"

/// Exclusive scans of tables on the device, in place, and the sort of few keys. Every function throws what
/// cuda::check() throws.
namespace texelsort::algorithms::kernels {

/// In three launches: a block a row of `length` numbers (the last may be shorter) sums it; one block scans the rows'
/// sums, to `row_starts` (one more than rows: the total), and leaves each row's own sum in `row_sums`; a block a row
/// scans its numbers from there on.
struct RowScan {
  std::uint32_t* table = nullptr;
  std::uint64_t count = 0, length = 0;
  std::uint32_t *row_starts = nullptr, *row_sums = nullptr;
  std::uint64_t rows() const { return (count + length - 1) / length; }
};

struct ScanLaunches {
  virtual void scan_rows(const RowScan& scan, Stream stream) const = 0;
  /// One block scans the whole table.
  virtual void scan_by_block(std::uint64_t* table, std::uint64_t elements, Stream stream) const = 0;
};

/// The whole device scans the table, which on CUDA is CUB's part; it takes `bytes()` of temporary memory.
struct DeviceScanLaunches {
  virtual std::uint64_t bytes(std::uint64_t elements) const = 0;
  virtual void scan(std::uint64_t* table, std::uint64_t elements, void* temporary, std::uint64_t temporary_bytes,
                    Stream stream) const = 0;
};

/// How few keys are cut: into tiles, each sorted by a block, and then into parts between splitters.
struct KeyParts {
  unsigned tile = 0;   ///< keys
  unsigned parts = 1;  ///< 1: one tile has all keys, and is sorted then
  std::uint64_t seed = 1;
};

/// Tiles at the most: a thread of a part's block has one each.
inline constexpr unsigned most_part_tiles = 128;
inline constexpr unsigned least_part_tile = 512, largest_part_tile = 8192;
/// What few keys are at the most: `words`, keys of 4 bytes that stand alone and in their natural order, of which a
/// block has room for twice as many.
constexpr std::uint64_t largest_small_input(bool words) {
  return std::uint64_t{most_part_tiles} * largest_part_tile / (words ? 1 : 2);
}

/// For n keys, largest_small_input() at the most: as many tiles and parts as keep the multiprocessors busy at the same
/// time, no more; measured on an H200 and an H100.
constexpr KeyParts cut_small_input(std::uint64_t n) {
  constexpr std::uint64_t at_once = 4096, least = std::uint64_t{1} << 15, few = std::uint64_t{1} << 16,
                          more = std::uint64_t{1} << 18, many = std::uint64_t{1} << 19;
  if (n <= at_once) return {.tile = static_cast<unsigned>(n), .parts = 1};
  unsigned tile = n <= least ? least_part_tile : n <= few ? 1024 : n <= more ? 2048 : 4096;
  // One large tile and one large part for each multiprocessor.
  constexpr std::uint64_t step = 1024, row = most_part_tiles * step;
  if (n > many) tile = static_cast<unsigned>((n + row - 1) / row * step);
  // Smaller parts have fewer samples each, and yet exceed two tiles less often.
  const unsigned part = n <= few ? tile / 4 * 3 : tile;
  return {.tile = tile, .parts = static_cast<unsigned>((n + part - 1) / part)};
}

struct SmallInputLaunches {
  /// Sorts every tile by itself, stably, with its fields; writes parts - 1 keys to `splitters`.
  virtual void sort_tiles(const FieldedKeys& keys, const KeyParts& parts, void* splitters, Stream stream) const = 0;
  /// From sorted tiles to sorted keys, stably.
  virtual void sort_parts(const FieldedKeys& keys, const KeyParts& parts, const void* splitters,
                          Stream stream) const = 0;
  /// The most shared memory that a block takes.
  virtual std::uint64_t shared_bytes() const = 0;
};

}  // namespace texelsort::algorithms::kernels
