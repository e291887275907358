#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/core/trace.h"

/// What the passes of a radix sort do, in plain C++, by the names of shaders and kernels. Tables have a row for each of
/// 2^bits digits and as many elements a row as there are columns.
namespace texelsort::algorithms::radix {

/// How many codes of every column have each digit.
std::vector<std::uint64_t> count(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Scans such a table in its order: where the first of each element's codes goes.
std::vector<std::uint64_t> scan(std::vector<std::uint64_t> table);

/// How many codes before each one, in its column, have its digit.
std::vector<std::uint64_t> rank(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Place i of the array in order by the digit, equal digits in the old order, holds what was at place order[i].
std::vector<std::uint64_t> move(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Onesweep: how many codes have each digit of `bits`; a row for each of the `digits`, the lowest first.
std::vector<std::uint64_t> histogram(std::span<const std::uint64_t> codes, std::uint64_t digits, std::uint32_t bits);
/// That, each row scanned by itself.
std::vector<std::uint64_t> scan_bins(std::vector<std::uint64_t> bins, std::uint32_t bits);

/// The status that Onesweep leaves, a row a tile: the sums up to each tile's end, from the beginning of its portion.
std::vector<std::uint64_t> onesweep(std::span<const std::uint64_t> codes, const DigitPass& pass,
                                    std::uint64_t portion_tiles);

}  // namespace texelsort::algorithms::radix
