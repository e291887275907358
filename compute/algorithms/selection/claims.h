#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/reference.h"

/// What a selection's passes make true; and none of them moves a key.
namespace texelsort::algorithms {

/// c(threshold) = count. `sentence` says what that decides.
Claim count_claim(std::string sentence, std::uint64_t threshold, std::uint64_t count);

/// `count` samples, a key of each block of `side` x `side` texels, are at least the threshold.
Claim sample_claim(std::string sentence, std::uint64_t threshold, std::uint64_t count, gpu::Extent keys,
                   std::uint32_t side);

/// The view "depth" holds what depths() gives, texel by texel. `past_n`: the code of the texels past n.
Claim fill_claim(std::string sentence, const DepthWindow& window, gpu::Extent keys, std::uint64_t n, std::uint32_t side,
                 std::uint64_t past_n);

/// These bins of the level hold places ranks.low to ranks.high of the sample put in order.
Claim guess_claim(std::string sentence, const Interval& range, const DigitLevel& level, const HistogramShape& shape,
                  data::KeyType type, const SampledRanks& ranks, std::pair<std::uint32_t, std::uint32_t> bins);

/// Rows of `bins` words of the view "histogram", from row `first`, count the digits after these prefixes.
Claim histogram_claim(const Interval& range, const DigitLevel& level, std::vector<std::uint64_t> prefixes,
                      std::uint64_t first, std::uint64_t bins);

/// Each element looked for is between its candidate's bounds.
Claim candidates_claim(std::string sentence, std::vector<Candidate> candidates);

/// "bit 1", or where that differs "bit 1 for k = 2, 5; bit 0 for k = 1": what c(m) = count says of the k-th largest.
std::string decision_text(const std::vector<std::uint64_t>& ks, std::uint64_t count);

/// The same of a threshold that is one of several for its bits: "v_2 >= m", "v_k >= m for k = 2, 5; v_k < m for k = 1".
std::string comparison_text(const std::vector<std::uint64_t>& ks, std::uint64_t count);

}  // namespace texelsort::algorithms
