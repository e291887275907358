#pragma once

#include <span>

namespace texelsort::measure {

/// How many times as long one configuration takes as another, with a 95 % interval.
struct Ratio {
  double estimate = 1, low = 1, high = 1;
};

/// The Hodges-Lehmann estimate of the ratio of two sets of times, all above 0, with the distribution-free interval that
/// goes with the rank sum test (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, section 4.3): the
/// median of the logarithms of all ratios of one time to another, and the order statistics around it that the normal
/// approximation of the rank sum names. Nothing is assumed of how times are spread. With too few samples for an
/// interval it reaches from the least ratio to the largest. Throws InternalError for an empty set.
Ratio ratio_of(std::span<const double> times, std::span<const double> baseline);

}  // namespace texelsort::measure
