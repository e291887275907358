#include "compute/algorithms/selection/aim.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace texelsort::algorithms {

Aim::Aim(const Interval& all, unsigned shift, std::uint64_t samples, std::uint64_t population,
         const std::vector<std::uint64_t>& ks)
    : all_(all), shift_(shift), scale_(static_cast<double>(population) / static_cast<double>(samples)) {
  const Unit end = Unit{1} << (all.open - shift);
  counts_ = {{0, samples}, {end, 0}};
  const auto rank = [&](std::uint64_t k) { return static_cast<double>(k) / scale_; };
  const auto deviation = [&](double of) {
    return std::sqrt(of * std::max(0.0, 1.0 - of / static_cast<double>(samples)));
  };
  const auto slack = [&](double of) { return std::max(2.0, deviation(of)); };
  const auto [least, most] = std::ranges::minmax(ks);
  const double first = rank(least), last = rank(most);
  low_ = {last + 3 * deviation(last) + 1, slack(last), slack(last) / 2, 0, end};
  // The interval must contain the wanted keys, so it ends after the last threshold that more than `high_.needed`
  // samples reach.
  high_ = {std::max(0.0, first - 3 * deviation(first) - 1), slack(first), -slack(first) / 2, 0, end};
  narrow(low_);
  narrow(high_);
}

void Aim::narrow(Bound& bound) const {
  for (const auto& [unit, count] : counts_) {
    const bool reaches =
        &bound == &high_ ? static_cast<double>(count) > bound.needed : static_cast<double>(count) >= bound.needed;
    if (reaches) bound.reaches = std::max(bound.reaches, unit);
    if (!reaches) bound.misses = std::min(bound.misses, unit);
  }
}

/// Returns the next threshold by linear interpolation, which assumes evenly distributed keys. Every third step bisects
/// instead, in case the assumption is wrong.
std::optional<Aim::Unit> Aim::next_of(const Bound& bound) const {
  const Unit between = bound.misses - bound.reaches;
  if (between <= 1) return std::nullopt;
  const auto high = static_cast<double>(count_at(bound.reaches)), low = static_cast<double>(count_at(bound.misses));
  double part = (high - bound.needed - bound.wanted) / (high - low);
  if (counts_.size() % 3 == 0 || !(part > 0 && part < 1)) part = 0.5;
  return bound.reaches + std::clamp<Unit>(static_cast<Unit>(part * static_cast<double>(between)), 1, between - 1);
}

std::optional<Aim::Unit> Aim::next_unit() const {
  // A search stops as soon as its end of the interval is only slightly too far out, because each step costs a count.
  if (static_cast<double>(count_at(low_.reaches)) > low_.needed + low_.slack) {
    if (const auto unit = next_of(low_)) return unit;
  }
  if (static_cast<double>(count_at(high_.misses)) < high_.needed - high_.slack) return next_of(high_);
  return std::nullopt;
}

std::optional<std::uint64_t> Aim::next() const {
  const auto unit = next_unit();
  if (!unit) return std::nullopt;
  return all_.low + (*unit << shift_);
}

void Aim::counted(std::uint64_t samples) {
  if (const auto unit = next_unit()) counts_.emplace(*unit, samples);
  narrow(low_);
  narrow(high_);
}

/// Returns the interval, widened to a power of two. The interval grows upwards if the largest possible key allows this.
Interval Aim::interval() const {
  const Unit end = Unit{1} << (all_.open - shift_), first = std::min(low_.reaches, high_.misses - 1);
  const auto open = static_cast<unsigned>(std::bit_width(high_.misses - first - 1)) + shift_;
  const std::uint64_t low = all_.low + (first << shift_);
  const Interval there{low, open};
  if (there.last() > low || open == 0) return there;
  // no key can be larger than the last key of this interval
  return {all_.low + ((end << shift_) - (std::uint64_t{1} << open)), open};
}

double Aim::expected() const {
  const Unit end = Unit{1} << (all_.open - shift_), first = std::min(low_.reaches, high_.misses - 1);
  const auto width = static_cast<double>(high_.misses - first);
  const auto widened = static_cast<double>(std::min(std::bit_ceil(high_.misses - first), end - first));
  const auto inside = static_cast<double>(count_at(first)) - static_cast<double>(count_at(high_.misses));
  return inside * scale_ * widened / width;
}

}  // namespace texelsort::algorithms
