#include "compute/algorithms/selection/question.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "compute/data/code_text.h"
#include "compute/data/error.h"
#include "compute/data/order.h"

namespace texelsort::algorithms {
namespace {

constexpr std::array<std::string_view, 6> interpolations{"lower",    "higher", "nearest",
                                                         "midpoint", "linear", "inverted-cdf"};

std::string ordinal(std::uint64_t k) {
  constexpr std::array endings{"th", "st", "nd", "rd"};
  const bool teens = k / 10 % 10 == 1;
  return fmt::format("{}{}", k, teens || k % 10 > 3 ? "th" : endings[k % 10]);
}

/// A quantile's place among n keys.
Place quantile_place(double quantile, Interpolation interpolation, std::uint64_t n) {
  if (!(quantile >= 0 && quantile <= 1)) {
    throw UsageError(fmt::format("quantile {} is outside 0 to 1", quantile));
  }
  const auto last = static_cast<double>(n - 1);
  const auto at = [n](double place) {
    const std::uint64_t whole = place <= 0 ? 0 : std::min(static_cast<std::uint64_t>(place), n - 1);
    return Place{whole, whole, 0};
  };
  const double place = last * quantile, below = std::floor(place), above = std::ceil(place);
  switch (interpolation) {
    case Interpolation::lower:
      return at(below);
    case Interpolation::higher:
      return at(above);
    case Interpolation::nearest:
      return at(std::nearbyint(place));  // to even where both are as near
    case Interpolation::midpoint:
      return {at(below).low, at(above).low, below == above ? 0 : 0.5};
    case Interpolation::linear:
      return {at(below).low, at(above).low, place - below};
    case Interpolation::inverted_cdf:
      return at(std::ceil(static_cast<double>(n) * quantile) - 1);
  }
  throw InternalError("unknown interpolation");
}

/// Questions are about ascending keys, whatever order a problem has.
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
    if (std::isnan(value)) return {"nan", false};  // its sign would mean nothing
    return {fmt::format("{}", static_cast<Key>(value)), false};
  } else {
    // Where long double has 64 bits, as on x86, the keys' distance is exact and only its share is rounded.
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

Place place_of(const Question& question, std::uint64_t n) {
  if (n == 0) throw UsageError("there are no keys to select from");
  const auto require_k = [&] {
    if (question.k == 0) throw UsageError("k = 0: k counts from 1");
    if (question.k > n) throw UsageError(fmt::format("k = {} is more than the {} keys there are", question.k, n));
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
    const Place place = place_of(question, n);
    ranks.insert(rank_of(place.low, n, order));
    if (place.weight > 0) ranks.insert(rank_of(place.high, n, order));
  }
  return {ranks.begin(), ranks.end()};
}

Answer answer(const Question& question, const Problem& problem, const Selection& selection) {
  const Place place = place_of(question, problem.n());
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
