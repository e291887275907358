#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/core/trace.h"

/// Reference implementations of the passes of a radix sort, named like the shaders and kernels. Tables have one row for
/// each of the 2^bits digit values and one column per column of the array.
namespace texelsort::algorithms::radix {

/// Returns the table of counts: the number of encoded keys of every column with each digit value.
std::vector<std::uint64_t> count(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Returns the exclusive scan of a table of counts in row order: the destination of the first key of each element.
std::vector<std::uint64_t> scan(std::vector<std::uint64_t> table);

/// Returns, for each encoded key, the number of previous keys in its column with the same digit.
std::vector<std::uint64_t> rank(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Returns the stable order by the digit: place i receives the key from place order[i].
std::vector<std::uint64_t> move(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Onesweep: returns the number of encoded keys with each value of each digit. There is one row per digit, the lowest
/// first, and `digits` digits of `bits` bits.
std::vector<std::uint64_t> histogram(std::span<const std::uint64_t> codes, std::uint64_t digits, std::uint32_t bits);
/// Returns the counts of histogram() with each row scanned separately.
std::vector<std::uint64_t> scan_bins(std::vector<std::uint64_t> bins, std::uint32_t bits);

/// Onesweep: returns the final status words, one row per tile. A word has the number of keys from the start of the
/// tile's portion to the end of the tile.
std::vector<std::uint64_t> onesweep(std::span<const std::uint64_t> codes, const DigitPass& pass,
                                    std::uint64_t portion_tiles);

}  // namespace texelsort::algorithms::radix
