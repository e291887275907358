#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"

/// Exclusive scans of tables on the device, in place. Every function throws what cuda::check() throws.
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

}  // namespace texelsort::algorithms::kernels
