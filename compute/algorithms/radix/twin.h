#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/core/trace.h"

/// What the passes of a radix sort do, in plain C++. Tables have a row for each of 2^bits digits and as many elements a
/// row as there are columns.
namespace texelsort::algorithms {

/// How many codes of every column have each digit.
std::vector<std::uint64_t> digit_counts(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// The exclusive scan of the same table, in its order: where the first of each element's codes goes.
std::vector<std::uint64_t> digit_offsets(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// How many codes before each one, in its column, have its digit.
std::vector<std::uint64_t> digit_ranks(std::span<const std::uint64_t> codes, const DigitPass& pass);

/// Place i of the array in order by the digit, equal digits in the old order, holds what was at place order[i].
std::vector<std::uint64_t> digit_order(std::span<const std::uint64_t> codes, const DigitPass& pass);

}  // namespace texelsort::algorithms
