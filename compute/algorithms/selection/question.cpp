#include "compute/algorithms/selection/question.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/keys/keys.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {
namespace {

constexpr std::array<std::string_view, 6> interpolations{"lower",    "higher", "nearest",
                                                         "midpoint", "linear", "inverted-cdf"};

std::string ordinal(std::uint64_t k) {
  constexpr std::array endings{"th", "st", "nd", "rd"};
  const bool teens = k / 10 % 10 == 1;
  return fmt::format("{}{}", k, teens || k % 10 > 3 ? "th" : endings[k % 10]);
}

__extension__ using Wide = unsigned __int128;

/// Exact product of a number q and n: `whole` + `rest` / `scale`.
struct Product {
  std::uint64_t whole = 0;
  Wide rest = 0, scale = 1;

  bool is_whole() const { return rest == 0; }
};

/// Returns the exact product of n and a number q from 0 to 1. Treats q as a decimal fraction: 0.07 is 7/100, not the
/// nearest double. Uses the shortest decimal fraction that gives the double. It equals the user's input if that has at
/// most 15 digits.
Product exact_product(double q, std::uint64_t n) {
  const std::string text = fmt::format("{}", std::abs(q));
  const std::size_t mark = std::min(text.find('e'), text.size()), point = std::min(text.find('.'), mark);
  Wide digits = 0;
  for (std::size_t i = 0; i < mark; ++i) {
    if (i != point) digits = digits * 10 + static_cast<unsigned>(text[i] - '0');
  }
  int decimals = static_cast<int>(mark - std::min(point + 1, mark)), exponent = 0;
  if (mark < text.size()) std::from_chars(text.data() + mark + 1, text.data() + text.size(), exponent);
  decimals -= exponent;
  // A number of 17 digits times a 64-bit number is below 10^37. With more than 37 decimals, the product is therefore
  // below 1.
  constexpr int most_decimals = 37;
  if (decimals > most_decimals) return {0, digits == 0 || n == 0 ? Wide{0} : Wide{1}, ~Wide{0}};
  Wide scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;
  const Wide product = digits * n;
  return {static_cast<std::uint64_t>(product / scale), product % scale, scale};
}

/// Returns the position of a quantile among n sorted keys. Throws UsageError for a quantile outside [0, 1].
InterpolatedRank quantile_place(double quantile, Interpolation interpolation, std::uint64_t n) {
  if (!(quantile >= 0 && quantile <= 1)) {
    throw UsageError(fmt::format("quantile {}: expected a number from 0 to 1", quantile));
  }
  const auto at = [](std::uint64_t place) { return InterpolatedRank{place, place, 0}; };
  if (interpolation == Interpolation::inverted_cdf) {
    const Product share = exact_product(quantile, n);
    if (!share.is_whole()) return at(share.whole);
    return at(share.whole == 0 ? 0 : share.whole - 1);
  }
  const Product place = exact_product(quantile, n - 1);
  const std::uint64_t below = place.whole, above = place.is_whole() ? below : below + 1;
  switch (interpolation) {
    case Interpolation::lower:
      return at(below);
    case Interpolation::higher:
      return at(above);
    case Interpolation::nearest: {
      const Wide to_above = place.scale - place.rest;
      if (place.rest != to_above) return at(place.rest < to_above ? below : above);
      return at(below % 2 == 0 ? below : above);
    }
    case Interpolation::midpoint:
      return {below, above, place.is_whole() ? 0 : 0.5};
    default:
      return {below, above, static_cast<double>(place.rest) / static_cast<double>(place.scale)};
  }
}

/// Converts a position in ascending order to a rank of the problem, which may be in descending order.
std::uint64_t rank_of(std::uint64_t place, std::uint64_t n, data::Order order) {
  return order == data::Order::ascending ? place : n - 1 - place;
}

std::uint64_t code_at(const Selection& selection, std::uint64_t rank) {
  const auto found = std::ranges::find(selection.candidates, rank, &Candidate::rank);
  if (found == selection.candidates.end() || found->low != found->high) {
    throw InternalError(fmt::format("place {} was not selected", rank));
  }
  return found->low;
}

template <typename Key>
Answer between(Key a, Key b, double weight) {
  if constexpr (std::floating_point<Key>) {
    const double value = a == b ? a : std::lerp(static_cast<double>(a), static_cast<double>(b), weight);
    if (std::isnan(value)) return {"nan", false};  // the sign of NaN has no meaning
    return {fmt::format("{}", static_cast<Key>(value)), false};
  } else {
    // If long double has a mantissa of 64 bits, as on x86, the distance of the keys is exact. Only the product is then
    // rounded.
    const auto distance = static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
    const long double way = static_cast<long double>(distance) * weight, whole = std::floor(way);
    const Key base = static_cast<Key>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(whole));
    if (way == whole) return {fmt::format("{}", base), false};
    return {fmt::format("{}", static_cast<double>(base) + static_cast<double>(way - whole)), false};
  }
}

}  // namespace

std::string_view name(Interpolation interpolation) {
  return interpolations[static_cast<std::size_t>(interpolation)];
}

std::optional<Interpolation> parse_interpolation(std::string_view text) {
  const auto found = std::ranges::find(interpolations, text);
  if (found == interpolations.end()) return std::nullopt;
  return static_cast<Interpolation>(found - interpolations.begin());
}

std::string text(const Question& question) {
  switch (question.kind) {
    case Question::Kind::largest:
      return ordinal(question.k) + " largest";
    case Question::Kind::smallest:
      return ordinal(question.k) + " smallest";
    case Question::Kind::minimum:
      return "minimum";
    case Question::Kind::maximum:
      return "maximum";
    case Question::Kind::median:
      return fmt::format("median ({})", name(question.interpolation));
    case Question::Kind::quantile:
      return fmt::format("quantile {} ({})", question.quantile, name(question.interpolation));
  }
  throw InternalError("unknown question");
}

InterpolatedRank place_of(const Question& question, std::uint64_t n) {
  if (n == 0) throw UsageError("there is nothing to select, because the input has no keys");
  const auto require_k = [&] {
    if (question.k == 0) throw UsageError("k = 0: expected a number from 1");
    if (question.k > n) throw UsageError(fmt::format("k = {} is larger than the number of keys, {}", question.k, n));
  };
  switch (question.kind) {
    case Question::Kind::largest:
      require_k();
      return {n - question.k, n - question.k, 0};
    case Question::Kind::smallest:
      require_k();
      return {question.k - 1, question.k - 1, 0};
    case Question::Kind::minimum:
      return {0, 0, 0};
    case Question::Kind::maximum:
      return {n - 1, n - 1, 0};
    case Question::Kind::median:
      return quantile_place(0.5, question.interpolation, n);
    case Question::Kind::quantile:
      return quantile_place(question.quantile, question.interpolation, n);
  }
  throw InternalError("unknown question");
}

std::vector<std::uint64_t> ranks_of(const std::vector<Question>& questions, std::uint64_t n, data::Order order) {
  std::set<std::uint64_t> ranks;
  for (const Question& question : questions) {
    const InterpolatedRank place = place_of(question, n);
    ranks.insert(rank_of(place.low, n, order));
    if (place.weight > 0) ranks.insert(rank_of(place.high, n, order));
  }
  return {ranks.begin(), ranks.end()};
}

Answer answer(const Question& question, const Problem& problem, const Selection& selection) {
  const InterpolatedRank place = place_of(question, problem.n());
  const auto code = [&](std::uint64_t at) { return code_at(selection, rank_of(at, problem.n(), problem.order)); };
  const std::uint64_t low = code(place.low), high = place.weight > 0 ? code(place.high) : low;
  if (low == high) return {data::code_text(low, problem.type(), problem.order), true};
  return std::visit(
      [&]<typename Key>(const std::vector<Key>&) {
        const auto key = [&](std::uint64_t bits) {
          return data::decode<Key>(static_cast<data::CodeOf<Key>>(bits), problem.order);
        };
        return between(key(low), key(high), place.weight);
      },
      problem.keys);
}

}  // namespace texelsort::algorithms
