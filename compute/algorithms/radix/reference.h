#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/core/trace.h"

/// Reference implementations of the passes of a radix sort, named like shaders and kernels. Tables have one row for
/// each of 2^bits digits, with one element per column.
namespace texelsort::algorithms::radix {

/// Returns how many encoded keys of every column have each digit.
std::vector<std::uint64_t> count(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Returns the scan of such a table in its order: the destination of the first encoded key of each element.
std::vector<std::uint64_t> scan(std::vector<std::uint64_t> table);

/// Returns, for each encoded key, how many keys before it in its column have the same digit.
std::vector<std::uint64_t> rank(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Returns the stable order by the digit: place i receives the key of place order[i].
std::vector<std::uint64_t> move(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Onesweep: returns how many encoded keys have each digit of `bits`, one row for each of the `digits`, the lowest
/// first.
std::vector<std::uint64_t> histogram(std::span<const std::uint64_t> codes, std::uint64_t digits, std::uint32_t bits);
/// Returns these counts with each row scanned separately.
std::vector<std::uint64_t> scan_bins(std::vector<std::uint64_t> bins, std::uint32_t bits);

/// Returns Onesweep's final status, one row per tile: sums up to the end of each tile, from the beginning of its
/// portion.
std::vector<std::uint64_t> onesweep(std::span<const std::uint64_t> codes, const DigitPass& pass,
                                    std::uint64_t portion_tiles);

}  // namespace texelsort::algorithms::radix
