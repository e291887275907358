#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/threshold_search.h"

/// Radix selection on the host: the digits from the most significant, and the CPU twins of its passes.
namespace texelsort::algorithms {

/// One digit of the bits that are searched: `width` bits above the lowest `shift`.
struct DigitLevel {
  unsigned shift = 0, width = 0;
  bool operator==(const DigitLevel&) const = default;
};

/// `open` bits in digits of `width` bits from the most significant; the last may be narrower.
std::vector<DigitLevel> digit_levels(unsigned open, unsigned width);

/// counts[d]: codes of the range whose bits above the level's digit are `prefix` and whose digit is d.
std::vector<std::uint64_t> count_digits(std::span<const std::uint64_t> codes, const Interval& range,
                                        const DigitLevel& level, std::uint64_t prefix);

/// Rows of `bins` words of the view "histogram", from row `first`, count the digits after these prefixes.
Claim histogram_claim(std::string sentence, const Interval& range, const DigitLevel& level,
                      std::vector<std::uint64_t> prefixes, std::uint64_t first, std::uint64_t bins);

/// Each element looked for is between its candidate's bounds.
Claim candidates_claim(std::string sentence, std::vector<Candidate> candidates);

}  // namespace texelsort::algorithms
