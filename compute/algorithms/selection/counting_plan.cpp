#include "compute/algorithms/selection/counting_plan.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::algorithms {

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

SelectionPlan::SelectionPlan(std::uint64_t n, const std::vector<std::uint64_t>& ks, const Interval& all,
                             const CountingRules& rules)
    : rules_(rules),
      all_(all),
      search_(n, ks, all, rules.bits_per_round),
      fold_limit_(ks.size(), std::numeric_limits<std::uint32_t>::max()) {}

bool SelectionPlan::in_window(std::size_t e) const {
  const ThresholdSearch::Element& element = search_.elements()[e];
  if (element.found()) return false;
  if (!rules_.window_bits) return true;
  if (!window_ || element.at.open <= window_->shift || !window_->codes.contains(element.at)) return false;
  return window_->folded || !worth_folding(e);
}

// Two of c codes meet in one of B blocks with a probability of about c^2 / 2B; half of that is worth a try, since a
// fold costs about as much as two counts. It pays from a few bits on.
bool SelectionPlan::worth_folding(std::size_t e) const {
  constexpr unsigned fewest_bits = 4;
  const Interval& at = search_.elements()[e].at;
  if (rules_.fold <= 1 || at.open < fewest_bits) return false;
  const std::uint64_t codes = search_.codes_within(at);
  return codes <= fold_limit_[e] && codes * codes <= rules_.fold_blocks / 2;
}

DepthWindow SelectionPlan::window_for(std::size_t e) const {
  const Interval& at = search_.elements()[e].at;
  return {at, at.open > *rules_.window_bits ? at.open - *rules_.window_bits : 0, worth_folding(e)};
}

bool SelectionPlan::plan_round() {
  round_.clear();
  position_ = 0;
  for (std::size_t e = 0; e < search_.elements().size(); ++e) {
    if (!in_window(e)) continue;
    const auto needed = search_.thresholds(e, floor());
    round_.insert(round_.end(), needed.begin(), needed.end());
  }
  std::ranges::sort(round_);
  const auto repeated = std::ranges::unique(round_);
  round_.erase(repeated.begin(), repeated.end());
  if (round_.empty()) return false;
  ++rounds_;
  return true;
}

std::optional<SelectionPlan::Action> SelectionPlan::next() {
  if (filling_) return Fill{*filling_};
  const auto present = [this] { return position_ < static_cast<std::ptrdiff_t>(round_.size()); };
  if (present() || plan_round()) return Count{round_[static_cast<std::size_t>(position_)]};
  const auto& elements = search_.elements();
  for (std::size_t e = 0; e < elements.size(); ++e) {
    if (elements[e].found()) continue;
    filling_ = window_for(e);
    return Fill{*filling_};
  }
  return std::nullopt;
}

void SelectionPlan::filled(std::uint64_t codes) {
  window_ = *filling_;
  filling_.reset();
  if (!window_->folded) return narrow_all();  // its finer thresholds may be known from another element's search
  ++waits_;
  const std::uint64_t expected = search_.codes_within(window_->codes);
  if (codes == expected) return narrow_all();
  // Two codes share a block: the fold holds one of them only. Try again when far fewer are left.
  for (std::size_t e = 0; e < fold_limit_.size(); ++e) {
    if (search_.elements()[e].at == window_->codes) fold_limit_[e] = expected / 4;
  }
  window_.reset();
}

void SelectionPlan::counted(std::uint64_t count) {
  search_.learn(round_[static_cast<std::size_t>(position_++)], count);
  if (position_ < static_cast<std::ptrdiff_t>(round_.size())) return;
  ++waits_;
  narrow_all();
}

void SelectionPlan::narrow_all() {
  for (std::size_t e = 0; e < search_.elements().size(); ++e) search_.narrow(e, floor());
}

}  // namespace texelsort::algorithms
