#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/core/trace.h"

/// Reference implementations of the passes of a radix sort, with the names of the shaders and kernels. Tables have one
/// row for each of the 2^bits digit values and one column per column of the array.
namespace texelsort::algorithms::radix {

/// Returns the table of counts: the number of encoded keys of every column with each digit value.
std::vector<std::uint64_t> count(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Returns the exclusive scan of a table of counts in row order. Each element is the destination of the first key that
/// the element counts.
std::vector<std::uint64_t> scan(std::vector<std::uint64_t> table);

/// Returns, for each encoded key, the number of previous keys in its column with the same digit.
std::vector<std::uint64_t> rank(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Returns the stable order of the keys by the digit: position i receives the key from position order[i].
std::vector<std::uint64_t> move(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Returns the number of encoded keys with each value of each digit, for Onesweep. The table has one row for each of
/// the `digits` digits, the lowest first. A digit has `bits` bits.
std::vector<std::uint64_t> histogram(std::span<const std::uint64_t> codes, std::uint64_t digits, std::uint32_t bits);
/// Returns the counts of histogram() with each row scanned separately.
std::vector<std::uint64_t> scan_bins(std::vector<std::uint64_t> bins, std::uint32_t bits);

/// Returns the final status words of Onesweep, one row per tile. A word has the number of keys from the start of the
/// tile's portion to the end of the tile.
std::vector<std::uint64_t> onesweep(std::span<const std::uint64_t> codes, const DigitPass& pass,
                                    std::uint64_t portion_tiles);

}  // namespace texelsort::algorithms::radix
