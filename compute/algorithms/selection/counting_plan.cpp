#include "compute/algorithms/selection/counting_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::algorithms {

ThresholdSearch::ThresholdSearch(std::uint64_t n, const std::vector<std::uint64_t>& ks, const Interval& all,
                                 unsigned bits)
    : bits_(bits), last_(all.last()) {
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
  if (threshold > last_) return 0;
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

void ThresholdSearch::aim(std::size_t e, const Interval& interval) {
  const std::uint64_t k = elements_[e].k;
  if (count_at(interval.low) >= k && beyond(interval) < k) elements_[e].at = interval;
}

std::uint64_t ThresholdSearch::beyond(const Interval& interval) const {
  const auto end = interval.end();
  return end ? count_at(*end) : 0;
}

std::uint64_t ThresholdSearch::count_at(std::uint64_t threshold) const {
  if (const auto count = known(threshold)) return *count;
  throw InternalError(fmt::format("no count at threshold {:#x} is known", threshold));
}

namespace {

/// Returns how many keys to store per block of texels, so that probably no block has more. Returns 0 if this number
/// would be too large.
std::uint32_t layers_for(double codes, double blocks) {
  // maximum probability of failure, because a repeated count takes several times the saved time
  constexpr double most = 0.05;
  const double mean = codes / blocks;
  for (const std::uint32_t layers : {4u, 16u}) {
    // By the Poisson distribution, a block has l + 1 keys with the probability `term`. The probability of more keys is
    // at most the sum of a geometric series that begins with `term`.
    const double l = layers, term = std::exp((l + 1) * std::log(mean) - mean - std::lgamma(l + 2));
    if (mean < l / 2 && blocks * term / (1 - mean / (l + 2)) < most) return layers;
  }
  return 0;
}

unsigned shift_for(const Interval& codes, unsigned window_bits) {
  return codes.open > window_bits ? codes.open - window_bits : 0;
}

}  // namespace

SelectionPlan::SelectionPlan(std::uint64_t n, const std::vector<std::uint64_t>& ks, const Interval& all,
                             const CountingRules& rules)
    : rules_(rules),
      all_(all),
      search_(n, ks, all, rules.bits_per_round),
      fold_limit_(ks.size(), std::numeric_limits<std::uint32_t>::max()) {
  if (rules.samples == 0) return;
  const unsigned shift = shift_for(all, *rules.window_bits);
  aim_.emplace(all, shift, rules.samples, n, ks);
  filling_ = {all, shift, DepthWindow::Form::sampled};
}

bool SelectionPlan::in_window(std::size_t e) const {
  const ThresholdSearch::Element& element = search_.elements()[e];
  if (element.found()) return false;
  if (!rules_.window_bits) return true;
  if (!window_ || element.at.open <= window_->shift || !window_->codes.contains(element.at)) return false;
  constexpr std::uint32_t few_layers = 4;
  return (window_->excerpt() && window_->layers <= few_layers) || !worth_folding(e);
}

// Returns whether folding probably saves time. With c keys and B blocks, two keys share a block with a probability of
// about c^2 / 2B. A probability of up to 1/4 is acceptable. A fold costs as much as about two counts, and saves time
// from a few bits on.
bool SelectionPlan::worth_folding(std::size_t e) const {
  constexpr unsigned fewest_bits = 4;
  const Interval& at = search_.elements()[e].at;
  if (rules_.fold <= 1 || at.open < fewest_bits) return false;
  const std::uint64_t codes = search_.codes_within(at);
  return codes <= fold_limit_[e] && codes * codes <= rules_.fold_blocks / 2;
}

DepthWindow SelectionPlan::window_for(std::size_t e) const {
  const Interval& at = search_.elements()[e].at;
  return {at, shift_for(at, *rules_.window_bits),
          worth_folding(e) ? DepthWindow::Form::folded : DepthWindow::Form::whole};
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
  if (aim_) return Count{*aim_->next(), true};
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
  if (window_->form == DepthWindow::Form::sampled) return finish_aim();
  if (window_->form == DepthWindow::Form::whole && aimed_at_) {
    // The round first counts the keys at both ends of the interval.
    round_.clear();
    position_ = 0;
    if (aimed_at_->low != all_.low) round_.push_back(aimed_at_->low);
    if (const auto end = aimed_at_->end(); end && !search_.known(*end)) round_.push_back(*end);
    ++rounds_;
    return;
  }
  if (window_->form == DepthWindow::Form::whole)
    return narrow_all();  // the counts for another element may have decided the finer thresholds
  ++waits_;
  const std::uint64_t expected = search_.codes_within(window_->codes);
  if (codes == expected) return narrow_all();
  // A block has more keys than it can store. The plan tries again when far fewer keys remain.
  for (std::size_t e = 0; e < fold_limit_.size(); ++e) {
    if (search_.elements()[e].at == window_->codes) fold_limit_[e] = expected / 4;
  }
  window_.reset();
}

void SelectionPlan::gathered(std::uint64_t codes, std::uint64_t within, std::uint64_t beyond) {
  const Interval& interval = filling_->codes;
  if (const auto end = interval.end()) search_.learn(*end, beyond);
  search_.learn(interval.low, beyond + within);
  aim_at(interval);
  filled(codes);
}

void SelectionPlan::aim_at(const Interval& interval) {
  for (std::size_t e = 0; e < search_.elements().size(); ++e) search_.aim(e, interval);
  aimed_at_.reset();
}

/// Uses the result of the sample: gathers the keys of the interval, or counts them in place if they are too many.
void SelectionPlan::finish_aim() {
  if (aim_->next()) return;
  const Interval interval = aim_->interval();
  const std::uint32_t layers = layers_for(aim_->expected(), static_cast<double>(rules_.samples));
  window_.reset();
  aim_.reset();
  constexpr unsigned fewest_bits = 4;  // minimum number of saved bits that is worth two counts
  if (interval.open >= all_.open || (layers == 0 && interval.open + fewest_bits > all_.open)) return;
  if (layers > 0) {
    filling_ = {interval, shift_for(interval, *rules_.window_bits), DepthWindow::Form::gathered, layers};
  } else {
    aimed_at_ = interval;
    filling_ = {all_, shift_for(all_, *rules_.window_bits), DepthWindow::Form::whole};
  }
}

void SelectionPlan::counted(std::uint64_t count) {
  if (aim_) {
    aim_->counted(count);
    ++waits_;
    return finish_aim();
  }
  search_.learn(round_[static_cast<std::size_t>(position_++)], count);
  if (position_ < static_cast<std::ptrdiff_t>(round_.size())) return;
  ++waits_;
  if (aimed_at_) aim_at(*aimed_at_);
  narrow_all();
}

void SelectionPlan::narrow_all() {
  for (std::size_t e = 0; e < search_.elements().size(); ++e) search_.narrow(e, floor());
}

}  // namespace texelsort::algorithms
