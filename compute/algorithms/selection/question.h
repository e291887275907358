#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// What stands for a quantile q that falls between two of n sorted keys, at place (n - 1) q from 0: the lower, the
/// higher, the nearest one (of two equally near ones the even place), their mean, or the point between them in
/// proportion (type 7 of Hyndman & Fan, Sample Quantiles in Statistical Packages, The American Statistician 50(4),
/// 1996). Or type 1 there, the smallest key that at least a share q of all keys do not exceed.
enum class Interpolation : std::uint8_t { lower, higher, nearest, midpoint, linear, inverted_cdf };

std::string_view name(Interpolation interpolation);  ///< "inverted-cdf"
std::optional<Interpolation> parse_interpolation(std::string_view text);

/// One thing to be found out about keys.
struct Question {
  enum class Kind : std::uint8_t { largest, smallest, minimum, maximum, median, quantile };
  Kind kind = Kind::median;
  std::uint64_t k = 1;    ///< of the k-th largest or smallest, from 1
  double quantile = 0.5;  ///< from 0 to 1
  Interpolation interpolation = Interpolation::lower;
  bool operator==(const Question&) const = default;
};

/// "2nd largest", "minimum", "median (lower)", "quantile 0.25 (linear)".
std::string text(const Question& question);

/// The places of the sorted keys that answer a question, from 0; `weight` of the way from one to the other.
struct InterpolatedRank {
  std::uint64_t low = 0, high = 0;
  double weight = 0;
};

/// Throws UsageError: no keys, k = 0, k > n, a quantile outside [0, 1].
InterpolatedRank place_of(const Question& question, std::uint64_t n);

/// The ranks of a problem of n keys in this order: all places that the questions need, each once, ascending.
std::vector<std::uint64_t> ranks_of(const std::vector<Question>& questions, std::uint64_t n, data::Order order);

/// An answer: a key, or a number between two keys.
struct Answer {
  std::string text;
  bool is_key = true;
};

/// From the finished selection of a problem whose ranks came from ranks_of(). Numbers between floats
/// are rounded to the keys' type; those between integers are doubles unless they are whole.
Answer answer(const Question& question, const Problem& problem, const Selection& selection);

}  // namespace texelsort::algorithms
