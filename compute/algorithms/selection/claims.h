#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/reference.h"

/// Postconditions of a selection's passes. All of them also claim that no key has moved.
namespace texelsort::algorithms {

/// Claims c(threshold) = count. `sentence` describes the conclusion from it.
Claim count_claim(std::string sentence, std::uint64_t threshold, std::uint64_t count);

/// Claims that `count` samples, one key per block of `side` x `side` texels, are at least the threshold.
Claim sample_claim(std::string sentence, std::uint64_t threshold, std::uint64_t count, gpu::Extent keys,
                   std::uint32_t side);

/// Claims that the view "depth" equals the result of depths(), texel by texel. `past_n` is the encoded key of the
/// texels past n.
Claim fill_claim(std::string sentence, const DepthWindow& window, gpu::Extent keys, std::uint64_t n, std::uint32_t side,
                 std::uint64_t past_n);

/// Claims that these bins of the level contain the elements ranks.low to ranks.high of the sorted sample.
Claim guess_claim(std::string sentence, const Interval& range, const DigitLevel& level, const HistogramShape& shape,
                  data::KeyType type, const SampledRanks& ranks, std::pair<std::uint32_t, std::uint32_t> bins);

/// Claims that rows of `bins` words of the view "histogram", from row `first`, count the digits after these prefixes.
Claim histogram_claim(const Interval& range, const DigitLevel& level, std::vector<std::uint64_t> prefixes,
                      std::uint64_t first, std::uint64_t bins);

/// Claims that each element searched for is between its candidate's bounds.
Claim candidates_claim(std::string sentence, std::vector<Candidate> candidates);

/// Describes what c(m) = count says about the k-th largest: "bit 1", or "bit 1 for k = 2, 5; bit 0 for k = 1".
std::string decision_text(const std::vector<std::uint64_t>& ks, std::uint64_t count);

/// The same for one of several thresholds per round: "v_2 >= m", or "v_k >= m for k = 2, 5; v_k < m for k = 1".
std::string comparison_text(const std::vector<std::uint64_t>& ks, std::uint64_t count);

}  // namespace texelsort::algorithms
