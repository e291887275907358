#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/fielded_keys.h"
#include "compute/algorithms/cuda/launches.h"

/// Launches of exclusive scans of tables on the device, in place, and of the sort of small inputs. Every function
/// throws the errors of cuda::check().
namespace texelsort::algorithms::kernels {

/// Arguments of a scan in three launches, by rows of `length` numbers; the last row may be shorter.
/// - First, one block per row sums the row's numbers.
/// - Then one block scans the sums `row_sums` to `row_starts`, which has one more element for the total.
/// - Finally, one block per row scans the row's numbers and adds the row's start.
struct RowScan {
  std::uint32_t* table = nullptr;
  std::uint64_t count = 0, length = 0;
  std::uint32_t *row_starts = nullptr, *row_sums = nullptr;
  std::uint64_t rows() const { return (count + length - 1) / length; }
};

struct ScanLaunches {
  virtual void scan_rows(const RowScan& scan, Stream stream) const = 0;
  /// Scans the whole table with one block.
  virtual void scan_by_block(std::uint64_t* table, std::uint64_t elements, Stream stream) const = 0;
};

/// Launches of scans by the whole device. CUDA builds use CUB. A scan needs temporary memory of `bytes()` bytes.
struct DeviceScanLaunches {
  virtual std::uint64_t bytes(std::uint64_t elements) const = 0;
  virtual void scan(std::uint64_t* table, std::uint64_t elements, void* temporary, std::uint64_t temporary_bytes,
                    Stream stream) const = 0;
};

/// Division of a small input. First, each tile is sorted by one block. Then the keys are divided into parts by
/// splitters, and each part is sorted by one block.
struct KeyParts {
  unsigned tile = 0;  ///< number of keys per tile
  /// number of parts; 1 if one tile has all keys, so that sorting this tile completes the sort
  unsigned parts = 1;
  std::uint64_t seed = 1;
};

/// Maximum number of tiles of a small input. Each thread of a part's block handles one tile.
inline constexpr unsigned most_part_tiles = 128;
inline constexpr unsigned least_part_tile = 512, largest_part_tile = 8192;
/// Returns the maximum number of keys of a small input. `words` is true for 4-byte keys without payload in their
/// natural order. A block can store twice as many keys of this kind.
constexpr std::uint64_t largest_small_input(bool words) {
  return std::uint64_t{most_part_tiles} * largest_part_tile / (words ? 1 : 2);
}

/// Divides n keys into just enough tiles and parts to keep all multiprocessors busy at once. Requires n <=
/// largest_small_input(). Tuned on an H200 and an H100.
constexpr KeyParts cut_small_input(std::uint64_t n) {
  constexpr std::uint64_t at_once = 4096, least = std::uint64_t{1} << 15, few = std::uint64_t{1} << 16,
                          more = std::uint64_t{1} << 18, many = std::uint64_t{1} << 19;
  if (n <= at_once) return {.tile = static_cast<unsigned>(n), .parts = 1};
  unsigned tile = n <= least ? least_part_tile : n <= few ? 1024 : n <= more ? 2048 : 4096;
  // Each multiprocessor gets one large tile and one large part.
  constexpr std::uint64_t step = 1024, row = most_part_tiles * step;
  if (n > many) tile = static_cast<unsigned>((n + row - 1) / row * step);
  // Smaller parts have fewer samples each, but exceed the memory of two tiles less often.
  const unsigned part = n <= few ? tile / 4 * 3 : tile;
  return {.tile = tile, .parts = static_cast<unsigned>((n + part - 1) / part)};
}

struct SmallInputLaunches {
  /// Sorts every tile separately and stably, and moves the fields with their keys. Writes parts - 1 keys as splitters
  /// to `splitters`.
  virtual void sort_tiles(const FieldedKeys& keys, const KeyParts& parts, void* splitters, Stream stream) const = 0;
  /// Sorts all keys stably. The tiles must be sorted and `splitters` must have the splitters.
  virtual void sort_parts(const FieldedKeys& keys, const KeyParts& parts, const void* splitters,
                          Stream stream) const = 0;
  /// Returns the maximum shared memory per block in bytes.
  virtual std::uint64_t shared_bytes() const = 0;
};

}  // namespace texelsort::algorithms::kernels
