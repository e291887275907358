#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// Value of a quantile q between two of n sorted keys, at place (n - 1) q from 0: the lower key, the higher, the
/// nearest (the even place if both are equally near), their mean, or the linear interpolation (type 7 of Hyndman & Fan,
/// Sample Quantiles in Statistical Packages, The American Statistician 50(4), 1996). inverted_cdf is type 1 there: the
/// smallest key that is not exceeded by at least a share q of all keys.
enum class Interpolation : std::uint8_t { lower, higher, nearest, midpoint, linear, inverted_cdf };

std::string_view name(Interpolation interpolation);  ///< for example "inverted-cdf"
std::optional<Interpolation> parse_interpolation(std::string_view text);

/// A question about the keys.
struct Question {
  enum class Kind : std::uint8_t { largest, smallest, minimum, maximum, median, quantile };
  Kind kind = Kind::median;
  std::uint64_t k = 1;    ///< k of the k-th largest or smallest, counted from 1
  double quantile = 0.5;  ///< 0 to 1
  Interpolation interpolation = Interpolation::lower;
  bool operator==(const Question&) const = default;
};

/// Returns for example "2nd largest", "minimum", "median (lower)", "quantile 0.25 (linear)".
std::string text(const Question& question);

/// The places, from 0, of the sorted keys that answer a question. `weight` interpolates between them, from 0 to 1.
struct InterpolatedRank {
  std::uint64_t low = 0, high = 0;
  double weight = 0;
};

/// Throws UsageError for no keys, k = 0, k > n, or a quantile outside [0, 1].
InterpolatedRank place_of(const Question& question, std::uint64_t n);

/// Returns the distinct ranks in ascending order that the questions need, for a problem of n keys in this order.
std::vector<std::uint64_t> ranks_of(const std::vector<Question>& questions, std::uint64_t n, data::Order order);

/// An answer: a key, or a number between two keys.
struct Answer {
  std::string text;
  bool is_key = true;
};

/// Returns the answer from a finished selection with ranks of ranks_of(). Numbers between floats are rounded to the
/// type of the keys. Numbers between integers are doubles unless they are whole.
Answer answer(const Question& question, const Problem& problem, const Selection& selection);

}  // namespace texelsort::algorithms
