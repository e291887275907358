#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// Method of choosing the value of a quantile q. The position of the quantile among n sorted keys is (n - 1) q, counted
/// from 0. If it lies between two keys, the value depends on the method:
/// - lower, higher: the lower or the higher key.
/// - nearest: the key at the nearest position, or at the even position if both are equally near.
/// - midpoint: the mean of both keys.
/// - linear: their linear interpolation. It is type 7 of Hyndman & Fan, Sample Quantiles in Statistical Packages, The
///   American Statistician 50(4), 1996.
/// - inverted_cdf: type 1 of Hyndman & Fan, the smallest key such that at least a share q of all keys does not exceed
///   it.
enum class Interpolation : std::uint8_t { lower, higher, nearest, midpoint, linear, inverted_cdf };

std::string_view name(Interpolation interpolation);  ///< returns the name of a method, for example "inverted-cdf"
std::optional<Interpolation> parse_interpolation(std::string_view text);

/// Question about the sorted keys: the k-th largest or smallest, an extreme, the median or a quantile.
struct Question {
  enum class Kind : std::uint8_t { largest, smallest, minimum, maximum, median, quantile };
  Kind kind = Kind::median;
  std::uint64_t k = 1;    ///< rank of the k-th largest or smallest key, counted from 1
  double quantile = 0.5;  ///< quantile from 0 to 1
  Interpolation interpolation = Interpolation::lower;
  bool operator==(const Question&) const = default;
};

/// Returns the text of a question: "2nd largest", "minimum", "median (lower)", "quantile 0.25 (linear)".
std::string text(const Question& question);

/// Positions, from 0, of the two sorted keys that answer a question. `weight`, from 0 to 1, interpolates between the
/// keys.
struct InterpolatedRank {
  std::uint64_t low = 0, high = 0;
  double weight = 0;
};

/// Returns the positions of the sorted keys that answer a question. Throws UsageError if there are no keys, k = 0, k >
/// n, or the quantile is outside [0, 1].
InterpolatedRank place_of(const Question& question, std::uint64_t n);

/// Returns the distinct ranks in ascending order that the questions need, for n keys sorted in this order.
std::vector<std::uint64_t> ranks_of(const std::vector<Question>& questions, std::uint64_t n, data::Order order);

/// Answer to a question: a key, or a number between two keys.
struct Answer {
  std::string text;
  bool is_key = true;
};

/// Answers a question from a finished selection. The selection must have the ranks that ranks_of() returns. A number
/// between float keys is rounded to their type. A number between integer keys is a double unless it is whole.
Answer answer(const Question& question, const Problem& problem, const Selection& selection);

}  // namespace texelsort::algorithms
