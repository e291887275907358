#include "compute/algorithms/selection/threshold_search.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::algorithms {

std::uint64_t Interval::last() const {
  return open == 64 ? ~std::uint64_t{0} : low + ((std::uint64_t{1} << open) - 1);
}

std::optional<std::uint64_t> Interval::end() const {
  const std::uint64_t past = last() + 1;
  if (past == 0) return std::nullopt;
  return past;
}

Interval common_interval(std::uint64_t lowest, std::uint64_t highest) {
  const auto open = static_cast<unsigned>(std::max<int>(1, static_cast<int>(std::bit_width(lowest ^ highest))));
  const std::uint64_t below = open == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << open) - 1;
  return {lowest & ~below, open};
}

ThresholdSearch::ThresholdSearch(std::uint64_t n, const std::vector<std::uint64_t>& ks, const Interval& all,
                                 unsigned bits)
    : bits_(bits) {
  for (const std::uint64_t k : ks) elements_.push_back({k, all});
  learn(all.low, n);
  if (const auto end = all.end()) learn(*end, 0);
}

unsigned ThresholdSearch::digit_bits(const Interval& interval, unsigned floor) const {
  return interval.open > floor ? std::min(bits_, interval.open - floor) : 0;
}

std::vector<std::uint64_t> ThresholdSearch::thresholds(std::size_t e, unsigned floor) const {
  const Interval& at = elements_[e].at;
  const unsigned digit = digit_bits(at, floor);
  std::vector<std::uint64_t> needed;
  for (std::uint64_t value = 1; value < std::uint64_t{1} << digit; ++value) {
    const std::uint64_t threshold = at.low + (value << (at.open - digit));
    if (!known(threshold)) needed.push_back(threshold);
  }
  return needed;
}

std::optional<std::uint64_t> ThresholdSearch::known(std::uint64_t threshold) const {
  const auto found = known_.find(threshold);
  if (found == known_.end()) return std::nullopt;
  return found->second;
}

void ThresholdSearch::narrow(std::size_t e, unsigned floor) {
  Element& element = elements_[e];
  while (element.at.open > floor && thresholds(e, floor).empty()) {
    const unsigned digit = digit_bits(element.at, floor);
    const unsigned open = element.at.open - digit;
    std::uint64_t value = (std::uint64_t{1} << digit) - 1;
    while (value > 0 && count_at(element.at.low + (value << open)) < element.k) --value;
    element.at = {element.at.low + (value << open), open};
  }
}

std::uint64_t ThresholdSearch::beyond(const Interval& interval) const {
  const auto end = interval.end();
  return end ? count_at(*end) : 0;
}

std::uint64_t ThresholdSearch::count_at(std::uint64_t threshold) const {
  if (const auto count = known(threshold)) return *count;
  throw InternalError(fmt::format("no count at threshold {:#x} is known", threshold));
}

}  // namespace texelsort::algorithms
