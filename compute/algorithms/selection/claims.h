#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/reference.h"

/// Postconditions of the passes of a selection. All of them also claim that no key has moved.
namespace texelsort::algorithms {

/// Returns the claim that c(threshold) = count. `sentence` describes the conclusion from this count.
Claim count_claim(std::string sentence, std::uint64_t threshold, std::uint64_t count);

/// Returns the claim that `count` samples are at least the threshold. There is one sample per block of `side` x `side`
/// texels.
Claim sample_claim(std::string sentence, std::uint64_t threshold, std::uint64_t count, gpu::Extent keys,
                   std::uint32_t side);

/// Returns the claim that the view "depth" equals the result of depths(), texel by texel. `past_n` is the encoded key
/// of the texels after the n keys.
Claim fill_claim(std::string sentence, const DepthWindow& window, gpu::Extent keys, std::uint64_t n, std::uint32_t side,
                 std::uint64_t past_n);

/// Returns the claim that the bins `bins` of the level contain the elements of the sorted sample from rank ranks.low to
/// rank ranks.high.
Claim guess_claim(std::string sentence, const Interval& range, const DigitLevel& level, const HistogramShape& shape,
                  data::KeyType type, const SampledRanks& ranks, std::pair<std::uint32_t, std::uint32_t> bins);

/// Returns the claim that the rows of the view "histogram" from row `first` on count the digits after `prefixes`. A row
/// has `bins` words.
Claim histogram_claim(const Interval& range, const DigitLevel& level, std::vector<std::uint64_t> prefixes,
                      std::uint64_t first, std::uint64_t bins);

/// Returns the claim that each wanted element lies between the bounds of its candidate.
Claim candidates_claim(std::string sentence, std::vector<Candidate> candidates);

/// Returns the text of the conclusion from c(m) = count about the k-th largest keys: "bit 1", or "bit 1 for k = 2, 5;
/// bit 0 for k = 1".
std::string decision_text(const std::vector<std::uint64_t>& ks, std::uint64_t count);

/// Returns the text of the conclusion from one of several thresholds of a round: "v_2 >= m", or "v_k >= m for k = 2, 5;
/// v_k < m for k = 1".
std::string comparison_text(const std::vector<std::uint64_t>& ks, std::uint64_t count);

}  // namespace texelsort::algorithms
